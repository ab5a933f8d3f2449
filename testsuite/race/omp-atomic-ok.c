/* Atomic updates and reads. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int sum;
int main (void)
{
  int seen = 0;
#pragma omp parallel for reduction(+ : seen)
  for (int i = 0; i < 100; i++) {
    int now;
#pragma omp atomic
    sum += i;
#pragma omp atomic read
    now = sum;
    seen += now;
  }
  printf ("%d %d\n", sum, seen);
  return 0;
}
