/* Variables that `linear' of a loop counts, whose iterations threads share out.
   RACY 1 'c[]': the next element but one is that of the next iteration
   RACY 2 'a[]': nobody waits until the last value has been written back
   RACY 3 'd[]': a number that others count, although it is read first */
#include "common.h"
static double a[100], c[300], d[300];
static int next;
int main (int argc, char **argv)
{
  int j = argc, n = argc * 50, s = 2;
#pragma omp parallel
  {
#if R == 2
#pragma omp for linear (j : 2) nowait
#else
#pragma omp for linear (j : 2)
#endif
    for (int i = 0; i < n; i++)
      {
        c[j] = i;
        c[j + 1 + (R == 1)] += 1;
        j += 2;
#if R == 2
        a[i + 1] = c[i];
#endif
      }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
      a[i] = c[n - i] + j;
  }
#pragma omp parallel firstprivate(s)
  {
    int own;
#if R == 3
#pragma omp critical
    own = next;
#pragma omp critical
    next = next / s + 1;
#else
#pragma omp atomic capture
    own = next++;
#endif
    d[own] = 1;
  }
  printf ("%g %g %d %d\n", a[1], d[1], j, next);
  return 0;
}
