/* The report of rule-getspecific.  Racy: without the lock. */
#include <pthread.h>

extern pthread_key_t key;

void report (void)
{
  int *p = pthread_getspecific (key);

  ++*p; /* dg-warning "data race on 'errors'" dg-message "updated here" dg-message "updated here" */
}
