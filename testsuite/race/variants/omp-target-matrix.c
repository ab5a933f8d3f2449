/* A matrix on a device: what each team passes on to its threads is its own.
   RACY 1 'c[j]': all rows are one
   RACY 2 'sum': not reduced */
#include "common.h"
int main (int argc, char **argv)
{
  int n = 64 * argc, sum = 0;
  float *a = calloc (n * n, sizeof *a), *b = calloc (n * n, sizeof *b), *c = calloc (n * n, sizeof *c);
#pragma omp target teams distribute parallel for collapse(2) map(to : a[:n * n], b[:n * n]) map(from : c[:n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
#if R == 1
      c[j] = s;
#else
      c[i * n + j] = s;
#endif
    }
#if R == 2
#pragma omp target teams distribute parallel for map(tofrom : sum)
#else
#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
#endif
  for (int i = 0; i < n; i++)
    sum += i;
  printf ("%g %d\n", c[3], sum);
  return 0;
}
