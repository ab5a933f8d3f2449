/* One thread prepares, a barrier, all read. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int limit, a[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp single
    limit = 50;
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = limit;
  }
  printf ("%d\n", a[4]);
  return 0;
}
