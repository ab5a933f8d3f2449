#include <pthread.h>

extern pthread_mutex_t add_lock;

static inline void locked_add (int *p)
{
  pthread_mutex_lock (&add_lock);
  ++*p;
  pthread_mutex_unlock (&add_lock);
}
