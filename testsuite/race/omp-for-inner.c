/* The same without the barrier: another thread may be a row ahead. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static double m[50][60];
int main (void)
{
#pragma omp parallel
  for (int i = 1; i < 50; i++) {
#pragma omp for schedule(dynamic) nowait
    for (int j = 0; j < 59; j++)
      m[i][j] = m[i - 1][j + 1] + 1; /* dg-warning "data race on 'm" */
  }
  printf ("%f\n", m[3][4]);
  return 0;
}
