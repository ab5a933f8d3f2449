/* The number of threads is stored in a variable of main before they are created, and corrected
   where that fails; the variable is filled before, and reset when they are joined.
   RACY 1 'sum': corrected to one less
   RACY 2 'sum': the loop goes to what was there before
   RACY 3 'sum': set to another number while threads are created
   RACY 4 'sum': reset before they are joined
   RACY 5 'sum': corrected in the loop, which goes on
   RACY 6 'sum': counted down by another pointer
   RACY 7 'sum': the whole variable is filled again
   RACY 8 'sum': some are joined only, and it is reset
   RACY 9 'sum': stopped twice, the first time by the wrong number
   RACY 10 'sum': reset by a signal handler
   RACY 11 'sum': started again in a loop
   WITHOUT schedule: which would try out all orders */
#include "common.h"
#include <signal.h>
struct pool {
  pthread_t *t;
  int n;
  pthread_mutex_t m;
};
static long sum;
static struct pool *reset;
static void *work (void *a)
{
  struct pool *p = a;
  pthread_mutex_lock (&p->m);
  sum++;
  pthread_mutex_unlock (&p->m);
  return 0;
}
static void pool_start (struct pool *p, int n)
{
#if R == 2
  int k = p->n;
  p->n = n;
  n = k;
#else
  p->n = n;
#endif
  p->t = malloc (n * sizeof *p->t);
  for (int i = 0; i < n; i++) {
    if (pthread_create (&p->t[i], NULL, work, p)) {
#if R == 1
      p->n = i - 1;
#else
      p->n = i;
#endif
#if R != 5
      break;
#endif
    }
#if R == 3
    if (i == 3)
      p->n = 3;
#endif
  }
}
static void pool_stop (struct pool *p)
{
#if R == 4
  p->n = 0;
#endif
  for (int i = 0; i < p->n; i++) {
    pthread_join (p->t[i], NULL);
#if R == 8
    if (i == 2)
      break;
#endif
  }
  free (p->t);
  p->t = NULL;
  p->n = 0;
}
static void on_signal (int s)
{
  reset->n = 0;
}
int main (int argc, char **argv)
{
  struct pool p = {0};
  pthread_mutex_init (&p.m, NULL);
#if R == 2
  p.n = argc + 2;
#endif
#if R == 10
  reset = &p;
  signal (SIGUSR1, on_signal);
#endif
#if R == 11
  for (int i = 0; i < 2; i++)
#endif
    pool_start (&p, argc + 1);
#if R == 6
  int *n = &p.n;
  if (argc > 2)
    --*n;
#elif R == 7
  struct pool q = {p.t, 1};
  p = q;
#elif R == 9
  int k = p.n;
  p.n = 1;
  pool_stop (&p);
  p.n = k;
#endif
  pool_stop (&p);
  sum++;
  printf ("%ld\n", sum);
  return 0;
}
