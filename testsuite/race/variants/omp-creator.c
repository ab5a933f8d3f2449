/* What the function that starts a region knows of what it passes: how wide rows are in relation to other numbers, that
   its loop counts from 0, how far one pointer is behind another.
   RACY 1 'g[(i * w) + j]': there is no border
   RACY 2 'g[(i * w) + j]': so it is on one way
   RACY 3 'a[(i * n) + j]': the row that all read is one that is written
   RACY 4 'a[(i * n) + j]': its loop begins before the array
   RACY 5 'q[i]': the second half begins too early
   RACY 6 'q[i]': so it does on one way
   RACY 7 'b[i]': the last block is that of the last but one thread
   RACY 8 'g[(i * w) + j]': the width is counted down before */
#include <omp.h>
#include <stdlib.h>
#ifndef R
#define R 0
#endif
static void border (int n, int twice)
{
  int w = n + (R == 1 ? -1 : 2);
  if (R == 2 && twice)
    w = n - 1;
  double *g = calloc (4 * (n + 2) * (n + 2), sizeof *g);
#if R == 8
  for (int k = 0; k < 9; k++, w--)
#endif
#pragma omp parallel for
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      g[i * w + j] = i;
  free (g);
}
static void eliminate (double *a, int n)
{
  for (int k = R == 4 ? -n : 0; k < n - 1; k++)
#pragma omp parallel for schedule(dynamic)
    for (int i = k + (R != 3); i < n; i++) {
      double f = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
    }
}
static void halves (int n, int twice)
{
  double *p = calloc (2 * n, sizeof *p), *q = p + n - (R == 5);
  if (R == 6 && twice)
    q = p + 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    q[i] = p[i];
  free (p);
}
static void blocks (int n)
{
  double *b = calloc (n, sizeof *b);
#pragma omp parallel num_threads(4)
  {
    int id = omp_get_thread_num (), each = n / 4;
    int from = id * each, to = id == (R == 7 ? 2 : 3) ? n : from + each;
    for (int i = from; i < to; i++)
      b[i] = id;
  }
  free (b);
}
int main (int argc, char **argv)
{
  int n = atoi (argv[1]);
  border (n, argc > 3);
  eliminate (calloc (n * n, sizeof (double)), n);
  halves (n, argc > 3);
  blocks (n);
}
