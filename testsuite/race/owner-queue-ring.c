/* Objects moved through a ring of pointers with condition variables, the queue in its own file.
   Racy: the producer touches the object after enqueuing. */
/* dg-additional-sources "owner-queue-ring-b-ok.c" */
#include "owner-queue-ring.h"
#include <stdio.h>
#include <stdlib.h>

static void *worker (void *unused)
{
  for (int n = 0; n < 20; n++) {
    struct job *j = queue_get ();

    j->output = j->input * j->input; /* dg-warning "data race on '[^']*output" dg-message "written here" */
  }
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, worker, NULL);
  for (int n = 0; n < 20; n++) {
    struct job *j = malloc (sizeof *j);

    if (!j)
      abort ();
    j->input = n;
    queue_put (j);
    j->output = 0; /* dg-message "written here" */
  }
  pthread_join (id, NULL);
  return 0;
}
