/* A semaphore is posted, and what runs at the exit does what is done after that, too. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;
static long counter;

static void leave (void)
{
  ++counter; /* { dg-warning "data race on .counter" } */
}

static void *worker (void *unused)
{
  sem_wait (&done);
  ++counter;
  return unused;
}

int main (void)
{
  pthread_t t;
  sem_init (&done, 0, 0);
  atexit (leave);
  pthread_create (&t, NULL, worker, NULL);
  sem_post (&done);
  return 0;
}
