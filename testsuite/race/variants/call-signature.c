/* Functions of several types in one table of `void *': who calls with a number does not call what
   takes none, unless it was cast.
   RACY 1 'count': by name
   RACY 2 'count': by a pointer to it
   RACY 3 'count': another function that takes a number
   RACY 4 'count': what takes none is called */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *slots[8];
static void (*hook) (int);
static int count;
static void add (int n)
{
  pthread_mutex_lock (&m);
  count += n;
  pthread_mutex_unlock (&m);
}
static void set (int n)
{
  count = n;
}
static void reset (void)
{
  count = 0;
}
static void install (void (*f) (void))
{
  hook = (void (*) (int))f;
}
static void *w (void *a)
{
  unsigned i = *(unsigned *)a;
#if R == 1 || R == 2
  hook (1);
#elif R == 4
  ((void (*) (void))slots[i]) ();
#else
  ((void (*) (int))slots[i]) (1);
#endif
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t, u;
  unsigned i = R == 3 ? 2 : R == 4;
  slots[0] = (void *)add;
  slots[1] = (void *)reset;
#if R == 1
  hook = (void (*) (int))reset;
#elif R == 2
  install (reset);
#elif R == 3
  slots[2] = (void *)set;
#endif
  ((void (*) (void))slots[1]) ();
  spawn (&t, w, &i);
  spawn (&u, w, &i);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return count;
}
