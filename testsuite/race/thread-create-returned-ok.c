/* Functions that return what a creation has returned, or whether it was one: joined where there is a thread. */
/* dg-racecheck-options "--without=schedule" */
#include <pthread.h>

static int data;

static int create (pthread_t *t, void *(*f) (void *), void *a)
{
  return pthread_create (t, NULL, f, a);
}

static int started (pthread_t *t, void *(*f) (void *), void *a)
{
  return pthread_create (t, NULL, f, a) == 0;
}

static int join (pthread_t t)
{
  return pthread_join (t, NULL);
}

static void *worker (void *a)
{
  data++;
  return a;
}

static void run (void)
{
  pthread_t t;
  if (!create (&t, worker, NULL))
    join (t);
}

static void run_again (void)
{
  pthread_t t;
  if (started (&t, worker, NULL))
    join (t);
}

int main (void)
{
  run ();
  data++;
  run_again ();
  data++;
  return 0;
}
