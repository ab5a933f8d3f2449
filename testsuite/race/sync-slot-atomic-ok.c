/* An atomic says whether the slot is full. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int full;
static int item;

static void *producer (void *unused)
{
  for (int i = 0; i < 10; i++) {
    while (atomic_load_explicit (&full, memory_order_acquire))
      sched_yield ();
    item = i;
    atomic_store_explicit (&full, 1, memory_order_release);
  }
  return unused;
}

static void *consumer (void *unused)
{
  long sum = 0;
  for (int i = 0; i < 10; i++) {
    while (!atomic_load_explicit (&full, memory_order_acquire))
      sched_yield ();
    sum += item;
    atomic_store_explicit (&full, 0, memory_order_release);
  }
  return (void *)sum;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
