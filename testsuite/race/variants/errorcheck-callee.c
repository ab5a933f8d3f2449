/* An error-checking mutex that functions lock again, which fails.
   RACY 1 'n': the unlock of a function that has locked it in vain releases it
   RACY 2 'n': one unlock is enough, however often it was locked
   RACY 3 'n': two levels deep */
#include "common.h"
static pthread_mutex_t lock;
static int n;
static int enter (pthread_mutex_t *l)
{
  return pthread_mutex_lock (l);
}
static void leave (pthread_mutex_t *l)
{
  pthread_mutex_unlock (l);
}
static void visit (pthread_mutex_t *l)
{
  enter (l);
  leave (l);
}
static void *work (void *a)
{
  enter (&lock);
  enter (&lock);
#if R == 1
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
#elif R == 2
  leave (&lock);
#elif R == 3
  visit (&lock);
#endif
  n++;
  leave (&lock);
  visit (&lock);
  return a;
}
int main (void)
{
  pthread_t a, b;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&lock, &attr);
  spawn (&a, work, 0);
  spawn (&b, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  printf ("%d\n", n);
  return 0;
}
