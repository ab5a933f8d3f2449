/* Threads that each take every n-th element, n of them.
   RACY 1 'vec[i]': every n-1st
   RACY 2 'vec[i / 2]': two numbers are one element */
#include "common.h"
static int nthreads;
static double *vec;
static int n = 1000;
static void *w (void *a)
{
  long id = (long)a;
#if R == 1
  for (long i = id; i < n; i += nthreads - 1)
    vec[i] *= 2;
#elif R == 2
  for (long i = id; i <= n; i += nthreads)
    vec[i / 2] *= 2;
#else
  for (long i = id; i < n; i += nthreads)
    vec[i] *= 2;
#endif
  return 0;
}
int main (int argc, char **argv)
{
  nthreads = argc > 1 ? atoi (argv[1]) : 4;
  pthread_t *t = malloc (nthreads * sizeof *t);
  vec = calloc (n, sizeof *vec);
  for (long i = 0; i < nthreads; i++)
    pthread_create (&t[i], 0, w, (void *)i);
  for (int i = 0; i < nthreads; i++)
    pthread_join (t[i], 0);
  printf ("%g\n", vec[0]);
  return 0;
}
