/* A critical section, with and without a name. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int sum, count;
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp critical
    sum += i;
#pragma omp critical(counting)
    count++;
  }
  printf ("%d %d\n", sum, count);
  return 0;
}
