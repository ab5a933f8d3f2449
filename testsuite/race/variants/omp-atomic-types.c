/* Atomic updates of what no instruction can update: floats, products, bytes, and reductions of such.
   RACY 1 'sum': read without one
   RACY 2 'product': read without one
   RACY 3 'byte': written without one
   RACY 4 'sum': the sum is not waited for
   RACY 5 'most': the largest one is not waited for */
#include "common.h"
static double sum;
static int product = 1;
static signed char byte;
static float part;
int main (int argc, char **argv)
{
  double a[100] = {0}, seen[4];
  int most = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    double now = 0;
#pragma omp atomic
    sum += a[i];
#pragma omp atomic
    product *= 3;
#if R == 3
    byte = 1;
#endif
#pragma omp atomic
    byte += 2;
#pragma omp atomic capture
    { now = part; part -= 1; }
#if R == 1
    now += sum;
#else
#pragma omp atomic read
    now = sum;
#endif
#if R == 2
    now += product;
#endif
    a[i] = now;
  }
#pragma omp parallel num_threads(4)
  {
#if R == 4
#pragma omp for reduction(+ : sum) nowait
#else
#pragma omp for reduction(+ : sum)
#endif
    for (int i = 0; i < 100; i++)
      sum += a[i];
#if R >= 4
#pragma omp for reduction(max : most) nowait
#else
#pragma omp for reduction(max : most)
#endif
    for (int i = 0; i < 100; i++)
      most = a[i] > most ? a[i] : most;
#pragma omp single
    seen[0] = sum + most;
  }
  printf ("%g %g %d %d %g\n", sum, seen[0], product, byte, part);
  return 0;
}
