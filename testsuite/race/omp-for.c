/* A parallel loop reads the next iteration's element. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[101];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1] + 1; /* dg-warning "data race on 'a" */
  printf ("%d\n", a[5]);
  return 0;
}
