/* Two tasks touch one variable. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x++; /* dg-warning "data race on 'x'" */
#pragma omp task shared(x)
    x++;
  }
  printf ("%d\n", x);
  return 0;
}
