/* Atomics as inline assembly.
   RACY 1 'count': without the prefix
   RACY 2 'count': another instruction without it
   RACY 3 'count': read as usual
   RACY 4 'done': what comes of it is written as usual
   RACY 5 'claimed': without the prefix, among others
   RACY 6 'flag': written by an asm that says it only reads, read as usual */
#include "common.h"
static int count, claimed, flag;
static char done;

static void increment (int *p)
{
#if R == 1
  __asm__ __volatile__ ("incl %0" : "+m" (*p));
#elif R == 2
  __asm__ __volatile__ ("lock; incl %0\n\tincl %0" : "+m" (*p));
#else
  __asm__ __volatile__ ("lock; incl %0" : "+m" (*p) : : "cc");
#endif
}

static int add (int *p, int n)
{
  __asm__ __volatile__ ("lock\n\txaddl %0, %1" : "+r" (n), "+m" (*p) : : "memory");
  return n;
}

static int claim (int *p, int to)
{
  char ok;
  int from = 0;
#if R == 4
  __asm__ __volatile__ ("lock; cmpxchgl %3, %1; sete %0" : "=m" (done), "+m" (*p), "+a" (from) : "r" (to) : "memory");
  return 1;
#elif R == 5
  __asm__ __volatile__ ("cmpxchgl %3, %1; sete %0" : "=q" (ok), "+m" (*p), "+a" (from) : "r" (to) : "memory");
#else
  __asm__ __volatile__ ("lock; cmpxchgl %k[to], %[word]; sete %b0"
                        : "=q" (ok), [word] "+m" (*p), "+a" (from) : [to] "r" (to) : "memory");
#endif
  return ok;
}

static int exchange (int *p, int n)
{
#if R == 6
  __asm__ __volatile__ ("lock; orl %1, %0" : : "m" (*p), "r" (n) : "memory");
#else
  __asm__ __volatile__ ("xchgl %0, %1" : "+r" (n), "+m" (*p) : : "memory");
#endif
  return n;
}

static void *run (void *a)
{
  increment (&count);
  if (add (&count, 2) > 3 && claim (&claimed, 1))
    exchange (&flag, 1);
#if R == 3
  return count ? a : 0;
#elif R == 6
  return flag ? a : 0;
#else
  return a;
#endif
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return count + claimed + flag + done;
}
