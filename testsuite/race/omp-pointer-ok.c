/* The loop counts a pointer; a cube is an array with one index. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
static double a[100];
int main (int argc, char **argv)
{
  int n = atoi (argv[argc - 1]);
  double *b = calloc ((size_t)n * n * n, sizeof *b), *c = calloc ((size_t)n * n * n, sizeof *c);
#pragma omp parallel for
  for (double *p = a; p < a + 100; p++)
    *p = 3;
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        b[(i * n + j) * n + k] = c[((i - 1) * n + j) * n + k] + c[((i + 1) * n + j) * n + k];
  return (int)(a[1] + b[0]);
}
