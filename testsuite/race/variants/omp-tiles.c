/* Loops over tiles, of which the last is cut off where the array ends.
   RACY 1 'v[]': tiles that are one longer
   RACY 2 'v[]': the larger of the two ends
   RACY 3 'w[]': a tile begins one element before
   RACY 4 'w[]': the smaller of two beginnings
   RACY 5 'm[][]': columns are written by rows
   RACY 6 'a[][]': an end that is not that of the tile */
#include "common.h"
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define N 200
static double v[N], w[N], m[N][N], a[N][N];
static void lines (int n)
{
#pragma omp parallel for
  for (int t = 0; t < n; t += 16)
    for (int i = t; i < (R == 2 ? MAX (n, t + 16) : MIN (n, t + 16 + (R == 1))); i++)
      v[i] = 1;
#pragma omp parallel for
  for (int t = 0; t < n; t += 16)
    for (int i = R == 4 ? MIN (t, 1) : MAX (t - (R == 3), 1); i <= MIN (t + 15, n - 1); i++)
      w[i] = 1;
}
static void tiles (int n)
{
#pragma omp parallel for
  for (int t = 0; t < n; t += 8)
    for (int u = 0; u < n; u += 8)
      for (int i = t; i < MIN (n, t + 8); i++)
        for (int j = u; j < MIN (n, u + 8); j++)
          m[R == 5 ? j : i][R == 5 ? i % 3 : j] = 1;
#pragma omp parallel for collapse(2)
  for (int t = 0; t < n; t += 8)
    for (int u = 0; u < n; u += 8)
      for (int i = t; i < MIN (n, t + 8); i++)
        for (int j = u; j < (R == 6 ? n : MIN (n, u + 8)); j++)
          a[i][j] = 1;
}
int main (int argc, char **argv)
{
  lines (100 + argc);
  tiles (100 + argc);
  printf ("%f\n", v[0] + w[1] + m[1][1] + a[1][1]);
  return 0;
}
