/* A flag that a library function reads from a file before there are threads: main has set it long ago when it uses
   what the flag allows, once the thread has ended. */
#include <pthread.h>
#include <stdio.h>

static int enabled;
static long counter;

static void *worker (void *unused)
{
  if (enabled)
    ++counter;
  return unused;
}

int main (void)
{
  pthread_t t;
  fread (&enabled, sizeof enabled, 1, stdin);
  pthread_create (&t, NULL, worker, NULL);
  pthread_join (t, NULL);
  if (enabled)
    ++counter;
  return 0;
}
