/* Spinlocks of inline assembly: xchg; cmpxchg with its old value, or a flag; xadd for tickets.
   RACY 1 'swapped': the exchange takes nothing, it writes what a free lock has
   RACY 2 'swapped': one access without the lock
   RACY 3 'swapped': who finds the lock taken goes on
   RACY 4 'compared': no prefix `lock'
   RACY 5 'compared': it is compared, but stays as it is
   RACY 6 'compare_lock': given back by a plain store, which the compiler may move
   RACY 7 'flagged': the flag is that of the failure
   RACY 8 'flagged': given back before the access
   RACY 9 'swapped': the compiler may move accesses across the exchange
   RACY 10 'behind': it is taken through a pointer to another lock
   RACY 11 'compared': what is compared is in no register that the instruction looks at
   RACY 12 'drawn': the number that is served is not waited for
   RACY 13 'swapped': given back by who has not taken it
   RACY 14 'swapped': the lock may be in a register, from which it is stored later */
#include "common.h"
static volatile int swap_lock, compare_lock, flag_lock, behind_lock[2];
static volatile unsigned next_ticket, served;
static int swapped, compared, flagged, behind, drawn;
static inline int swap (volatile int *p, int v)
{
#if R == 9
  __asm__ volatile ("xchgl %0, %1" : "+r" (v), "+m" (*p));
#elif R == 14
  __asm__ volatile ("xchgl %0, %1" : "+r" (v), "+rm" (*p) : : "memory");
#else
  __asm__ volatile ("xchgl %0, %1" : "+r" (v), "+m" (*p) : : "memory");
#endif
  return v;
}
static inline int swap_behind (volatile int *p, int v)
{
  __asm__ volatile ("lock; xchg (%1), %0" : "=r" (v) : "r" (p), "0" (v) : "memory");
  return v;
}
static inline int compare (volatile int *p, int old, int new)
{
  int was;
#if R == 4
  __asm__ volatile ("cmpxchgl %2, %1" : "=a" (was), "+m" (*p) : "r" (new), "0" (old) : "memory");
#elif R == 11
  __asm__ volatile ("lock; cmpxchgl %2, %1" : "=d" (was), "+m" (*p) : "r" (new), "0" (old) : "memory");
#else
  __asm__ volatile ("lock; cmpxchgl %2, %1" : "=a" (was), "+m" (*p) : "r" (new), "0" (old) : "memory");
#endif
  return was;
}
static inline int compare_flag (volatile int *p, int old, int new)
{
  unsigned char done;
#if R == 7
  __asm__ volatile ("lock\n\tcmpxchgl %3, %0\n\tsetne %1" : "=m" (*p), "=q" (done) : "m" (*p), "r" (new), "a" (old) : "memory");
#else
  __asm__ volatile ("lock\n\tcmpxchgl %3, %0\n\tsete %1" : "=m" (*p), "=q" (done) : "m" (*p), "r" (new), "a" (old) : "memory");
#endif
  return done;
}
static inline unsigned draw (volatile unsigned *p)
{
  unsigned n = 1;
  __asm__ volatile ("lock; xaddl %0, %1" : "+r" (n), "+m" (*p) : : "memory");
  return n;
}
static inline unsigned look (volatile unsigned *p)
{
  unsigned n;
  __asm__ volatile ("movl %1, %0" : "=r" (n) : "m" (*p) : "memory");
  return n;
}
static inline void put (volatile int *p)
{
  __asm__ volatile ("movl $0, %0" : "=m" (*p) : : "memory");
}
static inline void put_number (volatile unsigned *p, unsigned n)
{
  __asm__ volatile ("movl %1, %0" : "=m" (*p) : "r" (n) : "memory");
}
static void by_swap (void)
{
#if R == 13
  put (&swap_lock);
#endif
  while (swap (&swap_lock, R != 1))
#if R == 3
    break;
#else
    __asm__ volatile ("pause");
#endif
  swapped++;
  swap (&swap_lock, 0);
#if R == 2
  swapped++;
#endif
}
static void by_compare (void)
{
  while (compare (&compare_lock, 0, R != 5) != 0)
    ;
  compared++;
#if R == 6
  compare_lock = 0;
#else
  compare (&compare_lock, 1, 0);
#endif
}
static void by_flag (void)
{
  while (!compare_flag (&flag_lock, 0, 1))
    ;
#if R == 8
  put (&flag_lock);
  flagged++;
#else
  flagged++;
  put (&flag_lock);
#endif
}
static void by_pointer (int number)
{
  while (swap_behind (&behind_lock[R == 10 ? number : 0], 1))
    ;
  behind++;
  put (&behind_lock[R == 10 ? number : 0]);
}
static void by_ticket (void)
{
  unsigned mine = draw (&next_ticket);
  while (look (&served) != mine && R != 12)
    ;
  drawn++;
  put_number (&served, mine + 1);
}
static void *run (void *number)
{
  for (int i = 0; i < 100; i++) {
    by_swap ();
    by_compare ();
    by_flag ();
    by_pointer (number != NULL);
    by_ticket ();
  }
  return NULL;
}
int main (void)
{
  spawn_two (run);
  return swapped + compared + flagged + behind + drawn;
}
