/* Locks by the numbers of a table of pointers, one of which is changed. */
#include <pthread.h>

enum { DATA, LOG };
static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *locks[] = {&data_lock, &log_lock};
static int data;

static void *worker (void *unused)
{
  pthread_mutex_lock (locks[DATA]);
  data++; /* dg-warning "data race on 'data'" dg-message "updated here" */
  pthread_mutex_unlock (locks[DATA]);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t a, b;
  (void)argv;
  if (argc > 1)
    locks[DATA] = &log_lock;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_mutex_lock (&data_lock);
  data++; /* dg-message "updated here" */
  pthread_mutex_unlock (&data_lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
