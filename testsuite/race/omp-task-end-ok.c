/* Tasks have ended when the region has. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
  }
  printf ("%d\n", x);
  return 0;
}
