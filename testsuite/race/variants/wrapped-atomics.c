/* Functions that do one atomic operation with the numbers that they get: which of them takes a
   lock, and which gives it back, is known where they are called.
   RACY 1 'by_swap': what is written is what a free lock has
   RACY 2 'by_swap': it is given back without order
   RACY 3 'by_cas': it is taken from 1 to 2
   RACY 4 'by_cas': what the function returns is not whether it was done
   RACY 5 'by_cas': an access behind
   RACY 6 'in_object': the lock of another object
   RACY 7 'in_object': one of the callers does not wait
   RACY 8 'by_old': the order is relaxed
   RACY 9 'by_old': another function gives it back before
   RACY 10 'by_set': it is cut to fewer bits, so that 256 is 0
   RACY 11 'by_cas': the number that is compared is changed before */
#include "common.h"
#include <stdatomic.h>
typedef struct { volatile int counter; } word;
static volatile int swap_word, cas_word, old_word;
static atomic_uchar set_word;
static word lock[2];
static int by_swap, by_cas, by_old, by_set, in_object;
static inline int swap (volatile int *p, int v)
{
  return __sync_lock_test_and_set (p, v);
}
static inline void set (volatile int *p, int v)
{
  __atomic_store_n (p, v, R == 2 ? __ATOMIC_RELAXED : __ATOMIC_RELEASE);
}
static inline int swap_if (volatile int *p, int old, int new)
{
#if R == 11
  old++;
#endif
  int done = __atomic_compare_exchange_n (p, &old, new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#if R == 4
  return old;
#endif
  return done;
}
static int compare (volatile int *p, int old, int new)
{
  return swap_if (p, old, new);
}
static inline int old_of (volatile int *p, int old, int new)
{
#if R == 8
  __atomic_compare_exchange_n (p, &old, new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return old;
#else
  return __sync_val_compare_and_swap (p, old, new);
#endif
}
static inline int word_swap (word *w, int v)
{
  return __atomic_exchange_n (&w->counter, v, __ATOMIC_SEQ_CST);
}
static inline int set_byte (atomic_uchar *p, unsigned char v)
{
  return atomic_exchange (p, v);
}
static void use_swap (void)
{
  while (swap (&swap_word, R != 1))
    ;
  by_swap++;
  set (&swap_word, 0);
}
static void use_cas (void)
{
#if R == 3
  while (!compare (&cas_word, 1, 2))
#else
  while (!compare (&cas_word, 0, 1))
#endif
    ;
  by_cas++;
  compare (&cas_word, 1, 0);
#if R == 5
  by_cas++;
#endif
}
static void use_old (void)
{
  while (old_of (&old_word, 0, 1) != 0)
    ;
#if R == 9
  swap (&old_word, 0);
#endif
  by_old++;
  old_of (&old_word, 1, 0);
}
static void use_object (int number)
{
  while (word_swap (&lock[R == 6 ? number : 0], 1) && (R != 7 || number))
    ;
  in_object++;
  word_swap (&lock[R == 6 ? number : 0], 0);
}
static void use_set (void)
{
  while (set_byte (&set_word, R == 10 ? 256 : 1))
    ;
  by_set++;
  set_byte (&set_word, 0);
}
static void *run (void *number)
{
  for (int i = 0; i < 1000; i++) {
    use_swap ();
    use_cas ();
    use_old ();
    use_object (number != NULL);
    use_set ();
  }
  return NULL;
}
int main (void)
{
  spawn_two (run);
  return by_swap + by_cas + by_old + by_set + in_object;
}
