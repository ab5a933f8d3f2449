/* The services of thread-table. */
#include <pthread.h>
#include <stdio.h>

extern pthread_mutex_t cache_lock;
extern int cache_dirty;

void *flusher (void *unused)
{
  pthread_mutex_lock (&cache_lock);
  cache_dirty = 0;
  pthread_mutex_unlock (&cache_lock);
  return unused;
}

void *reporter (void *unused)
{
  int n;

  pthread_mutex_lock (&cache_lock);
  n = cache_dirty;
  pthread_mutex_unlock (&cache_lock);
  printf ("%d dirty\n", n);
  return unused;
}
