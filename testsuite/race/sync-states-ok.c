/* A state that two threads set, each to values of its own. */
#include <pthread.h>
#include <stdio.h>
enum state { IDLE, RUN, STOP, DEAD };
static enum state st;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long sum;
static void set (enum state s)
{
  pthread_mutex_lock (&m);
  st = s;
  pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&m);
}
static enum state get (void)
{
  pthread_mutex_lock (&m);
  enum state s = st;
  pthread_mutex_unlock (&m);
  return s;
}
static void wait_for (enum state s)
{
  pthread_mutex_lock (&m);
  while (st != s)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
}
static void *work (void *a)
{
  wait_for (RUN);
  while (get () != STOP)
    sum++;
  set (DEAD);
  return NULL;
}
int main (void)
{
  pthread_t t;
  sum = 3;
  pthread_create (&t, NULL, work, NULL);
  pthread_detach (t);
  sum = 5;
  set (RUN);
  set (STOP);
  wait_for (DEAD);
  printf ("%ld\n", sum);
  return 0;
}
