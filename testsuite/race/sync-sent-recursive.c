/* A semaphore is posted in a recursive call: main uses the counter after that. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static long counter;

static void post (int depth)
{
  if (depth)
    post (depth - 1);
  else
    sem_post (&done);
}

static void *worker (void *unused)
{
  sem_wait (&done);
  ++counter; /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  sem_init (&done, 0, 0);
  pthread_create (&t, NULL, worker, NULL);
  post (3);
  ++counter;
  pthread_join (t, NULL);
  return 0;
}
