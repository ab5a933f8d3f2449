/* Counters that asm changes by one instruction which locks the memory.
   RACY 1 'count.n': one that does not
   RACY 2 'count.n': another instruction besides the one that does
   RACY 3 'count.n': it is read as it is */
#include "common.h"
struct counter {
  int n;
};
static struct counter count;
static void more (struct counter *c)
{
#if R == 1
  __asm__ volatile ("incl %0" : "+m" (c->n));
#elif R == 2
  __asm__ volatile ("lock; incl %0\n\tincl %0" : "+m" (c->n));
#else
  __asm__ volatile ("lock; incl %0" : "+m" (c->n));
#endif
}
static int less (struct counter *c)
{
  unsigned char zero;
  __asm__ volatile ("lock\n\tdecl %0; sete %1" : "+m" (c->n), "=qm" (zero) : : "memory");
  return zero;
}
static int set (struct counter *c, int n)
{
  __asm__ volatile ("xchgl %0, %1" : "+r" (n), "+m" (c->n));
  return n;
}
static void *run (void *unused)
{
  more (&count);
  if (less (&count))
    set (&count, 3);
  return R == 3 && count.n ? &count : unused;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return count.n;
}
