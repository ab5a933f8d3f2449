/* A semaphore signals completion; main reads after the wait.  Racy: the initial value is 1. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static int answer;

static void *compute (void *unused)
{
  answer = 42; /* dg-warning "data race on 'answer'" dg-message "written here" */
  sem_post (&done);
  return unused;
}

int main (void)
{
  pthread_t id;

  sem_init (&done, 0, 1);
  pthread_create (&id, NULL, compute, NULL);
  sem_wait (&done);
  printf ("%d\n", answer); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
