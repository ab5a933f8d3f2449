/* A lock that is taken if two conditions hold, and an access under one inside of the other; a state that goes
   around a loop, and says whether the lock is held.
   RACY 1 'x': one of the conditions changes in between
   RACY 2 'x': under one of them only
   RACY 3 'y': the state is entered without the lock */
#include "common.h"
extern int input (void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void both (void)
{
  int c = input (), d = input ();
  if (c && d)
    pthread_mutex_lock (&m);
#if R == 1
  d = input ();
#endif
  if (c)
    if (R == 2 || d)
      x++;
#if R == 1
  pthread_mutex_trylock (&m);
  pthread_mutex_unlock (&m);
#else
  if (c && d)
    pthread_mutex_unlock (&m);
#endif
}
enum state { IDLE, HAVE, DONE };
static void states (void)
{
  enum state s = R == 3 && input () ? HAVE : IDLE;
  while (s != DONE)
    switch (s) {
    case IDLE:
      pthread_mutex_lock (&m);
      s = HAVE;
      break;
    case HAVE:
      y++;
      s = y > 10 ? DONE : IDLE;
      pthread_mutex_unlock (&m);
      break;
    default:;
    }
}
static void *run (void *unused)
{
  both ();
  states ();
  return unused;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return x + y;
}
