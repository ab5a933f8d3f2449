/* Arrays with one index that are used as matrices: the element behind a row is in the next one.
   RACY 1 'a[((i * m) + j) + 1]': behind the last column
   RACY 2 'b[i]': behind the block of the thread
   RACY 3 'buf[]': the other pointer is not a whole row further
   RACY 4 'grid[]': the row behind, from a pointer to a row of variable size */
#include "common.h"
#include <omp.h>
static double buf[10000];
static void rows (double *a, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++)
#if R == 1
      a[i * m + j + 1] = a[i * m + j + 2];
#else
      a[i * m + j] = a[i * m + j + 1];
#endif
}
static void blocks (double *b, int n)
{
#pragma omp parallel
  {
    int p = omp_get_num_threads (), c = n / p, first = omp_get_thread_num () * c;
    for (int i = first; i < first + c; i++)
#if R == 2
      b[i] = b[i + 1] * i;
#else
      b[i] = b[i] * i;
#endif
  }
}
static int grid[10000];
static void pointers (int n, int m)
{
  int (*g)[m] = (int (*)[m])grid;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int (*r)[m] = g + i;
    for (int j = 0; j < m; j++)
      r[0][j] = r[R == 4][j] + 1;
  }
}
int main (int argc, char **argv)
{
  int n = argc + 10, m = argc + 20;
  double *a = calloc (n * m + 2, sizeof *a), *b = calloc (n + 1, sizeof *b), *p = buf;
  rows (a, n, m);
  blocks (b, n);
  pointers (n, m);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
#if R == 3
      p[i * m + j] = (p + 7)[i * m + j];
#else
      p[i * m + j] = p[i * m + j] + 1;
#endif
  printf ("%g %g %g\n", a[0], b[0], buf[0] + grid[0]);
  return 0;
}
