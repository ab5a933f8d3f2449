/* The row before. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (int c, char **v)
{
  int n = c + 10;
  double a[n][n];
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = a[i - 1][j] + 1; /* dg-warning "data race on 'a" */
  printf ("%f\n", a[2][1]);
  return 0;
}
