/* The leaves of thread-join-tree. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_leaves;

void *leaf (void *unused)
{
  pthread_mutex_lock (&lock);
  n_leaves++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int leaves (void)
{
  return n_leaves;
}
