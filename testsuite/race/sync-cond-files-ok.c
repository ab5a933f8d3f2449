/* An event (flag and condition variable) in its own file orders the result. */
/* dg-additional-sources "sync-cond-files-b-ok.c" */
#include "sync-cond-files.h"
#include <stdio.h>

static struct event loaded = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static int size;

static void *load (void *unused)
{
  size = 512;
  event_set (&loaded);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, load, NULL);
  event_wait (&loaded);
  printf ("%d\n", size);
  pthread_join (id, NULL);
  return 0;
}
