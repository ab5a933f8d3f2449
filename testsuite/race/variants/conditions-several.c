/* Locks that are taken for some of several numbers.
   WITHOUT schedule: the program is small
   RACY 1 'x': for one number more than it is locked for
   RACY 2 'x': one of the numbers is no longer among them
   RACY 3 'x': all but one of them
   RACY 4 'x': the number has changed */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void step (int n)
{
  if (n == 3 || (R != 2 && n == 5))
    pthread_mutex_lock (&m);
#if R == 4
  n -= 2;
#endif
#if R == 3
  if (n != 3)
#else
  if (n == 5 || (R == 1 && n == 7))
#endif
    x++;
#if R == 4
  n += 2;
#endif
  if (n == 3 || (R != 2 && n == 5))
    pthread_mutex_unlock (&m);
}
static void *w (void *arg)
{
  step (atoi (arg));
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, w, argv[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d\n", x);
  return 0;
}
