/* A temporary that should be private. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100];
int main (void)
{
  int tmp;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    tmp = a[i] + i; /* dg-warning "data race on 'tmp'" */
    a[i] = tmp;
  }
  printf ("%d\n", a[4]);
  return 0;
}
