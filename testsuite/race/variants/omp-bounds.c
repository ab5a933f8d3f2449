/* Loops with the same bound, which is a variable: the compiler keeps it once or twice.
   RACY 1 'c[(i * m) + j]': rows of another length
   RACY 2 'c[(i * n) + j]': columns go on into the next row */
#include "common.h"
int main (int argc, char **argv)
{
  int n = argc * 16, m = R == 1 ? n - argc : n;
  double *a = calloc (n * n, sizeof *a), *b = calloc (n * n, sizeof *b), *c = calloc (n * n + n, sizeof *c);
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n + (R == 2); j++)
      for (int k = 0; k < n; k++)
        c[i * (R == 1 ? m : n) + j] += a[i * n + k] * b[k * n + j];
  printf ("%g\n", c[0]);
  return 0;
}
