/* The function of lock-parameter that takes lock and data.
   Racy: for one counter with two locks. */
#include <pthread.h>

void add (pthread_mutex_t *lock, int *counter, int n);

void add (pthread_mutex_t *lock, int *counter, int n)
{
  pthread_mutex_lock (lock);
  *counter += n; /* dg-warning "data race on 'packets_in'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (lock);
}
