/* A function that returns what a creation has returned.  Racy: joined only
   where there is no thread. */
/* dg-racecheck-options "--without=schedule" */
#include <pthread.h>

static int data;

static int create (pthread_t *t, void *(*f) (void *), void *a)
{
  return pthread_create (t, NULL, f, a);
}

static int join (pthread_t t)
{
  return pthread_join (t, NULL);
}

static void *worker (void *a)
{
  data++; /* dg-warning "data race on 'data'" dg-message "updated here" */
  return a;
}

static void run (void)
{
  pthread_t t;
  if (create (&t, worker, NULL))
    join (t);
}

int main (void)
{
  run ();
  data++; /* dg-message "updated here" */
  return 0;
}
