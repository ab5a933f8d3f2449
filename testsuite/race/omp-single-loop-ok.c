/* One construct in a loop with its barrier. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int n;
int main (void)
{
#pragma omp parallel
  for (int i = 0; i < 10; i++) {
#pragma omp single
    n++;
  }
  printf ("%d\n", n);
  return 0;
}
