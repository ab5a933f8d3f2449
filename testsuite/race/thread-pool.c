/* A pool of threads that run queued function pointers; the tasks lock.  Racy: one task does not
   lock. */
/* dg-additional-sources "thread-pool-b-ok.c" */
#include "thread-pool.h"
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int bytes, files;

static void count_bytes (void *argument)
{
  pthread_mutex_lock (&lock);
  bytes += *(int *) argument;
  pthread_mutex_unlock (&lock);
}

static void count_file (void *argument)
{
  (void) argument;
  files++; /* dg-warning "data race on 'files'" dg-message "updated here" dg-message "updated here" */
}

int main (void)
{
  int size[] = { 10, 20, 30 };

  pool_start ();
  for (int i = 0; i < 3; i++) {
    pool_add (count_bytes, &size[i]);
    pool_add (count_file, NULL);
  }
  pool_finish ();
  printf ("%d %d\n", bytes, files);
  return 0;
}
