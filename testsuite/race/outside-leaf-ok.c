/* Race-free: each thread has a result of its own measured. */
#include <pthread.h>
#include <stddef.h>

extern void measure (int *result) __attribute__ ((leaf, nothrow));

static void *worker (void *argument)
{
  int own;
  measure (&own);
  return own > 0 ? argument : NULL;
}

int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, NULL);
  int own;
  measure (&own);
  pthread_join (thread, NULL);
  return own;
}
