/* Detached threads are counted; the number is set when other threads have run, and run still.
   RACY 1 'x': one of the others counts, too
   RACY 2 'x': main waits before the number is set, and not again
   RACY 3 'x': another thread waits, which may see the counter before it is set
   RACY 4 'x': one less is waited for
   RACY 5 'x': set twice, and what is set last is less */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int running, x, other;
static void wait_for_all (void)
{
  pthread_mutex_lock (&m);
  while (running > 0)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
}
static void *counted (void *a)
{
  static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  pthread_mutex_lock (&m);
  running--;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return a;
}
static void *beside (void *a)
{
#if R == 1
  pthread_mutex_lock (&m);
  running--;
  pthread_mutex_unlock (&m);
#endif
#if R == 3
  wait_for_all ();
  printf ("%d\n", x);
#endif
  other++;
  return a;
}
int main (void)
{
  pthread_t s, t;
  spawn (&s, beside, 0);
  pthread_join (s, 0);
  spawn (&s, beside, 0);
#if R == 2
  wait_for_all ();
#endif
#if R == 4
  running = 2;
#else
  running = 3;
#endif
#if R == 5
  running = 2;
#endif
  for (int i = 0; i < 3; i++) {
    spawn (&t, counted, 0);
    pthread_detach (t);
  }
#if R != 2
  pthread_mutex_lock (&m);
  while (running > 0)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
#endif
  printf ("%d\n", x);
  pthread_join (s, 0);
  return 0;
}
