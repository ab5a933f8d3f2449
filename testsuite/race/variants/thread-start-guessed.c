/* One function creates all threads, and is part of a recursion, where it is not known which one it is told to start.
   DOUBTED 1 'count': there may be one thread that counts
   CERTAIN 2 'other': the thread is the only one that is created there */
#include "common.h"
static int count, other, depth;
static void *counts (void *a)
{
#if R == 1
  count++;
#endif
  return a;
}
static void *waits (void *a)
{
  sleep (1);
#if R == 2
  other++;
#endif
  return a;
}
static void fail (int why);
static void start (void *(*f) (void *), int why)
{
  pthread_t t;
  if (pthread_create (&t, NULL, f, NULL))
    fail (why);
}
__attribute__ ((noinline)) static void fail (int why)
{
  if (depth++ < 3)
#if R == 2
    start (waits, why);
#else
    start (why ? waits : counts, why);
#endif
}
int main (int argc, char **argv)
{
  if (argc > 2)
    pthread_cancel (pthread_self ()); /* such programs are not tried out */
#if R != 2
  start (counts, 0);
#endif
  start (waits, 1);
#if R == 2
  other++;
#endif
  return 0;
}
