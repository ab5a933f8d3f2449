/* Sums of all that come before, by `scan'.
   RACY 1 's': without the reduction
   RACY 2 'found': counted in the loop
   RACY 3 's': read by all threads while the last one may write it */
#include "common.h"
#define N 1000
static int a[N], found;
int main (void)
{
  int s = 0, early = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
#if R == 1
#pragma omp for
    for (int i = 0; i < N; i++) {
      s += a[i];
#elif R == 3
#pragma omp for reduction(inscan, + : s) nowait
    for (int i = 0; i < N; i++) {
      s += a[i];
#pragma omp scan inclusive(s)
#else
#pragma omp for reduction(inscan, + : s)
    for (int i = 0; i < N; i++) {
      s += a[i];
#pragma omp scan inclusive(s)
#endif
      if (s == 3) {
#if R != 2
#pragma omp atomic
#endif
        found++;
      }
    }
#if R == 3
#pragma omp atomic
    early += s;
#endif
  }
  printf ("%d %d %d\n", s, found, early);
  return 0;
}
