/* The creator holds a lock from before the creation until after the join, both in helper functions.  */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void start (pthread_t *handle, void *(*f) (void *))
{
  if (pthread_create (handle, NULL, f, NULL) != 0)
    abort ();
}

static void finish (pthread_t handle)
{
  pthread_join (handle, NULL);
}

static void *child (void *p)
{
  count++;
  return p;
}

static void *creator (void *p)
{
  pthread_t t;
  pthread_mutex_lock (&lock);
  start (&t, child);
  finish (t);
  pthread_mutex_unlock (&lock);
  return p;
}

static void *other (void *p)
{
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return p;
}

int main (void)
{
  pthread_t a, b;
  start (&a, creator);
  start (&b, other);
  finish (a);
  finish (b);
  return count;
}
