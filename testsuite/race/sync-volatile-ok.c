/* A stop flag polled by a thread: atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int stop;

static void *work (void *unused)
{
  while (!stop)
    ;
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  stop = 1;
  pthread_join (id, NULL);
  return 0;
}
