/* The reader of lock-global-files. */
#include <pthread.h>

extern pthread_mutex_t log_lock;
extern int log_lines;

int log_length (void)
{
  int n;

  pthread_mutex_lock (&log_lock);
  n = log_lines;
  pthread_mutex_unlock (&log_lock);
  return n;
}
