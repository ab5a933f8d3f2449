/* Two constructs without a barrier between them may have two threads. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int n;
int main (void)
{
#pragma omp parallel
  {
#pragma omp single nowait
    n++; /* dg-warning "data race on 'n'" */
#pragma omp single nowait
    n++;
  }
  printf ("%d\n", n);
  return 0;
}
