/* Who fails to compare and swap has found what another thread has stored. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int payload;
static atomic_int ready, ended;

static void *publish (void *unused)
{
  payload = 99;
  atomic_store (&ready, 1);
  atomic_store (&ended, 1);
  return unused;
}

int main (void)
{
  pthread_t id;
  int expected;

  pthread_create (&id, NULL, publish, NULL);
  do
    expected = 0;
  while (atomic_compare_exchange_strong_explicit (&ready, &expected, 0, memory_order_seq_cst,
                                                  memory_order_seq_cst));
  printf ("%d\n", payload);
  while (!atomic_load (&ended))
    ;
  pthread_join (id, NULL);
  return 0;
}
