/* Waits for what writes one variable. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(out : y) shared(y)
    y = 1;
#pragma omp taskwait depend(in : x)
    printf ("%d\n", x);
  }
  return x;
}
