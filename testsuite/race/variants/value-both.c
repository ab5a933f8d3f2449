/* A number that two conditions choose is not the one that the first of them chooses.
   RACY 1 'x': the lock is taken if both hold, the access is done if the first one does
   RACY 2 'x': the same, with "or"
   RACY 3 'x': the same, nested */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void step (int a, int b)
{
#if R == 0
  int takes = a == 0 ? 3 : 5;
#elif R == 1
  int takes = a == 0 && b ? 3 : 5;
#elif R == 2
  int takes = !(a != 0 || b) ? 3 : 5;
#else
  int takes = 5;
  if (a == 0)
    if (b > 4)
      takes = 3;
#endif
  int does = a == 0 ? 3 : 5;
  if (takes == 3)
    pthread_mutex_lock (&m);
  if (does == 3)
    x++;
  if (takes == 3)
    pthread_mutex_unlock (&m);
}
static void *work (void *p)
{
  step (getpid () % 3, getppid () % 5);
  return p;
}
int main (void)
{
  spawn_two (work);
  return 0;
}
