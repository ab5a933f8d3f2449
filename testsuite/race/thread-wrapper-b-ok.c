/* The wrappers of thread-wrapper and its twin. */
#include <pthread.h>
#include <stdlib.h>

void spawn (pthread_t *id, void *(*start) (void *), void *arg)
{
  pthread_attr_t attr;

  pthread_attr_init (&attr);
  pthread_attr_setstacksize (&attr, 1 << 20);
  if (pthread_create (id, &attr, start, arg) != 0)
    abort ();
  pthread_attr_destroy (&attr);
}

void await (pthread_t id)
{
  pthread_join (id, NULL);
}
