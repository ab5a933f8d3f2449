/* The number of threads is in a variable, to which the creations go; who joins looks there later.
   RACY 1 'sum': before it is set
   RACY 2 'sum': in a function that calls the one that creates
   RACY 3 'sum': in the first round of a loop
   RACY 4 'sum': before, and the creations go to the number in the variable
   RACY 5 'sum': one less
   RACY 6 'sum': before, in another function
   WITHOUT schedule: which would try out all orders */
#include "common.h"
static struct {
  pthread_t *t;
  int n;
  pthread_mutex_t m;
} pool = {.m = PTHREAD_MUTEX_INITIALIZER};
static long sum;
static void *work (void *a)
{
  pthread_mutex_lock (&pool.m);
  sum++;
  pthread_mutex_unlock (&pool.m);
  return 0;
}
static void start (int n)
{
  pool.n = n;
  pool.t = malloc (n * sizeof *pool.t);
#if R == 4
  for (int i = 0; i < pool.n; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    if (pthread_create (&pool.t[i], 0, work, 0))
      abort ();
}
static void wait_for (int n)
{
  for (int i = 0; i < n; i++)
    pthread_join (pool.t[i], 0);
}
static int number (void)
{
  return pool.n;
}
static void run (int n)
{
  int k = pool.n;
  start (n);
#if R != 2
  k = pool.n;
#endif
#if R == 5
  k--;
#endif
  wait_for (k);
}
int main (int argc, char **argv)
{
#if R == 1 || R == 4
  int k = pool.n;
  start (argc + 1);
  wait_for (k);
#elif R == 6
  int k = number ();
  start (argc + 1);
  wait_for (k);
#elif R == 3
  int k = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      start (argc + 1);
    else
      k = pool.n;
  }
  wait_for (k);
#else
  run (argc + 1);
#endif
  sum++;
  printf ("%ld\n", sum);
  return 0;
}
