/* A parallel loop: each iteration has its own element. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;
  printf ("%d\n", a[5]);
  return 0;
}
