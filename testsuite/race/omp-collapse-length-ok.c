/* Rows and columns of an array with one index. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
int main (int c, char **v)
{
  int n = c * 10, m = c * 7;
  double *a = calloc (n * m, sizeof *a);
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = 1;
  return 0;
}
