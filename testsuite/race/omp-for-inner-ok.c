/* Only the inner loop is shared out, with a barrier at its end. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static double m[50][60];
int main (void)
{
#pragma omp parallel
  for (int i = 1; i < 50; i++) {
#pragma omp for
    for (int j = 0; j < 59; j++)
      m[i][j] = m[i - 1][j + 1] + 1;
  }
  printf ("%f\n", m[3][4]);
  return 0;
}
