/* Two elements, locked in the order of their numbers.
   RACY 1 'ac[].balance': only the first is locked */
#include "common.h"
struct acct {
  pthread_mutex_t lock;
  long balance;
};
static struct acct ac[10];
static void transfer (int from, int to, long n)
{
  if (from == to)
    return;
  pthread_mutex_lock (&ac[from < to ? from : to].lock);
#if R != 1
  pthread_mutex_lock (&ac[from < to ? to : from].lock);
#endif
  ac[from].balance -= n;
  ac[to].balance += n;
#if R != 1
  pthread_mutex_unlock (&ac[from < to ? to : from].lock);
#endif
  pthread_mutex_unlock (&ac[from < to ? from : to].lock);
}
static void *w (void *a)
{
  for (int i = 0; i < 9; i++)
    transfer (i % 4, i * 7 % 10, i);
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 10; i++)
    pthread_mutex_init (&ac[i].lock, 0);
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
