/* Elements whose numbers are found in arrays: constants, or what a loop has stored there.
   RACY 1 'a[]': a constant comes twice
   RACY 2 'b[]': the loop stores each number twice
   RACY 3 'b[]': somebody stores another number
   RACY 4 'b[]': the loop is left before it has stored all of them, and the others are 0
   RACY 5 'c[]': two of them differ by what another access adds
   RACY 6 'd[]': memory that is 0, of which a function fills half
   RACY 7 'e[][]': a local array, of rows, in which one comes twice
   RACY 8 'a[]': only every second one is stored
   RACY 9 'b[]': it is filled when it has been used */
#include "common.h"
#define N 100
static const int where[8] = { 3, 1, 7, 0, 12, 9, R == 1 ? 7 : 8, 5 };
static long far[8] = { 20, 40, 60, 80, R == 5 ? 41 : 100, 120, 140, 160 };
static int from[N], late[N], every[N];
static int a[2 * N], b[N], c[200], d[2 * N], e[4][N];
static void fill (int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = n - 1 - i;
}
static void backwards (void)
{
  for (int i = N - 1; i >= 0; i--)
    late[i] = i;
}
static void tables (void)
{
  int rows[4] = { 2, 0, R == 7 ? 0 : 3, 1 };
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    a[where[i]] += i;
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      c[far[i]] = i;
      c[far[i] + 1] += i;
    }
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < N; k++)
      e[rows[i]][k] = i;
}
static void stored (void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[late[i]] = i;
}
int main (int argc, char **argv)
{
  int n = argc * N, *u = calloc (n, sizeof *u);
  for (int i = 0; i < N; i++)
    {
      if (R == 4 && i == argc)
        break;
      from[i] = R == 2 ? i / 2 : N - 1 - i;
    }
  if (R == 3)
    from[argc] = 2;
  if (R != 9)
    backwards ();
  fill (u, R == 6 ? n / 2 : n);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[from[i]] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i += 1 + (R == 8))
    every[i] = 2 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[every[i]] = a[every[i] + 1] + 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[u[i]] += i;
  tables ();
  stored ();
  if (R == 9)
    backwards ();
  printf ("%d %d %d %d %d\n", a[1], b[1], c[1], d[1], e[1][1]);
  return 0;
}
