/* A semaphore is posted by a function that pthread_once calls: main has used the counter before that. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static long counter;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void post (void)
{
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
  pthread_once (&once, post);
  pthread_join (t, NULL);
  return 0;
}
