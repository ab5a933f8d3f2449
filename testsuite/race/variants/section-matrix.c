/* Threads that each have some rows of a matrix that is one array, with a length that is no constant.
   WITHOUT schedule: the programs are small
   RACY 1 'c[j + (i * n)]': one row too many
   RACY 2 'c[j + (i * n)]': one column too many
   RACY 3 'c[j + (i * (n - 1))]': shorter rows
   RACY 4 'd[j + (i * n)]': every third row, four threads
   RACY 5 'd[j + (i * n)]': rows that are longer than their distance
   RACY 6 'e[j + (i * n)]': every nth row, and one thread more
   RACY 7 'n': the length changes */
#include "common.h"
#define T 4
static double *b, *c, *d, *e;
static int n, threads;
static void blocks (int id)
{
  int from = id * n / T, to = (id + 1) * n / T;
#if R == 1
  to++;
#endif
  for (int i = from; i < to; i++)
#if R == 2
    for (int j = 0; j <= n; j++)
#else
    for (int j = 0; j < n; j++)
#endif
#if R == 3
      c[i * (n - 1) + j] = b[i * n + j];
#else
      c[i * n + j] = b[i * n + j];
#endif
#if R == 7
  n++;
#endif
}
static void turns (int id)
{
#if R == 4
  for (int i = id; i < n; i += T - 1)
#else
  for (int i = id; i < n; i += T)
#endif
#if R == 5
    for (int j = 0; j < n + id; j++)
#else
    for (int j = 0; j < n; j++)
#endif
      d[i * n + j] += b[i * n + j];
}
static void *w (void *a)
{
  blocks ((int)(long)a);
  turns ((int)(long)a);
  return 0;
}
static void *nth (void *a)
{
  for (int i = (int)(long)a; i < n; i += threads)
    for (int j = 0; j < n; j++)
      e[i * n + j] = i;
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[T], *more;
  n = argc > 1 ? atoi (argv[1]) : 64;
  threads = argc;
  b = calloc (n * n, sizeof *b);
  c = calloc (n * n, sizeof *c);
  d = calloc (n * n, sizeof *d);
  e = calloc (n * n, sizeof *e);
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, w, (void *)i);
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  more = calloc (threads + 1, sizeof *more);
#if R == 6
  for (long i = 0; i <= threads; i++)
    pthread_create (&more[i], 0, nth, (void *)i);
  for (int i = 0; i <= threads; i++)
    pthread_join (more[i], 0);
#else
  for (long i = 0; i < threads; i++)
    pthread_create (&more[i], 0, nth, (void *)i);
  for (int i = 0; i < threads; i++)
    pthread_join (more[i], 0);
#endif
  printf ("%g %g %g\n", c[0], d[0], e[0]);
  return 0;
}
