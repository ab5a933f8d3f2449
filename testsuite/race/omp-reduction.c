/* Sum without reduction. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    sum += i * 0.5; /* dg-warning "data race on 'sum'" */
  printf ("%f\n", sum);
  return 0;
}
