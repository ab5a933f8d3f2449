/* A flag is set before main begins; one thread after the other does what it allows. */
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
    ++counter;
  return unused;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_join (t, NULL);
  ++counter;
  return 0;
}
