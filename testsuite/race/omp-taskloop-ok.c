/* Tasks to which iterations are dealt. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[100];
int main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < 100; i++)
    a[i] = i;
  printf ("%d\n", a[5]);
  return 0;
}
