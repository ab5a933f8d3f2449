/* Locks in wrappers that end the program if something goes wrong, by functions that are not declared to do
   so.
   RACY 1 'count': the program goes on if the error is none of those
   RACY 2 'count': it does not end, but tells
   RACY 3 'count': the lock is not taken at all */
#include "common.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
typedef struct {
  pthread_mutex_t m;
} mutex;
static void leave (int status)
{
  fflush (stderr);
  exit (status);
}
static void die (const char *what, int error)
{
  fprintf (stderr, "%s: %s\n", what, strerror (error));
#if R == 1
  if (error == EINVAL)
    leave (1);
#elif R != 2
  leave (1);
#endif
}
static void mutex_acquire (mutex *m)
{
#if R != 3
  int error = pthread_mutex_trylock (&m->m);
  if (error)
    die ("lock", error);
#endif
}
static void mutex_release (mutex *m)
{
#if R != 3
  int error = pthread_mutex_unlock (&m->m);
  if (error)
    die ("unlock", error);
#endif
}
static mutex lock = {PTHREAD_MUTEX_INITIALIZER};
static int count;
static void *run (void *a)
{
  mutex_acquire (&lock);
  count++;
  mutex_release (&lock);
  return 0;
}
int main (void)
{
  pthread_t t[8];
  for (int i = 0; i < 8; i++)
    if (pthread_create (&t[i], 0, run, 0))
      die ("create", errno);
  for (int i = 0; i < 8; i++)
    pthread_join (t[i], 0);
  return count;
}
