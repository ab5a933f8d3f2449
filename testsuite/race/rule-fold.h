#include <pthread.h>

static pthread_mutex_t add_lock = PTHREAD_MUTEX_INITIALIZER;

static inline void locked_add (int *p)
{
  pthread_mutex_lock (&add_lock);
  ++*p; /* dg-warning "data race on 'total'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (&add_lock);
}
