/* A flag is set and reset under the lock, but in two critical sections. */
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int f;
static void *t1 (void *p)
{
  pthread_mutex_lock (&m);
  f = 1;
  pthread_mutex_unlock (&m);
  pthread_mutex_lock (&m);
  f = 0;
  pthread_mutex_unlock (&m);
  return p;
}
static void *t2 (void *p)
{
  int b;
  pthread_mutex_lock (&m);
  b = f;
  pthread_mutex_unlock (&m);
  if (b)
    x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return p;
}
int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);
  int c;
  pthread_mutex_lock (&m);
  c = f;
  pthread_mutex_unlock (&m);
  if (c)
    x++; /* dg-message "updated here" */
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
