/* A team of workers and main meet at a barrier that lives in a struct of another file; main
   prepares before, workers read after. */
/* dg-additional-sources "sync-barrier-files-b-ok.c" */
#include "sync-barrier-files.h"
#include <stdio.h>

static struct team team;
static int shared_input;

static void *worker (void *arg)
{
  team_meet (&team);
  printf ("%d\n", shared_input);
  return arg;
}

int main (void)
{
  pthread_t id[3];

  team_init (&team, 4);
  for (long i = 0; i < 3; i++)
    pthread_create (&id[i], NULL, worker, (void *)i);
  shared_input = 3;
  team_meet (&team);
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  return 0;
}
