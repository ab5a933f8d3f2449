/* Arrays from malloc, through pointers. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
static void scale (double *to, const double *from, int n)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 2;
}
int main (void)
{
  double *a = calloc (100, sizeof *a), *b = calloc (100, sizeof *b);
  if (!a || !b)
    return 1;
  scale (a, b, 100);
  int r = (int)a[3];
  free (a);
  free (b);
  return r;
}
