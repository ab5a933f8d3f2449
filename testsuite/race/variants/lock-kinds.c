/* Attributes that serve for mutexes of several types, one after the other.
   RACY 1 'depth': the one that is locked again is error-checking
   RACY 2 'depth': so it is on one of two ways
   RACY 3 'depth': a function has changed the type meanwhile
   WITHOUT schedule: the type must be known */
#include "common.h"
static pthread_mutex_t nested, checked;
static int depth;
static void set (pthread_mutexattr_t *a, int type)
{
  pthread_mutexattr_settype (a, type);
}
static void make (int any)
{
  pthread_mutexattr_t a;
  if (pthread_mutexattr_init (&a))
    abort ();
  pthread_mutexattr_settype (&a, R == 1 ? PTHREAD_MUTEX_ERRORCHECK : PTHREAD_MUTEX_RECURSIVE);
  if (R == 2 && any)
    pthread_mutexattr_settype (&a, PTHREAD_MUTEX_ERRORCHECK);
  if (R == 3)
    set (&a, PTHREAD_MUTEX_ERRORCHECK);
  if (pthread_mutex_init (&nested, &a))
    abort ();
  if (pthread_mutexattr_settype (&a, PTHREAD_MUTEX_ERRORCHECK))
    abort ();
  pthread_mutex_init (&checked, &a);
  pthread_mutexattr_destroy (&a);
}
static void descend (int n)
{
  pthread_mutex_lock (&nested);
  if (n) {
    descend (n - 1);
    depth += n;
  }
  pthread_mutex_unlock (&nested);
}
static void *run (void *a)
{
  descend (3);
  pthread_mutex_lock (&checked);
  pthread_mutex_unlock (&checked);
  return a;
}
int main (int argc, char **argv)
{
  pthread_t t[2];
  make (argc > 1);
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return depth;
}
