/* A row and the row before it. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static double m[50][60];
int main (void)
{
#pragma omp parallel for
  for (int i = 1; i < 50; i++)
    for (int j = 0; j < 60; j++)
      m[i][j] += m[i - 1][j]; /* dg-warning "data race on 'm" */
  printf ("%f\n", m[3][4]);
  return 0;
}
