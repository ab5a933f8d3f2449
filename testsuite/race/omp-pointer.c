/* The next element, and the next plane of a cube, are another thread's. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
static double a[101];
int main (int argc, char **argv)
{
  int n = atoi (argv[argc - 1]);
  double *b = calloc ((size_t)n * n * n, sizeof *b);
#pragma omp parallel for
  for (double *p = a; p < a + 100; p++)
    *p = p[1]; /* dg-warning "data race on 'a" */
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        b[(i * n + j) * n + k] = b[((i - 1) * n + j) * n + k]; /* dg-warning "data race on 'b" */
  return (int)(a[1] + b[0]);
}
