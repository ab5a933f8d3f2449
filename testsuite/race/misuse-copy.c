/* Locks that are copied with the struct around them, and both are locked. */
#include <pthread.h>
#include <stdio.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static struct box first = { PTHREAD_MUTEX_INITIALIZER, 0 }, second;
static struct {
  int id;
  struct box box;
} outer = { 1, { PTHREAD_MUTEX_INITIALIZER, 0 } }, inner;

static void *worker (void *arg)
{
  pthread_mutex_lock (&first.lock);
  first.n++;
  pthread_mutex_unlock (&first.lock);
  pthread_mutex_lock (&outer.box.lock);
  outer.box.n++;
  pthread_mutex_unlock (&outer.box.lock);
  return arg;
}

int main (void)
{
  pthread_t t;
  second = first; /* dg-warning "'first.lock' is copied, and the copy is used as a lock too \[-Wrace-lock-copy\]" */
  inner = outer; /* dg-warning "'outer.box.lock' is copied" */
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&second.lock);
  second.n++;
  pthread_mutex_unlock (&second.lock);
  pthread_mutex_lock (&inner.box.lock);
  inner.box.n++;
  pthread_mutex_unlock (&inner.box.lock);
  pthread_join (t, NULL);
  printf ("%d %d\n", first.n, second.n);
  return 0;
}
