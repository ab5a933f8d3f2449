/* Double-checked initialisation: under the lock a relaxed look at the flag is enough.
   RACY 1 'table.sum': the look is under another lock than the flag is set under
   RACY 2 'table.sum': the look before the lock is relaxed
   RACY 3 'table.sum': the flag is set first
   RACY 4 'table.sum': another thread sets the flag without the lock */
#include "common.h"
#include <stdatomic.h>
static atomic_bool ready;
static struct {
  int sum, part[8];
} table;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static void build (void)
{
  pthread_mutex_lock (&m);
  if (!atomic_load_explicit (&ready, memory_order_relaxed)) {
#if R == 3
    atomic_store_explicit (&ready, 1, memory_order_release);
#endif
    for (int i = 0; i < 8; i++)
      table.part[i] = i;
    table.sum = 28;
    atomic_store_explicit (&ready, 1, memory_order_release);
  }
  pthread_mutex_unlock (&m);
}
static int get (void)
{
#if R == 1
  int sum = 0;
  pthread_mutex_lock (&other);
  if (atomic_load_explicit (&ready, memory_order_relaxed))
    sum = table.sum;
  pthread_mutex_unlock (&other);
  return sum;
#else
  if (!atomic_load_explicit (&ready, R == 2 ? memory_order_relaxed : memory_order_acquire))
    build ();
  return table.sum;
#endif
}
static void *w (void *a)
{
#if R == 1
  if (!a)
    build ();
#endif
#if R == 4
  if (a) {
    table.sum = 1;
    atomic_store_explicit (&ready, 1, memory_order_release);
    return 0;
  }
#endif
  printf ("%d\n", get ());
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    spawn (&t[i], w, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
