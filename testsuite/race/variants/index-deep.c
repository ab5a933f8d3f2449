/* A lock and what it protects, found by a number that the caller has computed in many steps.
   RACY 1 'buckets[].n': the lock of the next one
   RACY 2 'buckets[].n': the lock of another number
   RACY 3 'buckets[].n': the number is counted up between
   RACY 4 'buckets[].n': the caller, which has the lock of the number, gives half of it */
#include "common.h"
static struct { pthread_mutex_t lock; int n; } buckets[4];
static void touch (unsigned key, unsigned other)
{
  unsigned of = R == 1 ? key + 1 : R == 2 ? other : key;
  pthread_mutex_lock (&buckets[of % 4].lock);
  if (R == 3)
    key++;
  buckets[key % 4].n++;
  pthread_mutex_unlock (&buckets[of % 4].lock);
}
static void bump (unsigned key)
{
  buckets[key].n++;
}
static void *run (void *unused)
{
  unsigned key = getchar (), other = getchar ();
  /* Each time one step more, so that one of them is the first that is too many. */
  for (unsigned round = 0; round < 2; round++) {
    touch (key = key * 3 ^ round, other);
    touch (key = key * 5 ^ other, other);
    touch (key = key * 7 ^ round, other);
    touch (key = key * 9 ^ 1, other);
    touch (key = key * 3 ^ 2, other);
    touch (key = key * 5, other);
    touch (key = key ^ 3, other);
  }
  key = key % 4;
  pthread_mutex_lock (&buckets[key].lock);
  bump (R == 4 ? key / 2 : key);
  pthread_mutex_unlock (&buckets[key].lock);
  return unused;
}
int main (void)
{
  for (int i = 0; i < 4; i++)
    pthread_mutex_init (&buckets[i].lock, NULL);
  spawn_two (run);
  return 0;
}
