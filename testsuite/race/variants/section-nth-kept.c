/* The number of threads is kept in a variable that is set on one way only, or in what they get.
   RACY 1 'out[i]': two threads have one number
   RACY 2 'out[i]': the number changes meanwhile
   RACY 3 'out[i]': main writes one, too
   RACY 4 'x->v[i]': every n-1st
   RACY 5 'x->v[i]': two threads have one number */
#include "common.h"
static int nthreads = 4;
static long *out;
static const int n = 1000;
struct arg {
  int id, step;
  long *v;
};
static void *by_global (void *a)
{
  int id = *(int *)a;
  for (int i = id; i < n; i += nthreads)
    out[i] = i;
  return 0;
}
static void *by_arg (void *a)
{
  struct arg *x = a;
  for (int i = x->id; i < n; i += x->step)
    x->v[i]++;
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t *t;
  int *ids;
  struct arg *as;
  if (argc > 1)
    nthreads = atoi (argv[1]);
  t = malloc (nthreads * sizeof *t);
  ids = malloc (nthreads * sizeof *ids);
  as = malloc (nthreads * sizeof *as);
  out = calloc (n, sizeof *out);
  for (int i = 0; i < nthreads; i++) {
    ids[i] = i;
#if R == 1
    ids[i] = i / 2;
#endif
    pthread_create (&t[i], 0, by_global, &ids[i]);
  }
#if R == 2
  nthreads = 2;
#endif
#if R == 3
  out[7] = 0;
#endif
  for (int i = 0; i < nthreads; i++)
    pthread_join (t[i], 0);
#if R != 2
  long *v = calloc (n, sizeof *v);
  int k = nthreads;
  for (int i = 0; i < k; i++) {
    as[i].id = i;
    as[i].step = k;
    as[i].v = v;
#  if R == 4
    as[i].step = k - 1;
#  endif
#  if R == 5
    as[i].id = i ? i - 1 : 0;
#  endif
    pthread_create (&t[i], 0, by_arg, &as[i]);
  }
  for (int i = 0; i < k; i++)
    pthread_join (t[i], 0);
#endif
  printf ("%ld\n", out[3]);
  return 0;
}
