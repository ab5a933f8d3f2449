/* A flag is set before main begins. */
#include <pthread.h>

static int enabled;
static long counter;

__attribute__ ((constructor)) static void enable (void)
{
  enabled = 1;
}

static void *worker (void *unused)
{
  if (enabled)
    ++counter; /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  pthread_join (t, NULL);
  return 0;
}
