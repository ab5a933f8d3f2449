/* The function of lock-parameter that takes lock and data. */
#include <pthread.h>

void add (pthread_mutex_t *lock, int *counter, int n);

void add (pthread_mutex_t *lock, int *counter, int n)
{
  pthread_mutex_lock (lock);
  *counter += n;
  pthread_mutex_unlock (lock);
}
