/* An ordered part of the loop. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int sum;
int main (void)
{
#pragma omp parallel for ordered
  for (int i = 0; i < 100; i++) {
#pragma omp ordered
    sum += i;
  }
  printf ("%d\n", sum);
  return 0;
}
