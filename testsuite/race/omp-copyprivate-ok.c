/* One thread reads, all others get a copy. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[64];
int main (void)
{
  int x;
#pragma omp parallel private(x)
  {
#pragma omp single copyprivate(x)
    x = 7;
#pragma omp for
    for (int i = 0; i < 64; i++)
      a[i] = x;
  }
  printf ("%d\n", a[4]);
  return 0;
}
