/* A spinlock made of atomic_flag guards the counter. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int hits;

static void *visit (void *unused)
{
  for (int i = 0; i < 1000; i++) {
    while (atomic_flag_test_and_set_explicit (&busy, memory_order_acquire))
      ;
    hits++;
    atomic_flag_clear_explicit (&busy, memory_order_release);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, visit, NULL);
  pthread_create (&b, NULL, visit, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", hits);
  return 0;
}
