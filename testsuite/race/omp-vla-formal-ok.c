/* Arrays of variable size as arguments. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static void work (int n, double a[n][n], double b[n][n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[j][i];
}
int main (int c, char **v)
{
  int n = c + 10;
  double a[n][n], b[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] = 1;
  work (n, a, b);
  printf ("%f\n", a[2][1]);
  return 0;
}
