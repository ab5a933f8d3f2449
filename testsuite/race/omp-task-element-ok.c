/* A task for each element. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[100];
int main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++)
#pragma omp task firstprivate(i)
    a[i] = i;
  printf ("%d\n", a[5]);
  return 0;
}
