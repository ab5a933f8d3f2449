/* Tasks that are waited for. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
#pragma omp task shared(y)
    y = 2;
#pragma omp taskwait
    x += y;
  }
  printf ("%d\n", x);
  return 0;
}
