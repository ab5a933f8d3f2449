/* The one in the middle may not be there. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int x, y, z;
int main (int c, char **v)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    z = 1; /* dg-warning "data race on 'z" */
    if (c > 1) {
#pragma omp task depend(in : x) depend(out : y)
      puts ("middle");
    }
#pragma omp task depend(in : y)
    z = 2;
  }
  return z;
}
