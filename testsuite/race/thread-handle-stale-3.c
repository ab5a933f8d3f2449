/* As thread-handle-stale; the function that joins creates the second thread before. */
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

static void next (void)
{
  pthread_create (&handle, NULL, slow, NULL);
}

static void end (pthread_t h)
{
  next ();
  pthread_join (h, NULL);
}

int main (void)
{
  pthread_create (&handle, NULL, quick, NULL);
  end (handle);
  printf ("%d\n", total); /* dg-message "read here" */
  pthread_join (handle, NULL);
  return 0;
}
