/* Two objects, locked in the order of their addresses.
   RACY 1 'from->balance': the first is locked twice
   RACY 2 'from->balance': only the first is locked
   RACY 3 'to->balance': released too early
   RACY 4 'a->balance': another object than the one that is locked */
#include "common.h"
struct acct {
  pthread_mutex_t lock;
  long balance;
};
static struct acct *ac[4];
static void lock_both (struct acct *x, struct acct *y)
{
  struct acct *lo = x < y ? x : y, *hi = x < y ? y : x;
  pthread_mutex_lock (&lo->lock);
#if R == 1
  pthread_mutex_lock (&lo->lock);
#elif R != 2
  pthread_mutex_lock (&hi->lock);
#endif
}
static void transfer (struct acct *from, struct acct *to, long n)
{
  if (from == to)
    return;
  lock_both (from, to);
#if R == 4
  if (ac[1] != to)
    to = ac[1];
#endif
  from->balance -= n;
#if R == 3
  pthread_mutex_unlock (&to->lock);
#endif
  to->balance += n;
#if R != 3
  pthread_mutex_unlock (&to->lock);
#endif
  pthread_mutex_unlock (&from->lock);
}
static long peek (struct acct *a)
{
  pthread_mutex_lock (&a->lock);
  long r = a->balance;
  pthread_mutex_unlock (&a->lock);
  return r;
}
static void *w (void *a)
{
  for (int i = 0; i < 9; i++) {
    transfer (ac[i % 4], ac[(i + 1) % 4], i);
    peek (ac[i & 3]);
  }
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 4; i++) {
    ac[i] = malloc (sizeof **ac);
    pthread_mutex_init (&ac[i]->lock, 0);
    ac[i]->balance = 0;
  }
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
