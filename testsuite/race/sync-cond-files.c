/* An event (flag and condition variable) in its own file orders the result.  Racy: the event is
   set too early. */
/* dg-additional-sources "sync-cond-files-b-ok.c" */
#include "sync-cond-files.h"
#include <stdio.h>

static struct event loaded = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static int size;

static void *load (void *unused)
{
  event_set (&loaded);
  size = 512; /* dg-warning "data race on 'size'" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, load, NULL);
  event_wait (&loaded);
  printf ("%d\n", size); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
