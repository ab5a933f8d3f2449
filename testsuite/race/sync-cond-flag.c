/* A flag with a condition variable is the only ordering between result and reader.  Racy: the flag
   is set before the result is there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;
static int result;

static void *compute (void *unused)
{
  pthread_mutex_lock (&lock);
  done = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  result = 42; /* dg-warning "data race on 'result'" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, compute, NULL);
  pthread_mutex_lock (&lock);
  while (!done)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  printf ("%d\n", result); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
