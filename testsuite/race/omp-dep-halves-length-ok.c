/* The same with a length that nobody knows. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
static void f (int *a, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i + n] + 1;
}
int main (int c, char **v)
{
  int *a = calloc (c * 2, sizeof *a);
  f (a, c);
  return a[0];
}
