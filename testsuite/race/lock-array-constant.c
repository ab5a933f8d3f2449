/* Array of locks with constant index.  Racy: index off by one. */
#include <pthread.h>
#include <stdio.h>

enum { READS, WRITES, KINDS };

static pthread_mutex_t lock[KINDS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int reads, writes;

static void *server (void *unused)
{
  pthread_mutex_lock (&lock[READS]);
  reads++; /* dg-warning "data race on 'reads'" dg-message "updated here" */
  pthread_mutex_unlock (&lock[READS]);
  pthread_mutex_lock (&lock[WRITES]);
  writes++;
  pthread_mutex_unlock (&lock[WRITES]);
  return unused;
}

static void *reset (void *unused)
{
  pthread_mutex_lock (&lock[WRITES]);
  writes = 0;
  pthread_mutex_unlock (&lock[WRITES]);
  pthread_mutex_lock (&lock[READS + 1]);
  reads = 0; /* dg-message "written here" */
  pthread_mutex_unlock (&lock[READS + 1]);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&b, NULL, reset, NULL);
  pthread_create (&a, NULL, server, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", reads, writes);
  return 0;
}
