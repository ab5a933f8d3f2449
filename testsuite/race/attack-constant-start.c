/* Main may set the flag that the lock would keep at 0. */
#include <pthread.h>
#include <stdlib.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int f;
static void set (int v)
{
  f = v;
}
static void *t1 (void *p)
{
  pthread_mutex_lock (&m);
  set (1);
  set (0);
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
  if (getenv ("A"))
    f = 1;
  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);
  x++; /* dg-message "updated here" */
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
