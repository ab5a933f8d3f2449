/* The same in functions of a pool.
   RACY 1 'w->done': started twice
   RACY 2 'w->done': the first is not joined
   RACY 3 'w->done': one worker is in the table twice
   RACY 4 'w->done': one is exchanged while it runs
   RACY 5 'w->done': the last is not joined */
#include "common.h"
struct worker {
  int id;
  pthread_t tid;
  long done;
};
struct pool {
  struct worker **w;
  int n;
};
static struct pool pool;
static long total;
static void *run (void *a)
{
  struct worker *w = a;
  for (int i = 0; i < 100; i++)
    w->done++;
  return 0;
}
static void pool_init (int n)
{
  pool.n = n;
  pool.w = malloc (n * sizeof *pool.w);
  for (int i = 0; i < n; i++) {
    struct worker *w = malloc (sizeof *w);
    w->id = i;
    w->done = 0;
    pool.w[i] = w;
  }
}
static void pool_start (void)
{
  for (int i = 0; i < pool.n; i++)
    if (pthread_create (&pool.w[i]->tid, 0, run, pool.w[i]))
      abort ();
#if R == 1
  for (int i = 0; i < pool.n; i++)
    if (pthread_create (&pool.w[i]->tid, 0, run, pool.w[i]))
      abort ();
#endif
}
static void pool_stop (void)
{
#if R == 2
  for (int i = 1; i < pool.n; i++)
    pthread_join (pool.w[i]->tid, 0);
#else
  for (int i = 0; i < pool.n; i++)
    pthread_join (pool.w[i]->tid, 0);
#endif
}
static void pool_sum (void)
{
  for (int i = 0; i < pool.n; i++) {
    total += pool.w[i]->done;
    free (pool.w[i]);
  }
  free (pool.w);
}
int main (int argc, char **argv)
{
  pool_init (argc + 3);
#if R == 3
  pool.w[1] = pool.w[0];
#endif
  pool_start ();
#if R == 4
  struct worker *x = malloc (sizeof *x);
  x->tid = pool.w[1]->tid;
  x->done = 0;
  pool.w[2] = x;
#endif
#if R == 5
  pool.n--;
#endif
  pool_stop ();
  pool_sum ();
  printf ("%ld\n", total);
  return 0;
}
