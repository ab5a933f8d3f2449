/* An array that is used as a matrix: rows are shared out, columns are inside. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
#define N 40
static void fill (double *a, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = i + j;
}
static void scale (double *a)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i * N + j] *= 2;
}
int main (void)
{
  double *a = malloc (N * N * sizeof *a);
  if (!a)
    return 1;
  fill (a, N);
  scale (a);
  int r = (int)a[3];
  free (a);
  return r;
}
