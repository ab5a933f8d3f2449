/* Teams that start regions of their own.
   RACY 1 'sum': the first threads of the teams
   RACY 2 'count': a critical section excludes threads of one team only
   RACY 3 'v[]': a region of each team goes through the same elements
   RACY 4 'row[]': the teams do not share out the rows
   RACY 5 'sum': one thread of each team
   RACY 6 'count': the same as 2, in a league without regions inside */
#include "common.h"
#include <omp.h>
enum { N = 64 };
static int v[N], row[N], sum, count, own[8];
static double m[N][N];
static void target (int n)
{
#pragma omp target teams num_teams(4) map(tofrom : sum, count, v, own, row)
  {
    int mine = 0; /* each team has one */
    own[omp_get_team_num ()] = 1;
#if R == 1
    sum += omp_get_team_num ();
#endif
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      v[i] += i;
#if R == 3
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      v[i] = i;
#endif
#pragma omp parallel
    {
#pragma omp critical
      mine++;
#if R == 2
#pragma omp critical
      count++;
#else
#pragma omp atomic
      count++;
#endif
#if R == 5
#pragma omp single
      sum++;
#endif
    }
  }
#pragma omp target teams distribute map(tofrom : m, row)
  for (int i = 0; i < N; i++) {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int j = 0; j < n; j++)
      s += m[i][j];
    row[R == 4 ? 0 : i] = (int)s;
  }
#pragma omp target teams distribute map(tofrom : count)
  for (int i = 0; i < N; i++) {
#if R == 6
#pragma omp critical
#else
#pragma omp atomic
#endif
    count++;
  }
#pragma omp target teams num_teams(1) map(tofrom : count)
#pragma omp parallel
#pragma omp critical
  count++;
}
static void host (int n, double *x)
{
#pragma omp teams num_teams(4)
#pragma omp distribute parallel for simd
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
int main (int argc, char **argv)
{
  double *x = calloc (N * argc, sizeof *x);
  target (argc);
  host (N * argc, x);
  printf ("%d %d %d %g %d\n", sum, count, v[3], x[3], row[3]);
}
