/* A stop flag polled by a thread: atomic.  Racy: volatile is no synchronisation. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static volatile int stop;

static void *work (void *unused)
{
  while (!stop) /* dg-warning "data race on 'stop'" dg-message "read here" */
    ;
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  stop = 1; /* dg-message "written here" */
  pthread_join (id, NULL);
  return 0;
}
