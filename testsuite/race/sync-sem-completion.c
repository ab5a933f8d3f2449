/* A semaphore signals completion; main reads after the wait.  Racy: the post comes before the
   write. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static int answer;

static void *compute (void *unused)
{
  sem_post (&done);
  answer = 42; /* dg-warning "data race on 'answer'" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  sem_init (&done, 0, 0);
  pthread_create (&id, NULL, compute, NULL);
  sem_wait (&done);
  printf ("%d\n", answer); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
