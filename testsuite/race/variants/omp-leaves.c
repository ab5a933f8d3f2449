/* Columns that a loop takes out of their row are those of the row before, or of the next one.
   RACY 1 'a[][]': the column before the first one
   RACY 2 'a[][]': the one behind the last one
   RACY 3 'memory[]': the same of rows of variable length
   RACY 4 'c[][][]': rows before the first one of a plane */
#include "common.h"
#define N 40
double a[N][N], c[N][N][N], memory[10000];
int first[N];
int main (int argc, char **argv)
{
  int n = argc + 20;
  double (*v)[n + 2] = (double (*)[n + 2])memory;
  for (int j = 0; j < N; j++)
    first[j] = argc > j;
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < N; j++)
      {
        double left = R == 1 ? a[i][j - 1] : j ? a[i][j - 1] : 0;
        double right = R == 2 ? a[i][j + 1] : j < N - 1 ? a[i][j + 1] : 0;
        a[i][j] = left + right;
        if (!first[j]) /* who knows that this is not 0 */
          a[i][j] += a[i][j - 1];
      }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = R != 3; j <= n; j++)
      v[i][j] = (j ? v[i][j - 1] : 0) + v[i][j + 1 + (R == 3)];
#pragma omp parallel for
  for (int i = 1; i < N; i++)
    for (int j = R != 4; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j][k] = c[i][j - 1][k] + 1;
  printf ("%g %g %g\n", a[1][1], v[1][1], c[1][1][1]);
  return 0;
}
