/* The call does not wait. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int fib (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib (n - 1); /* dg-warning "data race on 'x" */
  y = fib (n - 2);
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
