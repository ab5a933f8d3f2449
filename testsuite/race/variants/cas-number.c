/* A lock by compare-and-swap that takes the number of its thread: whatever is above 0.
   RACY 1 'count': the numbers begin with 0
   RACY 2 'count': they are counted down, and may come to 0
   RACY 3 'total': from a field that is not set in each of the structs
   RACY 4 'total': from one that is cleared again
   RACY 5 'count': given back by who does not have it
   RACY 6 'count': of 256, which is too large, only the last byte is left
   RACY 7 'total': the same of what is counted in a byte */
#include "common.h"
#include <stdatomic.h>
enum { THREADS = 8 };
struct lock {
  atomic_int owner;
};
struct worker {
  int number, done;
  pthread_t thread;
};
static struct lock first, second;
static struct worker workers[THREADS];
static int count, total;
static void take (struct lock *l, int me)
{
  int nobody = 0;
  while (!atomic_compare_exchange_strong_explicit (&l->owner, &nobody, me, memory_order_acquire,
                                                   memory_order_relaxed))
    nobody = 0;
}
static void give (struct lock *l)
{
  atomic_store_explicit (&l->owner, 0, memory_order_release);
}
static void *by_argument (void *a)
{
  int me = (int)(intptr_t)a;
#if R == 1 || R == 2
  take (&first, me);
#elif R == 6
  take (&first, (unsigned char)(me + 255));
#else
  take (&first, me + 1);
#endif
  count++;
  give (&first);
#if R == 5
  give (&first);
  count++;
#endif
  return 0;
}
static void *by_next (void *a)
{
  struct worker *w = a;
#if R == 3
  take (&second, w->number);
#elif R == 7
  unsigned char me = w->number;
  take (&second, ++me);
#else
  take (&second, w->number + 1);
#endif
  total++;
  give (&second);
#if R == 4
  w->number = -1;
#endif
  return 0;
}
int main (void)
{
  pthread_t t[THREADS];
#if R == 2
  for (int i = THREADS; i > 0; i--)
    spawn (&t[i - 1], by_argument, (void *)(intptr_t)(i - 1));
#else
  for (int i = 0; i < THREADS; i++)
    spawn (&t[i], by_argument, (void *)(intptr_t)i);
#endif
  for (int i = 0; i < THREADS; i++) {
#if R == 3
    if (i % 2)
#endif
      workers[i].number = i + 1;
    spawn (&workers[i].thread, by_next, &workers[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join (t[i], 0);
    pthread_join (workers[i].thread, 0);
  }
  return 0;
}
