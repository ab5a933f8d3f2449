/* Who creates a thread and joins it holds a lock all the while, which the thread works without.  Unseen code calls back at
   any time, so that the program is not tried out.
   RACY 1 'total': the lock is released before the join
   RACY 2 'total': somebody else does not take it
   RACY 3 'total': it is given up for a condition meanwhile
   RACY 4 'total': it is taken behind the creation
   RACY 5 'total': two such threads at a time */
#include "common.h"
extern void tell_me (void (*) (void));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static int total, told;
static void hear (void)
{
  __atomic_add_fetch (&told, 1, __ATOMIC_SEQ_CST);
}
static void *child (void *arg)
{
  total += 5;
  return arg;
}
static void *boss (void *arg)
{
  pthread_t id, second;
#if R != 4
  pthread_mutex_lock (&lock);
#endif
  spawn (&id, child, NULL);
#if R == 4
  pthread_mutex_lock (&lock);
#endif
#if R == 5
  spawn (&second, child, NULL);
  pthread_join (second, NULL);
#endif
#if R == 3
  pthread_cond_wait (&news, &lock);
#endif
#if R == 1
  pthread_mutex_unlock (&lock);
#endif
  pthread_join (id, NULL);
#if R != 1
  pthread_mutex_unlock (&lock);
#endif
  return arg;
}
static void *other (void *arg)
{
#if R != 2
  pthread_mutex_lock (&lock);
#endif
  total++;
#if R != 2
  pthread_mutex_unlock (&lock);
#endif
  pthread_cond_signal (&news);
  return arg;
}
int main (void)
{
  pthread_t a, b;
  tell_me (hear);
  spawn (&a, boss, NULL);
  spawn (&b, other, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return total;
}
