/* Argument malloc'ed per thread, freed by the thread.  Racy: one argument for all threads,
   rewritten for each. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  int number;
};

static void *work (void *argument)
{
  struct job *job = argument;

  printf ("%d\n", job->number); /* dg-warning "data race on '[^']*number" dg-message "read here" */
  return NULL;
}

int main (void)
{
  pthread_t id[3];
  struct job *job = malloc (sizeof *job);

  for (int i = 0; i < 3; i++) {

    if (!job)
      abort ();
    job->number = i; /* dg-message "written here" */
    pthread_create (&id[i], NULL, work, job);
    printf ("started %d\n", i);
  }
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  free (job);
  return 0;
}
