/* One construct in a loop without a barrier: its rounds may have two threads. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int n;
int main (void)
{
#pragma omp parallel
  for (int i = 0; i < 10; i++) {
#pragma omp single nowait
    n++; /* dg-warning "data race on 'n'" */
  }
  printf ("%d\n", n);
  return 0;
}
