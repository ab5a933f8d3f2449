/* Each thread gets the number of its slot from a counter under a lock. Racy: the counter is set
   back while threads run. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_slot;
static long sum[THREADS];

static int register_thread (void)
{
  int n;

  pthread_mutex_lock (&lock);
  n = next_slot++;
  if (next_slot == THREADS - 1)
    next_slot = 0;
  pthread_mutex_unlock (&lock);
  return n;
}

static void *worker (void *unused)
{
  int me = register_thread ();

  for (int i = 0; i < 1000; i++)
    sum[me] += i; /* dg-warning "data race on 'sum\[\]'" dg-message "updated here" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t id[THREADS];
  long all = 0;

  for (int i = 0; i < THREADS; i++)
    pthread_create (&id[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (id[i], NULL);
  for (int i = 0; i < THREADS; i++)
    all += sum[i];
  printf ("%ld\n", all);
  return 0;
}
