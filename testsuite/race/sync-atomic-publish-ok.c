/* Release store of a flag, acquire load, then the data. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int payload;
static atomic_int ready;

static void *publish (void *unused)
{
  payload = 99;
  atomic_store_explicit (&ready, 1, memory_order_release);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, publish, NULL);
  while (!atomic_load_explicit (&ready, memory_order_acquire))
    ;
  printf ("%d\n", payload);
  pthread_join (id, NULL);
  return 0;
}
