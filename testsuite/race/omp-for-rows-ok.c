/* Rows of a matrix: the inner loop is the thread's own. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static double m[50][60], v[60], r[50];
int main (void)
{
  int i, j;
#pragma omp parallel for private(j)
  for (i = 0; i < 50; i++) {
    r[i] = 0;
    for (j = 0; j < 60; j++) {
      m[i][j] = i + j;
      r[i] += m[i][j] * v[j];
    }
  }
  printf ("%f\n", r[3]);
  return 0;
}
