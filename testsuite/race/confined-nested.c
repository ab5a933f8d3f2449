/* A pointer to a nested function leads to the variables of the function around it, in whatever thread. */
/* { dg-options "-pthread" } */
#include <pthread.h>

static void (*callback) (void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker (void *arg)
{
  long counter;
  void count (void)
  {
    ++counter;
  }
  pthread_mutex_lock (&m);
  counter = 0;
  callback = count;
  pthread_mutex_unlock (&m);
  for (int i = 0; i < 10000; i++)
    ++counter; /* { dg-warning "data race on .counter" } */
  pthread_mutex_lock (&m);
  callback = 0;
  pthread_mutex_unlock (&m);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, worker, 0);
  pthread_mutex_lock (&m);
  if (callback)
    callback ();
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return 0;
}
