/* It reads the next one. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[11];
int main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(out : a[i])
    a[i] = i; /* dg-warning "data race on 'a" */
#pragma omp task depend(in : a[i])
    printf ("%d\n", a[i + 1]);
  }
  return 0;
}
