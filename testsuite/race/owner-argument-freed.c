/* Argument malloc'ed per thread, freed by the thread.  Racy: the creator reads it after the
   create. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  int number;
};

static void *work (void *argument)
{
  struct job *job = argument;

  printf ("%d\n", job->number);
  free (job); /* dg-warning "data race on '[^']*" dg-message "freed here" */
  return NULL;
}

int main (void)
{
  pthread_t id[3];

  for (int i = 0; i < 3; i++) {
    struct job *job = malloc (sizeof *job);

    if (!job)
      abort ();
    job->number = i;
    pthread_create (&id[i], NULL, work, job);
    printf ("started %d\n", job->number); /* dg-message "read here" */
  }
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  return 0;
}
