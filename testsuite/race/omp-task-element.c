/* It reads the next one. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[101];
int main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++)
#pragma omp task firstprivate(i)
    a[i] = a[i + 1] + 1; /* dg-warning "data race on 'a" */
  printf ("%d\n", a[5]);
  return 0;
}
