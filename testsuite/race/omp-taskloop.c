/* The neighbour may be another task's. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[101];
int main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1]; /* dg-warning "data race on 'a" */
  printf ("%d\n", a[5]);
  return 0;
}
