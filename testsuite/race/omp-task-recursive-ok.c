/* Each call has its own variables for the results of its tasks. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int fib (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib (n - 1);
#pragma omp task shared(y)
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
