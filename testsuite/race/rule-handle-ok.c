/* RULES 1.4 handle: a thread asks for its own id. */
#include <pthread.h>
#include <stdio.h>

static pthread_t id;

static void *child (void *unused)
{
  pthread_t self = pthread_self ();

  printf ("%lx\n", (unsigned long) self);
  return unused;
}

int main (void)
{
  pthread_create (&id, NULL, child, NULL);
  pthread_join (id, NULL);
  return 0;
}
