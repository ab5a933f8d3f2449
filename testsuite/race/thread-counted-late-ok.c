/* Detached threads are counted; the number is set when other threads have run, and run still. */
/* dg-racecheck-options "--without=schedule" */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int running, x, other;
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
  other++;
  return a;
}
int main (void)
{
  pthread_t s, t;
  pthread_create (&s, NULL, beside, NULL);
  pthread_join (s, 0);
  pthread_create (&s, NULL, beside, NULL);
  running = 3;
  for (int i = 0; i < 3; i++) {
    pthread_create (&t, NULL, counted, NULL);
    pthread_detach (t);
  }
  pthread_mutex_lock (&m);
  while (running > 0)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  printf ("%d\n", x);
  pthread_join (s, 0);
  return 0;
}
