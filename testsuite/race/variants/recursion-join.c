/* Each call creates a thread for one half and does the other half, or both if there is no thread.
   RACY 1 'leaves': some are not joined
   RACY 2 'leaves': not when there is one
   RACY 3 'leaves': a second one is not joined */
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int leaves;
struct part { int depth; };
static void *divide (void *p)
{
  const struct part *whole = p;
  struct part a = { whole->depth - 1 }, b = { whole->depth - 1 };
  pthread_t t;
  if (whole->depth <= 0) {
    pthread_mutex_lock (&lock);
    leaves++;
    pthread_mutex_unlock (&lock);
    return 0;
  }
#if R == 2
  if (!pthread_create (&t, 0, divide, &a)) {
#else
  if (pthread_create (&t, 0, divide, &a)) {
#endif
    divide (&a);
    divide (&b);
  } else {
#if R == 3
    pthread_t u;
    pthread_create (&u, 0, divide, &b);
#endif
    divide (&b);
#if R == 1
    if (whole->depth != 2)
#endif
      pthread_join (t, 0);
  }
  return 0;
}
int main (void)
{
  struct part all = { 3 };
  divide (&all);
  printf ("%d\n", leaves);
  return 0;
}
