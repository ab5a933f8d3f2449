/* Threads that each have some rows, of which functions in a loop get one each; that exchange neighbours by a function;
   whose inner loop ends where the outer one began; and stencils in blocks whose ends are quotients of sums.
   WITHOUT schedule: the programs are small
   RACY 1 'c[j + (i * n)]': one row too many
   RACY 2 'c[j + (i * n)]': rows that are too long
   RACY 3 'v[]': one exchange too many
   RACY 4 'd[j + (i * n)]': the row behind the block
   RACY 5 'e[]': functions get neighbouring rows */
#include "common.h"
#define T 4
#define N 1000
static double *c, *d;
static int e[N];
static int v[N];
static int n;
static pthread_barrier_t b;
static void row (int i, int n)
{
#if R == 2
  for (int j = 0; j <= n; j++)
#else
  for (int j = 0; j < n; j++)
#endif
    c[i * n + j] *= 2;
}
static void exchange (int *a, int *b)
{
  int t = *a;
  *a = *b;
  *b = t;
}
static void sort (int *v, int n)
{
  for (int i = 0; i < n - 1; i++)
#if R == 3
    for (int j = 0; j < n - i; j++)
#else
    for (int j = 0; j < n - 1 - i; j++)
#endif
      if (v[j] > v[j + 1])
        exchange (&v[j], &v[j + 1]);
}
static void element (int i)
{
#if R == 5
  e[i + 1] += e[i];
#else
  e[i] += 1;
#endif
}
static void *w (void *a)
{
  int id = (int)(long)a;
  int from = 1 + id * (n - 2) / T, to = 1 + (id + 1) * (n - 2) / T;
#if R == 1
  for (int i = from; i <= to; i++)
#else
  for (int i = from; i < to; i++)
#endif
    row (i, n);
  sort (v + id * (N / T), N / T);
  for (int i = id * (N / T); i < (id + 1) * (N / T); i++)
    element (i);
  pthread_barrier_wait (&b);
  for (int i = from; i < to; i++)
    for (int j = 1; j < n - 1; j++)
#if R == 4
      d[i * n + j] = d[(i + 1) * n + j];
#else
      d[i * n + j] = c[(i + 1) * n + j] + c[(i - 1) * n + j];
#endif
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[T];
  n = argc > 1 ? atoi (argv[1]) : 64;
  c = calloc (n * n, sizeof *c);
  d = calloc (n * n, sizeof *d);
  pthread_barrier_init (&b, 0, T);
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, w, (void *)i);
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  printf ("%g %g %d %d\n", c[0], d[0], v[0], e[0]);
  return 0;
}
