/* The services of thread-table.  Racy: the reporter reads without the lock. */
#include <pthread.h>
#include <stdio.h>

extern pthread_mutex_t cache_lock;
extern int cache_dirty;

void *flusher (void *unused)
{
  pthread_mutex_lock (&cache_lock);
  cache_dirty = 0; /* dg-message "written here" */
  pthread_mutex_unlock (&cache_lock);
  return unused;
}

void *reporter (void *unused)
{
  int n;

  n = cache_dirty; /* dg-warning "data race on 'cache_dirty'" dg-message "read here" */
  printf ("%d dirty\n", n);
  return unused;
}
