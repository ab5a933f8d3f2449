/* Slots that a function finds, or -1: the caller looks whether it is a number of a slot, which the
   compiler makes one comparison.
   RACY 1 'stats[].hits': given back too early
   RACY 2 'stats[].hits': none is marked
   RACY 3 'stats[].hits': the number is not looked at */
#include "common.h"
static struct {
  long hits;
} stats[17];
static char used[16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int take (void)
{
  int found = -1;
  pthread_mutex_lock (&m);
  for (int i = 0; i < 16 && found < 0; i++)
    if (!used[i]) {
#if R != 2
      used[i] = 1;
#endif
      found = i;
    }
  pthread_mutex_unlock (&m);
  return found;
}
static void give (int i)
{
  pthread_mutex_lock (&m);
  used[i] = 0;
  pthread_mutex_unlock (&m);
}
static void *w (void *a)
{
  int i = take ();
#if R == 3
  i &= 15;
#else
  if (i < 0 || i >= 16)
    return 0;
#endif
#if R == 1
  give (i);
#endif
  for (int k = 0; k < 99; k++)
    stats[i].hits++;
#if R != 1
  give (i);
#endif
  return 0;
}
int main (void)
{
  pthread_t t[20];
  for (int i = 0; i < 20; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 20; i++)
    pthread_join (t[i], 0);
  return 0;
}
