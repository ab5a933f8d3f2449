/* The reader of lock-global-files.  Racy: without the lock. */
#include <pthread.h>

extern pthread_mutex_t log_lock;
extern int log_lines;

int log_length (void)
{
  int n;

  n = log_lines; /* dg-warning "data race on 'log_lines'" dg-message "read here" */
  return n;
}
