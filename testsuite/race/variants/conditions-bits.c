/* Conditions on the same bits of a number, written in several ways.
   RACY 1 'x': an odd number, which may be negative
   RACY 2 'x': a remainder that tells less
   RACY 3 'x': another bit
   RACY 4 'x': the number has changed
   RACY 5 'x': a mask with a bit more
   RACY 6 'x': converted to bool
   RACY 7 'x': not divisible by four, but perhaps by two
   RACY 8 'x': a remainder by what is no power of two */
#include "common.h"
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void lock_if (bool c)
{
  if (c)
    pthread_mutex_lock (&m);
}
static void unlock_if (bool c)
{
  if (c)
    pthread_mutex_unlock (&m);
}
static void step (int n)
{
  if (n % 2 == 0)
    pthread_mutex_lock (&m);
#if R == 2
  if (n % 3 == 0)
    x++;
#elif R == 3
  if ((n & 2) == 0)
    x++;
#elif R == 4
  n /= 2;
  if ((n & 1) == 0)
    x++;
  n *= 2;
#elif R == 7
  if (n % 4 != 0)
    x++;
#else
  if ((n & 1) == 0)
    x++;
  if (n % 4 == 2)
    x++;
  if ((n & 3) == 2)
    x++;
  if (n % 8 == -6)
    x++;
#endif
#if R != 4
  if (!(n & 1))
    pthread_mutex_unlock (&m);
#endif
}
static void odd (int n)
{
  if (n & 1)
    pthread_mutex_lock (&m);
#if R == 1
  if (n % 2 != 1)
    x++;
#elif R == 5
  if (n & 3)
    x++;
#elif R == 6
  bool b = n;
  if (b & 1)
    x++;
#elif R == 8
  if (n % 6 == 1 || n % 6 == 2)
    x++;
#else
  if (n % 2 == 1 || n % 2 == -1)
    x++;
  if (n % 4 == 3)
    x++;
#endif
  if (n % 2)
    pthread_mutex_unlock (&m);
}
static void *run (void *unused)
{
  step (getchar ());
  odd (getchar ());
  return unused;
}
static void *flags (void *unused)
{
  unsigned n = (unsigned)getchar ();
  lock_if ((n & 3) == 3);
  if (n % 4 == 3)
    x++;
  unlock_if (n % 4 == 3);
  return unused;
}
int main (void)
{
  pthread_t t[3];
  spawn (&t[0], run, NULL);
  spawn (&t[1], run, NULL);
  spawn (&t[2], flags, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return x;
}
