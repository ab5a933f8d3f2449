/* Source and target are one array, one element apart. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
static void scale (double *to, const double *from, int n)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 2; /* dg-warning "data race on" */
}
int main (void)
{
  double *a = calloc (101, sizeof *a);
  if (!a)
    return 1;
  scale (a, a + 1, 100);
  int r = (int)a[3];
  free (a);
  return r;
}
