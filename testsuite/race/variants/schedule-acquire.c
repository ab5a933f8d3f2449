/* A ring whose two ends are atomics with acquire and release.
   RACY 1 'ring[]': a slot too many
   RACY 2 'ring[]': the end is moved before the slot is written
   RACY 3 'ring[]': the consumer reads the end without acquire
   RACY 4 'ring[]': the producer moves the end without release
   RACY 5 'ring[]': the slot is given back before it is read
   RACY 6 'ring[]': two consumers
   RACY 7 'ring[]': the producer reads the other end without acquire
   RACY 8 'ring[]': the consumer gives slots back without release
   RACY 9 'ring[]': the producer does not look whether the ring is full */
#include "common.h"
#include <stdatomic.h>
#define SLOTS 4
static int ring[SLOTS];
static atomic_uint head, tail;
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define RELAXED memory_order_relaxed
static void *producer (void *unused)
{
  for (int i = 0; i < 10; i++) {
    unsigned h = atomic_load_explicit (&head, RELAXED);
#if R != 9
    while (h - atomic_load_explicit (&tail, R == 7 ? RELAXED : ACQUIRE) == SLOTS + (R == 1))
      ;
#endif
#if R == 2
    atomic_store_explicit (&head, h + 1, RELEASE);
#endif
    ring[h % SLOTS] = i;
#if R != 2
    atomic_store_explicit (&head, h + 1, R == 4 ? RELAXED : RELEASE);
#endif
  }
  return unused;
}
static void *consumer (void *unused)
{
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    unsigned t = atomic_load_explicit (&tail, RELAXED);
    while (atomic_load_explicit (&head, R == 3 ? RELAXED : ACQUIRE) == t)
      ;
#if R == 5
    atomic_store_explicit (&tail, t + 1, RELEASE);
#endif
    sum += ring[t % SLOTS];
#if R != 5
    atomic_store_explicit (&tail, t + 1, R == 8 ? RELAXED : RELEASE);
#endif
  }
  return (void *)(intptr_t)sum;
}
int main (void)
{
  pthread_t p, c, d;
  atomic_store_explicit (&head, 0, RELAXED);
  spawn (&p, producer, NULL);
  spawn (&c, consumer, NULL);
#if R == 6
  spawn (&d, consumer, NULL);
  pthread_join (d, NULL);
#endif
  pthread_join (p, NULL);
  pthread_join (c, NULL);
  return ring[0];
}
