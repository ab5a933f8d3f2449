/* The one in the middle excludes the first, but does not wait for it. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int x, y, z;
int main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x)
    z = 1; /* dg-warning "data race on 'z" */
#pragma omp task depend(mutexinoutset : x) depend(out : y)
    puts ("middle");
#pragma omp task depend(in : y)
    z = 2;
  }
  return z;
}
