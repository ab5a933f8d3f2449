/* Lock passed as parameter beside the data.  Racy: one call passes another lock. */
/* dg-additional-sources "lock-parameter-b.c" */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;
static int packets_in, packets_out;

void add (pthread_mutex_t *lock, int *counter, int n);

static void *receiver (void *unused)
{
  add (&in_lock, &packets_in, 1);
  add (&out_lock, &packets_out, 1);
  return unused;
}

static void *forwarder (void *unused)
{
  add (&out_lock, &packets_in, 2);
  add (&out_lock, &packets_out, 2);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, receiver, NULL);
  pthread_create (&b, NULL, forwarder, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", packets_in, packets_out);
  return 0;
}
