/* The function that releases its caller's lock, of lock-released-for-caller and its twin. */
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int dirty;

/* Called with the lock, returns without it. */
void flush_and_unlock (void)
{
  int n = dirty;

  dirty = 0;
  pthread_mutex_unlock (&lock);
  printf ("flushed %d\n", n);
}
