/* A state that is volatile, and always looked at under its lock.
   RACY 1 'x': written once more when the state was set
   RACY 2 'x': the second one does not wait for the first
   RACY 3 'stage': the state is looked at without its lock
   RACY 4 'x': another state than the one that was set
   RACY 5 'x': what nobody in the program sets may be set from outside */
#include "common.h"
static volatile int stage, outside;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int get (void)
{
#if R == 3
  return stage;
#else
  pthread_mutex_lock (&m);
  int s = stage;
  pthread_mutex_unlock (&m);
  return s;
#endif
}
static void put (int s)
{
  pthread_mutex_lock (&m);
  stage = s;
  pthread_mutex_unlock (&m);
}
static void *first (void *unused)
{
  x = 1;
  put (1);
#if R == 1
  x = 3;
#elif R == 5
  if (outside)
    x = 3;
#endif
  return unused;
}
static void *second (void *unused)
{
#if R != 2
  while (get () != (R == 4 ? 0 : 1))
    ;
#endif
  x++;
  put (2);
  return unused;
}
int main (void)
{
  pthread_t a, b;
  spawn (&a, first, NULL);
  spawn (&b, second, NULL);
  while (get () != 2)
    usleep (10);
  x++;
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
