/* The last task waits for one that has waited for the first. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0, y = 0, z = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(z)
    z = 1;
#pragma omp task depend(in : x) depend(out : y)
    puts ("middle");
#pragma omp task depend(in : y) shared(z)
    z = 2;
  }
  return x + y + z;
}
