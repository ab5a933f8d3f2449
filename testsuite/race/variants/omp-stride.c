/* Shared loops that count by a variable: butterflies, trees of sums, blocks, backwards.
   RACY 1 're[q]': the halves are longer than the step
   RACY 2 're[q]': the second one is that of the next block
   RACY 3 'a[]': the step is half of what is touched
   RACY 4 'b[k]': blocks are one longer
   RACY 5 'b[k]': blocks go on beyond the next one, backwards */
#include "common.h"
enum { N = 1024 };
static int a[2 * N];
int main (int argc, char **argv)
{
  int n = 1024 * argc, size = argc + 3;
  double *re = calloc (2 * n, sizeof *re), *b = calloc (n + size, sizeof *b);
  for (int length = 2; length <= n; length *= 2) {
    int half = length / 2 + (R == 1);
#pragma omp parallel for
    for (int i = 0; i < n; i += length)
      for (int j = 0; j < half; j++) {
        int p = i + j, q = i + j + (R == 2 ? length : half);
        double t = re[q];
        re[q] = re[p] - t;
        re[p] += t;
      }
  }
  for (int d = 1; d < N; d *= 2)
#pragma omp parallel for
    for (int i = 0; i < N; i += R == 3 ? d : 2 * d)
      a[i + 2 * d - 1] += a[i + d - 1];
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i += size)
    for (int k = i; k < i + size + (R == 4); k++)
      b[k]++;
#pragma omp parallel for
  for (int i = n - 1; i >= size; i -= size)
    for (int k = i; k > i - size - (R == 5); k--)
      b[k]++;
  printf ("%g %g %d\n", re[1], b[1], a[N - 1]);
  return 0;
}
