/* Small ones are not deferred. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int fib (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x) if (n > 10) final(n < 5) mergeable
  x = fib (n - 1);
#pragma omp task shared(y) if (n > 10)
  y = fib (n - 2);
#pragma omp taskwait
  return x + y;
}
int main (void)
{
  int r = 0;
#pragma omp parallel
#pragma omp single
  r = fib (20);
  printf ("%d\n", r);
  return 0;
}
