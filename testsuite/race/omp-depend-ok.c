/* A task that writes, one that reads, one that updates. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(in : x) shared(x)
    printf ("%d\n", x);
#pragma omp task depend(inout : x) shared(x)
    x++;
  }
  return x;
}
