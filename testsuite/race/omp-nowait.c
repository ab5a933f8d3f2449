/* The second loop reads what another thread writes in the first. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100], b[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < 100; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100; i++)
      b[i] = a[99 - i];
  }
  printf ("%d\n", b[5]);
  return 0;
}
