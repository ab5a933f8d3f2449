/* A spinlock of asm as it is mostly written: who waits looks at the word, which is volatile, and who
   gives it back writes it behind a barrier for the compiler.
   RACY 1 'lock': no barrier before it is given back
   RACY 2 'lock': something else is done between the barrier and that
   RACY 3 'lock': the word is not volatile
   RACY 4 'data': who finds the word free goes on without it
   RACY 5 'other': a volatile variable that asm does not touch
   RACY 6 'result': what is known by looking at the word only
   RACY 7 'data': given back by who has not got it
   RACY 8 'data': another lock */
#include "common.h"
#if R == 3
typedef unsigned char word;
#else
typedef volatile unsigned char word;
#endif
static word lock, second, done;
static volatile int other;
static int data, result;
static inline int take (word *p)
{
  unsigned char old = 1;
  __asm__ __volatile__ ("\tlock\t\t\n\txchgb\t%0,%1\t\n" : "+q" (old), "+m" (*p) : : "memory", "cc");
  return (int)old;
}
static inline void get (word *p)
{
  while (*p || take (p)) {
#if R == 4
    if (!*p)
      break;
#endif
    __asm__ __volatile__ ("pause");
  }
}
static inline void put (word *p)
{
#if R != 1
  __asm__ __volatile__ ("" : : : "memory");
#endif
#if R == 2
  data++;
#endif
  *p = 0;
}
static void work (void *number)
{
  for (int i = 0; i < 100; i++) {
#if R == 7
    put (&lock);
#endif
    get (R == 8 && number ? &second : &lock);
    data++;
    put (R == 8 && number ? &second : &lock);
  }
#if R == 5
  other = 1;
#endif
}
static void *first (void *unused)
{
  work (NULL);
#if R == 6
  while (!done)
    ;
  data += result;
#endif
  return unused;
}
static void *last (void *unused)
{
  work (&data);
  result = 1;
  take (&done);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  spawn (&t[0], first, NULL);
  spawn (&t[1], last, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return data + result + other;
}
