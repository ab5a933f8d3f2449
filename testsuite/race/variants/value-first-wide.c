/* Flags, counters and numbers of slots that begin as another member of their union says.
   RACY 1 'x': the flag is set at first
   RACY 2 'y': an atomic one
   RACY 3 'z': the counter is 1 at first
   RACY 4 'slots[]': the number of a slot */
#include "common.h"
#include <stdatomic.h>
union first {
  long wide;
  struct {
    int before, number;
  } parts;
};
static union first flag = {R == 1 ? 1L << 32 : 0}, counter = {R == 3 ? 1L << 32 : 0};
static union {
  long wide;
  struct {
    int before;
    atomic_int number;
  } parts;
} ready = {R == 2 ? 1L << 32 : 0};
static __thread union first mine = {R == 4 ? 2L << 32 : 0};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static long slots[64];
static int x, y, z, next;
static void *sender (void *a)
{
  x = y = z = 1;
  ready.parts.number = 1;
  pthread_mutex_lock (&m);
  flag.parts.number = 1;
  counter.parts.number++;
  pthread_cond_broadcast (&more);
  pthread_mutex_unlock (&m);
  return NULL;
}
static void *receiver (void *a)
{
  for (int seen = 0; !seen;) {
    pthread_mutex_lock (&m);
    seen = flag.parts.number;
    pthread_mutex_unlock (&m);
  }
  x++;
  return NULL;
}
static void *looker (void *a)
{
  while (!ready.parts.number)
    ;
  y++;
  return NULL;
}
static void *waiter (void *a)
{
  pthread_mutex_lock (&m);
  while (counter.parts.number < 1)
    pthread_cond_wait (&more, &m);
  pthread_mutex_unlock (&m);
  z++;
  return NULL;
}
static void *slot (void *a)
{
  if (R != 4 || a) {
    pthread_mutex_lock (&m);
    mine.parts.number = ++next;
    pthread_mutex_unlock (&m);
  }
  slots[mine.parts.number - 1]++;
  return NULL;
}
int main (void)
{
  pthread_t t[6];
  spawn (&t[0], sender, NULL);
  spawn (&t[1], receiver, NULL);
  spawn (&t[2], looker, NULL);
  spawn (&t[3], waiter, NULL);
  spawn (&t[4], slot, NULL);
  spawn (&t[5], slot, NULL);
  for (int i = 0; i < 6; i++)
    pthread_join (t[i], NULL);
  return 0;
}
