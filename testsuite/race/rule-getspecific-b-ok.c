/* The report of rule-getspecific. */
#include <pthread.h>

extern pthread_key_t key;
extern pthread_mutex_t lock;

void report (void)
{
  int *p = pthread_getspecific (key);

  pthread_mutex_lock (&lock);
  ++*p;
  pthread_mutex_unlock (&lock);
}
