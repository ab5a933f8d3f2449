/* As thread-handle-stale, but the second is joined too before the access. */
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
  total++;
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
  end (handle);
  printf ("%d\n", total);
  return 0;
}
