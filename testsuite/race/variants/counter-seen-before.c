/* Main has seen a counter at 0 before it sets it, creates threads, and waits again.
   RACY 1 'x': it does not wait again
   RACY 2 'x': nor does it if a function sets the counter
   RACY 3 'x': nor if it is set under the lock */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int running, x;
static void *counted (void *a)
{
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  pthread_mutex_lock (&m);
  running--;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return a;
}
static void set (void)
{
  running = 3;
}
int main (void)
{
  pthread_t t;
  pthread_mutex_lock (&m);
  while (running > 0)
    pthread_cond_wait (&c, &m);
#if R == 3
  running = 3;
#endif
  pthread_mutex_unlock (&m);
#if R == 2
  set ();
#elif R != 3
  running = 3;
#endif
  for (int i = 0; i < 3; i++) {
    spawn (&t, counted, 0);
    pthread_detach (t);
  }
#if R == 0
  pthread_mutex_lock (&m);
  while (running > 0)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
#endif
  printf ("%d\n", x);
  return 0;
}
