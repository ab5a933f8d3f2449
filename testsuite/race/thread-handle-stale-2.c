/* As thread-handle-stale; the second thread is created by a callee that nobody gives the handle. */
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

int main (void)
{
  pthread_t first;

  pthread_create (&handle, NULL, quick, NULL);
  first = handle;
  next ();
  pthread_join (first, NULL);
  printf ("%d\n", total); /* dg-message "read here" */
  pthread_join (handle, NULL);
  return 0;
}
