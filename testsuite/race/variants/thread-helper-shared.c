/* A helper creates threads and joins them; main uses it, and so does another thread, before main does.  What the helper
   has running is told for all who call it, but each has its own threads.
   RACY 1 'count': main does not wait for the other thread
   RACY 2 'count': the helper leaves its threads running
   RACY 3 'count': main uses it while the other thread runs
   RACY 4 'count': the thread that main has joined has left one running
   RACY 5 'count': two other threads use it at a time
   RACY 6 'count': a thread of the helper runs the helper and leaves what that creates */
#include "common.h"
#include <signal.h>
static int count, other[2];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER, subtracting = PTHREAD_MUTEX_INITIALIZER;
static void helper (void *(*f) (void *), int *p)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], f, p + i);
#if R != 2
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
#endif
}
static void *add (void *p)
{
  pthread_mutex_lock (&adding);
  count++;
  pthread_mutex_unlock (&adding);
  return 0;
}
#if R == 4 || R == 6
static void *late (void *p)
{
  usleep (1000);
  pthread_mutex_lock (&subtracting);
  count--;
  pthread_mutex_unlock (&subtracting);
  return 0;
}
#endif
static void *subtract (void *p)
{
#if R == 6
  pthread_t t;
  spawn (&t, late, p);
#endif
  pthread_mutex_lock (&subtracting);
  count--;
  pthread_mutex_unlock (&subtracting);
  return 0;
}
static void *outer (void *p)
{
  helper (subtract, other);
#if R == 4
  pthread_t t;
  spawn (&t, late, p);
#endif
  return p;
}
#if R == 5
static void *outer_add (void *p)
{
  helper (add, other);
  return p;
}
#endif
static void nothing (int number)
{
}
int main (void)
{
  pthread_t t, u;
  signal (SIGUSR1, nothing);
  spawn (&t, outer, 0);
#if R == 5
  spawn (&u, outer_add, 0);
  pthread_join (u, 0);
#endif
#if R == 3
  helper (add, other);
#endif
#if R != 1
  pthread_join (t, 0);
#endif
  helper (add, other);
  return 0;
}
