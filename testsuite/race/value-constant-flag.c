/* An unlocked access behind a flag that is constant 0.  Racy: the flag is 1. */
#include <pthread.h>
#include <stdio.h>

static const int trace = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *work (void *unused)
{
  if (trace)
    printf ("%d jobs\n", jobs); /* dg-warning "data race on 'jobs'" dg-message "read here" */
  pthread_mutex_lock (&lock);
  jobs++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
