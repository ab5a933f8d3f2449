/* The lock of lock-trylock-wrapper and its twin. */
#include <pthread.h>

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;

int cache_try_enter (void)
{
  return pthread_mutex_trylock (&cache_lock) == 0;
}

void cache_enter (void)
{
  pthread_mutex_lock (&cache_lock);
}

void cache_leave (void)
{
  pthread_mutex_unlock (&cache_lock);
}
