/* Semaphores and joins that are waited for as often as there are threads, by numbers in variables.
   RACY 1 'acc': the variable changes in between
   RACY 2 'acc': waits for one less
   RACY 3 'acc': one more is created
   RACY 4 'sum': one is not joined
   RACY 5 'sum': the number changes before the join
   RACY 6 'acc': used behind the post */
#include "common.h"
#include <semaphore.h>
struct pool { sem_t fin; int n; pthread_mutex_t mu; };
static struct pool pool;
static sem_t fin;
static int nworkers = 4;
static pthread_t *tids;
static long acc, sum;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static void *in_pool (void *a)
{
  struct pool *p = a;
  pthread_mutex_lock (&p->mu);
  acc++;
  pthread_mutex_unlock (&p->mu);
  sem_post (&p->fin);
  return 0;
}
static void pool_init (struct pool *p, int n)
{
  p->n = n;
  sem_init (&p->fin, 0, 0);
  pthread_mutex_init (&p->mu, 0);
}
static void pool_start (struct pool *p)
{
  pthread_t t;
  for (int i = 0; i < p->n; i++) {
    if (pthread_create (&t, 0, in_pool, p))
      exit (2);
    pthread_detach (t);
  }
}
static void pool_wait (struct pool *p)
{
  for (int i = R == 2; i < p->n; i++)
    sem_wait (&p->fin);
}
static void *alone (void *a)
{
  pthread_mutex_lock (&pool.mu);
  acc++;
  pthread_mutex_unlock (&pool.mu);
  sem_post (&fin);
#if R == 6
  acc++;
#endif
  return a;
}
static void launch (int n)
{
  pthread_t t;
  for (int i = 0; i < n; i++) {
    if (pthread_create (&t, 0, alone, 0))
      exit (2);
    pthread_detach (t);
  }
}
static void collect (int n)
{
  for (int i = 0; i < n; i++)
    sem_wait (&fin);
}
static void *joined (void *a)
{
  pthread_mutex_lock (&mu);
  sum++;
  pthread_mutex_unlock (&mu);
  return a;
}
static void parse (int argc, char **argv)
{
  if (argc == 2)
    nworkers = atoi (argv[1]);
  if (nworkers < 1)
    nworkers = 1;
}
static void begin (void)
{
  tids = calloc (nworkers, sizeof *tids);
  for (int i = 0; i < nworkers; i++)
    if (pthread_create (&tids[i], 0, joined, 0))
      exit (2);
}
static void end (void)
{
  for (int i = R == 4; i < nworkers; i++)
    pthread_join (tids[i], 0);
  free (tids);
}
int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 4;
  parse (argc, argv);
  pool_init (&pool, n);
  sem_init (&fin, 0, 0);
  pool_start (&pool);
#if R == 1
  pool.n--;
#endif
  pool_wait (&pool);
  printf ("%ld\n", acc);
#if R == 3
  launch (n + 1);
#else
  launch (n);
#endif
  collect (n);
  printf ("%ld\n", acc);
  begin ();
#if R == 5
  nworkers--;
#endif
  end ();
  printf ("%ld\n", sum);
  return 0;
}
