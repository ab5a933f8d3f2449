/* Two arrays whose pointers are exchanged after each step.
   RACY 1 'b[i]': both pointers lead to one array
   RACY 2 'b[i]': one pointer gets the other, but not the other way around
   RACY 3 'b[i]': exchanged only sometimes, after a copy
   RACY 4 'a[i]': in place */
#include "common.h"
static void steps (double *a, double *b, int n)
{
  for (int t = 0; t < 50; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
#if R == 4
      a[i] = 0.5 * (a[i - 1] + b[i + 1]);
#else
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
#endif
    double *s = a;
    a = b;
#if R == 3
    if (t % 7)
      b = s;
#elif R != 2
    b = s;
#endif
  }
}
int main (int argc, char **argv)
{
  int n = argc + 100;
  double *a = calloc (n, sizeof *a), *b = calloc (n, sizeof *b);
  steps (a, R == 1 && argc > 1 ? a : b, n);
  printf ("%g\n", a[1]);
  return 0;
}
