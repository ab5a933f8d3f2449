/* Two critical sections of different names. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int sum;
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp critical(one)
    sum += i; /* dg-warning "data race on 'sum'" */
#pragma omp critical(two)
    sum -= 1;
  }
  printf ("%d\n", sum);
  return 0;
}
