/* Exit called by a thread runs the atexit handler there, under the lock.
   Racy: without the lock. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int progress;

static void summary (void)
{
  printf ("at %d\n", progress); /* dg-warning "data race on 'progress'" dg-message "read here" */
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
    progress++; /* dg-message "updated here" */
    pthread_mutex_unlock (&lock);
    usleep (100);
  }
}
