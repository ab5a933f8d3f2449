/* A handle is read before its variable gets the next thread: it is the first one that is joined, also
   if functions of the program create and join.  Racy: the second still runs. */
#include <pthread.h>
#include <stdio.h>

static pthread_t handle;
static int total;

static void *quick (void *unused)
{
  return unused;
}

static void *slow (void *unused)
{
  total++; /* dg-warning "data race on .total." dg-message "updated here" */
  return unused;
}

static void start (pthread_t *h, void *(*run) (void *))
{
  pthread_create (h, NULL, run, NULL);
}

static void end (pthread_t h)
{
  pthread_join (h, NULL);
}

int main (void)
{
  pthread_t first;

  start (&handle, quick);
  first = handle;
  start (&handle, slow);
  end (first);
  printf ("%d\n", total); /* dg-message "read here" */
  end (handle);
  return 0;
}
