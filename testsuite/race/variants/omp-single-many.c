/* A construct for one thread behind many loops, straight on and in rounds.
   CERTAIN 1 'sum': the first loop does not wait
   CERTAIN 2 'all': each thread
   CERTAIN 3 'all': the construct does not wait */
#include "common.h"
static double x[7][1000];
#define LOOP(k, n) \
  _Pragma ("omp for") for (int i = 0; i < n; i++) x[k][i] += 1;
int main (int argc, char **argv)
{
  double sum = 0, all = 0;
  int n0 = argc, n1 = 2 * argc, n2 = 3 * argc, n3 = 4 * argc, n4 = 5 * argc, n5 = 6 * argc;
#pragma omp parallel
  {
    LOOP (0, n0) LOOP (1, n1) LOOP (2, n2) LOOP (3, n3) LOOP (4, n4) LOOP (5, n5)
    LOOP (0, n0) LOOP (1, n1) LOOP (2, n2) LOOP (3, n3) LOOP (4, n4) LOOP (5, n5)
#pragma omp single
    all = x[0][0];
  }
#pragma omp parallel
  for (int round = 0; round < 10; round++) {
#if R == 1
#pragma omp single nowait
#else
#pragma omp single
#endif
    sum = 0;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += x[0][i];
#pragma omp for
    for (int i = 0; i < 100; i++)
      x[1][i] = sum;
    LOOP (0, n0) LOOP (1, n1) LOOP (2, n2) LOOP (3, n3) LOOP (4, n4) LOOP (5, n5)
    LOOP (0, n0) LOOP (1, n1) LOOP (2, n2) LOOP (3, n3) LOOP (4, n4) LOOP (5, n5)
#if R == 3
#pragma omp single nowait
    all += sum;
    LOOP (6, (int)all)
#elif R != 2
#pragma omp single
#endif
    all += sum;
  }
  printf ("%g %g\n", sum, all);
  return 0;
}
