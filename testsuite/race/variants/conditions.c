/* Locks and threads under several conditions at once, which are looked at again.
   RACY 1 'both': the access is under one of the two conditions
   RACY 2 'either': the lock is taken under both, the access under either
   RACY 3 'three': one of the conditions has changed meanwhile
   RACY 4 'child': joined under one condition more than it is created under */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int both, either, three, child;
static void *w (void *arg)
{
  int a = (long)arg & 1, b = (long)arg >> 1 & 1, c = atoi (getenv ("C"));
  if (a && b)
    pthread_mutex_lock (&m);
#if R == 1
  if (a)
#else
  if (a && b)
#endif
    both++;
  if (a && b)
    pthread_mutex_unlock (&m);

#if R == 2
  if (a && c > 3)
#else
  if (a || c > 3)
#endif
    pthread_mutex_lock (&m);
  if (a || c > 3)
    either++;
#if R == 2
  if (a && c > 3)
#else
  if (a || c > 3)
#endif
    pthread_mutex_unlock (&m);

  if (a && !b && c)
    pthread_mutex_lock (&m);
#if R == 3
  b = !b;
#endif
  if (a && !b && c)
    three++;
#if R == 3
  b = !b;
#endif
  if (a && !b && c)
    pthread_mutex_unlock (&m);
  return 0;
}
static void *leaf (void *arg)
{
  child++;
  return arg;
}
int main (int argc, char **argv)
{
  pthread_t t[4], u;
  int wanted = argc > 1, also = atoi (argv[0]), again = atoi (argv[1]);
  if (wanted && also)
    pthread_create (&u, 0, leaf, 0);
#if R == 4
  if (wanted && also && again)
#else
  if (wanted && also)
#endif
    pthread_join (u, 0);
  child++;
  for (long i = 0; i < 4; i++)
    pthread_create (&t[i], 0, w, (void *)i);
  pthread_mutex_lock (&m);
  both++;
  either++;
  three++;
  pthread_mutex_unlock (&m);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d %d\n", again, both + either + three);
  return 0;
}
