/* Objects moved through a ring of pointers with condition variables, the queue in its own file. */
/* dg-additional-sources "owner-queue-ring-b-ok.c" */
#include "owner-queue-ring.h"
#include <stdio.h>
#include <stdlib.h>

static void *worker (void *unused)
{
  for (int n = 0; n < 20; n++) {
    struct job *j = queue_get ();

    j->output = j->input * j->input;
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
    j->output = 0;
    queue_put (j);
  }
  pthread_join (id, NULL);
  return 0;
}
