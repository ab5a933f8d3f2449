/* A flag that a library function reads from a file before there are threads: main has set it long ago when it uses
   what the flag allows, and the thread does so, too. */
#include <pthread.h>
#include <stdio.h>

static int enabled;
static long counter;

static void *worker (void *unused)
{
  if (enabled)
    ++counter; /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  fread (&enabled, sizeof enabled, 1, stdin);
  pthread_create (&t, NULL, worker, NULL);
  if (enabled)
    ++counter;
  pthread_join (t, NULL);
  return 0;
}
