/* A flag with a condition variable, tested in a loop.  Racy: one wait with a timeout and no second
   test. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;
static int result;

static void *compute (void *unused)
{
  result = 42; /* dg-warning "data race on 'result'" dg-message "written here" */
  pthread_mutex_lock (&lock);
  done = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  struct timespec soon;
  pthread_t id;

  pthread_create (&id, NULL, compute, NULL);
  clock_gettime (CLOCK_REALTIME, &soon);
  pthread_mutex_lock (&lock);
  if (!done)
    pthread_cond_timedwait (&changed, &lock, &soon);
  pthread_mutex_unlock (&lock);
  printf ("%d\n", result); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
