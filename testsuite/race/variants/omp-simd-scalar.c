/* Variables that the lanes of a simd loop have in common.
   RACY 1 's': a sum without reduction
   RACY 2 'total': the same, in memory
   RACY 3 'k': a counter that is not linear
   RACY 4 'last': memory that no clause makes private */
#include "common.h"
enum { N = 200 };
static double a[N], b[3 * N], total, last;
int main (void)
{
  double s = 0;
  int k = 0, end = 0;
#if R == 1
#pragma omp simd
#else
#pragma omp simd reduction(+ : s)
#endif
  for (int i = 0; i < N; i++)
    s += a[i];
#if R == 2
#pragma omp simd
#else
#pragma omp simd reduction(+ : total)
#endif
  for (int i = 0; i < N; i++)
    total += a[i];
#if R == 3
#pragma omp simd
#else
#pragma omp simd linear(k : 3)
#endif
  for (int i = 0; i < N; i++) {
    a[i] = b[k];
    k += 3;
  }
#if R == 4
#pragma omp simd lastprivate(end)
#else
#pragma omp simd lastprivate(last, end)
#endif
  for (int i = 0; i < N; i++) {
    last = a[i];
    end = i;
    b[i] = last * 2;
  }
  printf ("%g %g %g %d %d\n", s, total, last, k, end);
}
