/* Exit called by a thread runs the atexit handler there, under the lock. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int progress;

static void summary (void)
{
  pthread_mutex_lock (&lock);
  printf ("at %d\n", progress);
  pthread_mutex_unlock (&lock);
}

static void *deadline (void *unused)
{
  usleep (2000);
  exit (0);
  return unused;
}

int main (void)
{
  pthread_t id;

  atexit (summary);
  pthread_create (&id, NULL, deadline, NULL);
  for (;;) {
    pthread_mutex_lock (&lock);
    progress++;
    pthread_mutex_unlock (&lock);
    usleep (100);
  }
}
