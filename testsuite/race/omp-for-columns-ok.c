/* Columns are shared out; within a column the loop goes down the rows. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static double m[50][60];
int main (void)
{
#pragma omp parallel for
  for (int j = 0; j < 60; j++)
    for (int i = 1; i < 50; i++)
      m[i][j] += m[i - 1][j];
  printf ("%f\n", m[3][4]);
  return 0;
}
