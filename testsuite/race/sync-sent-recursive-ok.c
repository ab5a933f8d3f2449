/* A semaphore is posted in a recursive call: main has used the counter before that. */
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
  ++counter;
  return unused;
}

int main (void)
{
  pthread_t t;
  sem_init (&done, 0, 0);
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  post (3);
  pthread_join (t, NULL);
  return 0;
}
