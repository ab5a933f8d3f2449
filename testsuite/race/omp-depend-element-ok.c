/* The element that a task names is the one that it accesses. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[10];
int main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(out : a[i])
    a[i] = i;
#pragma omp task depend(in : a[i])
    printf ("%d\n", a[i]);
  }
  return 0;
}
