/* The function's loop does not wait, and it is called twice. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100];
static void fill (int x)
{
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < 100; i++)
    a[i] += x; /* dg-warning "data race on 'a" */
}
int main (void)
{
#pragma omp parallel
  {
    fill (1);
    fill (2);
  }
  printf ("%d\n", a[4]);
  return 0;
}
