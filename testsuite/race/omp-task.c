/* Tasks that are not waited for. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1; /* dg-warning "data race on 'x'" */
#pragma omp task shared(y)
    y = 2;
    x += 3;
  }
  printf ("%d %d\n", x, y);
  return 0;
}
