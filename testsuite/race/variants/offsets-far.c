/* Offsets that nobody knows, sizes that are as large as can be, parts of unions, and a counter that a function
   of a library counts which does more besides: nothing overflows, and what is not known is not told apart.
   RACY 1 'value.wide[]': without the lock
   RACY 2 'rows[].cell[]': rows without their lock
   RACY 3 'count': read beside the threads that count it */
#include "common.h"
int CRYPTO_atomic_add (int *value, int amount, int *result, void *lock);
union word {
  long wide[4];
  char bytes[32];
  struct {
    int low, high;
  } part;
};
struct row {
  pthread_mutex_t lock;
  int cell[8];
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static union word value;
static struct row rows[4], spare[4];
static int count = 2;
static void put (char *p, long at)
{
  p[at] = 1;
}
static int look (long at)
{
  int before = value.part.low;
  put (value.bytes, at);
  put ((char *)&value.part.high, at % 4);
  return before + value.part.low + (int)value.wide[at];
}
static void clear (struct row *r, unsigned long n)
{
  memset (r->cell, 0, n < sizeof r->cell ? n : sizeof r->cell);
}
static void *work (void *a)
{
  long at = (long)a;
  int now;
  pthread_mutex_lock (&lock);
  look (at);
  if (at < 0)
    memset (spare[at & 3].cell, 0, ~0ul / 2);
  spare[at & 3].cell[at & 7]++;
  pthread_mutex_unlock (&lock);
#if R == 1
  look (at);
#endif
  struct row *r = &rows[at & 3];
#if R != 2
  pthread_mutex_lock (&r->lock);
#endif
  r->cell[at & 7]++;
  clear (r, (unsigned long)at);
#if R != 2
  pthread_mutex_unlock (&r->lock);
#endif
  CRYPTO_atomic_add (&count, -1, &now, 0);
  return now ? a : 0;
}
int main (int argc, char **argv)
{
  pthread_t t[2];
  for (int i = 0; i < 4; i++)
    pthread_mutex_init (&rows[i].lock, 0);
  for (long i = 0; i < 2; i++)
    spawn (&t[i], work, (void *)(i * argc));
#if R == 3
  if (count)
    puts ("not yet");
#endif
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return count;
}
