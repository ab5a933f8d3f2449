/* A flag says whether one of several tries has got the lock.
   RACY 1 'total': behind the release
   RACY 2 'total': also if none has
   RACY 3 'total': the second result is taken for success when it says failure */
#include "common.h"
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;
static bool first (int tries)
{
  while (tries-- > 0) {
    int e = pthread_mutex_trylock (&m);
    if (e == 0)
      return true;
  }
  return false;
}
static bool second (void)
{
#if R == 3
  return pthread_mutex_trylock (&m) != 0;
#else
  return pthread_mutex_trylock (&m) == 0;
#endif
}
static void *run (void *a)
{
  for (int i = 0; i < 1000; i++) {
    bool locked = first (3);
    if (!locked)
      locked = second ();
#if R != 2
    if (locked)
#endif
      total += i;
    if (locked)
      pthread_mutex_unlock (&m);
#if R == 1
    if (locked)
      total--;
#endif
  }
  return a;
}
int main (void)
{
  pthread_t a, b;
  spawn (&a, run, 0);
  spawn (&b, run, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return (int)total;
}
