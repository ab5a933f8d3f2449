/* Atexit handler reads what a joined thread wrote. */
/* dg-additional-sources "thread-atexit-b-ok.c" */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern int written;

void summary (void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer (void *unused)
{
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock (&lock);
    written++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t id;

  atexit (summary);
  pthread_create (&id, NULL, writer, NULL);
  pthread_join (id, NULL);
  return 0;
}
