/* The thread with the last iteration leaves the values of variables, of collapsed loops and of those whose
   iterations are lanes, too: the counter of a simd loop is such a variable.
   CERTAIN 1 'k': the variable is shared
   CERTAIN 2 'k': another thread reads it in the same phase
   CERTAIN 3 'i': two loops without a barrier between them
   CERTAIN 4 'j': others read what a loop that does not wait leaves
   CERTAIN 5 'j': others read what a simd loop that does not wait leaves */
#include "common.h"
static double x[100][100], y[100];
int main (int argc, char **argv)
{
  int i, j, k = 0, n = argc * 10;
#pragma omp parallel for simd
  for (i = 0; i < 100; i++)
    y[i] = 1;
#pragma omp parallel for simd schedule(dynamic, 4)
  for (i = 0; i < n; i++)
    y[i] *= 2;
#if R == 1
#pragma omp parallel for collapse(2)
#else
#pragma omp parallel for collapse(2) lastprivate(k)
#endif
  for (int r = 0; r < n; r++)
    for (int s = 0; s < n; s++)
      k = r + s;
#pragma omp parallel
  {
#pragma omp for collapse(2) lastprivate(k) nowait
    for (int r = 0; r < 10; r++)
      for (int s = 0; s < 10; s++)
        k = r * s;
#if R == 2
    y[0] = k;
#endif
  }
#pragma omp parallel for simd collapse(2)
  for (int r = 0; r < n; r++)
    for (int s = 0; s < 100; s++)
      x[r][s] = 1;
#pragma omp parallel
  {
#if R == 3
#pragma omp for simd nowait lastprivate(i)
    for (i = 0; i < 100; i++)
      y[i] *= 2;
#pragma omp for simd nowait lastprivate(i)
    for (i = 0; i < 50; i++)
      y[i] *= 2;
#else
#pragma omp for simd lastprivate(i)
    for (i = 0; i < 100; i++)
      y[i] *= 2;
#pragma omp for simd lastprivate(i)
    for (i = 0; i < 50; i++)
      y[i] *= 2;
#endif
  }
#pragma omp parallel
  {
#if R == 4
#pragma omp for lastprivate(j) nowait
#elif R == 5
#pragma omp for simd lastprivate(j) nowait
#else
#pragma omp for lastprivate(j)
#endif
    for (int r = 0; r < 100; r++)
      j = r;
#pragma omp for
    for (int r = 0; r < 100; r++)
      y[r] = j;
  }
  printf ("%g %g %d %d\n", x[1][1], y[1], k, i);
  return 0;
}
