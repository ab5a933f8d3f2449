/* Tasks that name the elements which they touch, of allocated arrays that all share: each way to compute a number is one.
   RACY 1 '(*x)[i]': the one that is read is not named
   RACY 2 '(*x)[i]': the next one is named
   RACY 3 '(*x)[i]': the pointer is set meanwhile
   RACY 4 '(*g)[(i * *n) + j]': the row above is not named */
#include "common.h"
int main (int argc, char **argv)
{
  int n = 20 * argc, *x = calloc (n + 1, sizeof *x), *y = calloc (n + 1, sizeof *y), *g = calloc (n * n, sizeof *g);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 1; i < n; i++) {
#if R == 1
#pragma omp task depend(out : x[i])
#elif R == 2
#pragma omp task depend(in : x[i + 1]) depend(out : x[i])
#else
#pragma omp task depend(in : x[i - 1]) depend(out : x[i])
#endif
      x[i] = x[i - 1] + 1;
#if R == 3
      if (i == 7)
        x = y;
#endif
    }
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++) {
#if R == 4
#pragma omp task depend(in : g[i * n + j - 1]) depend(out : g[i * n + j])
#else
#pragma omp task depend(in : g[(i - 1) * n + j], g[i * n + j - 1]) depend(out : g[i * n + j])
#endif
        g[i * n + j] = g[(i - 1) * n + j] + g[i * n + j - 1];
      }
  }
  printf ("%d %d %d\n", x[n - 1], y[1], g[n * n - 1]);
  return 0;
}
