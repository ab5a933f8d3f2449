/* Locks by the numbers of a table of pointers that nobody writes. */
#include <pthread.h>

enum { DATA, LOG };
static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *locks[] = {&data_lock, &log_lock};
static int data;

static void *worker (void *unused)
{
  pthread_mutex_lock (locks[DATA]);
  data++;
  pthread_mutex_unlock (locks[DATA]);
  return unused;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_mutex_lock (&data_lock);
  data++;
  pthread_mutex_unlock (&data_lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
