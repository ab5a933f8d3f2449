/* Iterations of simd loops that are executed at a time.
   RACY 1 'a[]': each iteration reads what the one before has written
   RACY 2 'a[]': iterations that are nearer than safelen
   RACY 3 't[]': scratch memory that no clause makes private
   RACY 4 'bins[]': elements that are found by an index, outside of an ordered region
   RACY 5 'm[][]': a row, from left to right
   RACY 6 'm[][]': collapsed loops, and the row before
   RACY 7 'a[]': two parameters that are one array
   RACY 8 'a[]': in a construct that one thread of a team executes */
#include "common.h"
enum { N = 200 };
static float a[N + 1], b[N], c[N];
static int m[N][N], bins[10], of[N];
static void distances (void)
{
#pragma omp simd
  for (int i = 0; i < N - 1; i++)
    a[i + (R == 1)] = a[i] + b[i];
#pragma omp simd safelen(4)
  for (int i = 4; i < N; i++)
    a[i] = a[i - (R == 2 ? 3 : 4)] * 2;
#pragma omp simd safelen(1)
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] * 2;
#pragma omp simd if(0)
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] * 2;
}
static void scratch (void)
{
  float t[3];
#if R == 3
#pragma omp simd
#else
#pragma omp simd private(t)
#endif
  for (int i = 0; i < N; i++) {
    float own[2];
    t[0] = a[i];
    t[1] = own[0] = t[0] * 2;
    c[i] = t[1] + own[0];
  }
}
static void histogram (void)
{
#pragma omp simd
  for (int i = 0; i < N; i++) {
    of[i] = i * 7 % 10;
#if R == 4
    bins[of[i]]++;
#else
#pragma omp ordered simd
    bins[of[i]]++;
#endif
  }
}
static void matrix (int n)
{
  for (int i = 1; i < n; i++) {
#pragma omp simd
    for (int j = 1; j < n; j++)
      m[i][j] = R == 5 ? m[i][j - 1] : m[i - 1][j - 1];
  }
#if R == 6
#pragma omp simd collapse(2)
#endif
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      m[i][j] = m[i - 1][j];
}
static void scale (float *to, const float *from, int n)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] += from[i] * 2;
}
static void construct (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp simd
  for (int i = 0; i < N; i++)
    a[i + (R == 8)] = a[i] + b[i];
}
int main (int argc, char **argv)
{
  distances ();
  scratch ();
  histogram ();
  matrix (argc + 20);
  scale (a, b, N);
  scale (b, c, N);
  if (R == 7)
    scale (a + 1, a, N - 1);
  construct ();
  printf ("%g %g %d %d\n", a[3], c[3], m[3][3], bins[3]);
}
