/* The helper function reads the handle that it joins before another thread gets its place.  */
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'work'" */
  return p;
}

static void *idle (void *p)
{
  return p;
}

static void start (pthread_t *handle, void *(*f) (void *))
{
  if (pthread_create (handle, NULL, f, NULL) != 0)
    abort ();
}

static void finish (pthread_t handle)
{
  pthread_join (handle, NULL);
}

int main (void)
{
  pthread_t t, old;
  start (&t, idle);
  old = t;
  start (&t, work);
  finish (old);
  count++; /* dg-message "updated here by thread 'main'" */
  finish (t);
  return count;
}
