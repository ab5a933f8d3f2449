/* Inner regions whose threads touch what belongs to the iteration, or the number, of the outer one.
   RACY 1 'a[][]': the next row, too
   RACY 2 'b[]': two iterations have one row
   RACY 3 'slots[][]': the number in the inner team instead
   RACY 4 'a[][]': all threads of the outer region come to each row
   RACY 5 'm[]': rows overlap by one element
   RACY 6 'a[][]': the rows are shared out again before the last ones are done */
#include "common.h"
#include <omp.h>
enum { N = 20 };
static double a[N + 1][N], b[N], m[10000];
static int slots[4][N];
static void matrix (double *p, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n + (R == 5); j++)
      p[i * n + j] = j;
}
int main (int argc, char **argv)
{
#if R == 6
#pragma omp parallel
  for (int t = 0; t < 2; t++)
#pragma omp for nowait
#elif R == 4
#pragma omp parallel
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < N; i++)
#pragma omp parallel for
    for (int j = 0; j < N; j++)
      a[i][j] = a[i + (R == 1)][j] + 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    {
      double s = 0;
#pragma omp parallel for reduction(+ : s)
      for (int j = 0; j < N; j++)
        s += a[i][j];
#pragma omp parallel num_threads(2)
      {
#pragma omp single
        b[R == 2 ? i / 2 : i] += s;
      }
    }
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num ();
#pragma omp parallel for num_threads(2)
    for (int j = 0; j < N; j++)
      slots[R == 3 ? omp_get_thread_num () : t][j] = j;
  }
  matrix (m, argc * 20);
  printf ("%g %g %d %g\n", a[1][1], b[1], slots[1][1], m[1]);
  return 0;
}
