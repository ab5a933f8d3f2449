/* The helper function that joins the child releases the creator's lock before that.  */
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

static void leave (pthread_mutex_t *m, pthread_t handle)
{
  pthread_mutex_unlock (m);
  pthread_join (handle, NULL);
}

static void *child (void *p)
{
  count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'child'" */
  return p;
}

static void *creator (void *p)
{
  pthread_t t;
  pthread_mutex_lock (&lock);
  start (&t, child);
  leave (&lock, t);
  return p;
}

static void *other (void *p)
{
  pthread_mutex_lock (&lock);
  count++; /* dg-message "updated here by thread 'other' holding 'lock'" */
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
