/* A flag that main sets by adding to it, when it has done what the flag is about. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int enabled;
static long counter;

static void *worker (void *unused)
{
  if (atomic_load (&enabled))
    ++counter;
  return unused;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  atomic_fetch_add (&enabled, 1);
  pthread_join (t, NULL);
  return 0;
}
