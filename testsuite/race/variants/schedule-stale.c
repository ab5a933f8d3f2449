/* Older values that reads of atomics with acquire and release may find.
   RACY 1 'x': each thread may miss that the other wants to go in, too
   RACY 2 'x': the same, although the turn is sequentially consistent
   RACY 3 'x': the number was read before
   RACY 4 'x': two that write the same variable, one of which has not read it
   RACY 5 'x': one who has been created before does not know
   RACY 6 'x': the flag is set by a thread that nobody has joined */
#include "common.h"
#include <stdatomic.h>
static atomic_int want[2], turn, step, seen;
static int x;
#if R == 1
#define PUT memory_order_release
#define GET memory_order_acquire
#define TURN_PUT memory_order_release
#define TURN_GET memory_order_acquire
#elif R == 2
#define PUT memory_order_release
#define GET memory_order_acquire
#define TURN_PUT memory_order_seq_cst
#define TURN_GET memory_order_seq_cst
#else
#define PUT memory_order_seq_cst
#define GET memory_order_seq_cst
#define TURN_PUT memory_order_seq_cst
#define TURN_GET memory_order_seq_cst
#endif
#if R < 3
static void *run (void *argument)
{
  int me = (int)(intptr_t)argument, other = 1 - me;
  atomic_store_explicit (&want[me], 1, PUT);
  atomic_store_explicit (&turn, other, TURN_PUT);
  while (atomic_load_explicit (&want[other], GET) && atomic_load_explicit (&turn, TURN_GET) == other)
    ;
  x++;
  atomic_store_explicit (&want[me], 0, PUT);
  return NULL;
}
#elif R == 3
static void *run (void *argument)
{
  if (!argument) {
    atomic_store_explicit (&step, 1, memory_order_release);
    if (!atomic_load_explicit (&seen, memory_order_acquire))
      x++;
  } else {
    atomic_store_explicit (&seen, 1, memory_order_release);
    if (!atomic_load_explicit (&step, memory_order_acquire))
      x++;
  }
  return NULL;
}
#elif R == 4
static void *run (void *argument)
{
  int me = 1 + (int)(intptr_t)argument;
  atomic_store_explicit (&step, me, memory_order_release);
  atomic_store_explicit (&seen, me, memory_order_release);
  if (atomic_load_explicit (&step, memory_order_acquire) == me &&
      atomic_load_explicit (&seen, memory_order_acquire) != me)
    x++;
  if (atomic_load_explicit (&seen, memory_order_acquire) == me &&
      atomic_load_explicit (&step, memory_order_acquire) != me)
    x++;
  return NULL;
}
#elif R == 5
static void *run (void *argument)
{
  if (argument) {
    while (!atomic_load_explicit (&step, memory_order_acquire))
      ;
    if (!atomic_load_explicit (&seen, memory_order_acquire))
      return NULL;
    if (atomic_load_explicit (&turn, memory_order_acquire) == 0)
      x++;
  } else {
    atomic_store_explicit (&seen, 1, memory_order_release);
    atomic_store_explicit (&step, 1, memory_order_release);
    x++;
    atomic_store_explicit (&turn, 1, memory_order_release);
  }
  return NULL;
}
#else
static void *set (void *unused)
{
  atomic_store_explicit (&step, 1, memory_order_relaxed);
  x = 1;
  return unused;
}
static void *run (void *argument)
{
  if (atomic_load_explicit (&step, memory_order_acquire) && atomic_load_explicit (&seen, memory_order_acquire))
    x++;
  return argument;
}
#endif
int main (void)
{
  pthread_t a, b;
#if R == 6
  pthread_t c;
  spawn (&c, set, NULL);
  pthread_detach (c);
  atomic_store_explicit (&seen, 1, memory_order_release);
#endif
  spawn (&a, run, NULL);
  spawn (&b, run, (void *)1);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
