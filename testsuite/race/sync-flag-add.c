/* A flag that main sets by adding to it, before it does what the flag allows. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int enabled;
static long counter;

static void *worker (void *unused)
{
  if (atomic_load (&enabled))
    ++counter; /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  atomic_fetch_add (&enabled, 1);
  ++counter;
  pthread_join (t, NULL);
  return 0;
}
