/* The counter itself is shared. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int a[100];
int main (void)
{
  int i;
#pragma omp parallel
#pragma omp single
  for (i = 0; i < 100; i++) /* dg-warning "data race on 'i'" */
#pragma omp task shared(i)
    a[0] += i; /* dg-warning "data race on 'a" */
  printf ("%d\n", a[5]);
  return 0;
}
