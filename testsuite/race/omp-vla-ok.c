/* An array of variable size, a row for each iteration. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (int c, char **v)
{
  int n = c + 10;
  double a[n][n];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i * j;
  printf ("%f\n", a[2][1]);
  return 0;
}
