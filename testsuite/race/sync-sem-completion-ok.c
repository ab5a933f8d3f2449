/* A semaphore signals completion; main reads after the wait. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static int answer;

static void *compute (void *unused)
{
  answer = 42;
  sem_post (&done);
  return unused;
}

int main (void)
{
  pthread_t id;

  sem_init (&done, 0, 0);
  pthread_create (&id, NULL, compute, NULL);
  sem_wait (&done);
  printf ("%d\n", answer);
  pthread_join (id, NULL);
  return 0;
}
