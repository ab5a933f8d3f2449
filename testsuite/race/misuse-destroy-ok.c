/* Locks that are destroyed when they are not held any more, also with the lock of another object. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a;

static void drop (struct box *x)
{
  pthread_mutex_destroy (&x->lock);
  free (x);
}

static void *worker (void *arg)
{
  struct box *x = malloc (sizeof *x), *y = malloc (sizeof *y);
  pthread_mutex_init (&x->lock, NULL);
  pthread_mutex_init (&y->lock, NULL);
  pthread_mutex_lock (&x->lock);
  x->n = 1;
  drop (y);
  pthread_mutex_unlock (&x->lock);
  drop (x);
  pthread_mutex_lock (&m);
  a++;
  pthread_mutex_unlock (&m);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&m);
  a++;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  pthread_mutex_lock (&m);
  printf ("%d\n", a);
  pthread_mutex_unlock (&m);
  pthread_mutex_destroy (&m);
  return 0;
}
