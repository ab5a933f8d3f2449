/* RULES 1.1 correlated condition: an atomic flag, loaded once.
   Racy: loaded again, it may have changed. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counting;
static int total;

static void *worker (void *unused)
{
  int on = atomic_load (&counting);

  if (on)
    pthread_mutex_lock (&lock);
  usleep (1000);
  if (atomic_load (&counting))
    total++; /* dg-warning "data race on 'total'" dg-message "updated here" dg-message "updated here" */
  if (on)
    pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  usleep (500);
  atomic_store (&counting, 1);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", total);
  return 0;
}
