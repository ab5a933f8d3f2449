/* A function that all processors execute at the same time, with one argument, which is new.
   RACY 1 'c->hits': without the lock
   RACY 2 'hits': the same in a variable */
#include "kernel.h"
struct counter {
  spinlock_t lock;
  int hits;
};
static int hits;
static void count (void *p)
{
  struct counter *c = p;
#if R == 1
  c->hits++;
#elif R == 2
  hits++;
#endif
  spin_lock (&c->lock);
  c->hits++;
  spin_unlock (&c->lock);
}
int main (void)
{
  struct counter *c = kzalloc (sizeof *c, 0);
  smp_call_function (count, c, 1);
  int n = c->hits + hits;
  kfree (c);
  return n;
}
