/* A thread draws a number when it needs one first, and keeps it in memory of its own.
   RACY 1 'slots[]': it writes the next slot
   RACY 2 'slots[]': the counter is set back
   RACY 3 'slots[]': nobody locks the counter
   RACY 4 'slots[]': another thread stores its number there
   RACY 5 'slots[]': another thread reads the number
   RACY 6 'slots[]': all keep one number
   RACY 7 'slots[]': at first it is the number of a slot
   RACY 8 'slots[]': the first slot is for all
   RACY 9 'slots[]': a thread keeps the number that another one has drawn
   RACY 10 'slots[]': a bit of the number is lost
   RACY 11 'slots[]': there are two counters
   RACY 12 'slots[]': a thread gives its number to one that it creates
   RACY 13 'slots[]': main looks while they run
   RACY 14 'slots[]': the slots are counted from one that is not the first
   RACY 15 'slots[]': who is done with a number lets it be drawn again
   RACY 16 'slots[]': half of them keep one more
   RACY 17 'slots[]': few bits of the number are kept
   RACY 18 'slots[]': the slot of another array, with smaller elements */
#include "common.h"
#include <stdatomic.h>
static long slots[64];
static char *byte_slots = (char *)slots;
static int next, other_next, last;
#if R == 6
static int mine = -1;
#elif R == 7
static __thread int mine;
#elif R == 17
static __thread signed char mine = -1;
#else
static __thread int mine = -1;
#endif
#if R == 4 || R == 5
static int *_Atomic shown;
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int my_slot (int n)
{
  if (mine < 0) {
#if R != 3
    pthread_mutex_lock (&m);
#endif
#if R == 11
    if (n & 1)
      mine = other_next++;
    else
#elif R == 16
    if (n & 1)
      mine = next++ + 1;
    else
#endif
      mine = next++;
#if R == 9
    if (n & 1)
      mine = last;
    else
      last = mine;
#elif R == 8
    if (n & 1)
      mine = 0;
#endif
#if R != 3
    pthread_mutex_unlock (&m);
#endif
  }
  return mine;
}

static void *helper (void *a)
{
  slots[(long)a]++;
  return 0;
}

static void *worker (void *a)
{
  int n = (int)(long)a;
#if R == 7
  if (n & 1)
    slots[mine]++;
#endif
#if R == 14
  long *from = slots + 1;
  from[mine]++;
#endif
  int s = my_slot (n);
#if R == 4
  int *p = shown;
  if (p)
    *p = s;
  shown = &mine;
  s = mine;
#elif R == 5
  int *p = shown;
  if (p)
    s = *p;
  shown = &mine;
#elif R == 10
  s &= ~1;
#endif
  if (s < 60) {
#if R == 1
    slots[s + 1]++;
#elif R == 12
    pthread_t t;
    spawn (&t, helper, (void *)(long)s);
#elif R == 18
    byte_slots[s]++;
#endif
    slots[s]++;
  }
#if R == 2
  pthread_mutex_lock (&m);
  next = 0;
  pthread_mutex_unlock (&m);
#elif R == 15
  pthread_mutex_lock (&m);
  next--;
  pthread_mutex_unlock (&m);
  slots[s]++;
#endif
  return 0;
}

/* Numbers from 1 on, 0 is none; drawn by an atomic, and looked at once. */
static __thread struct {
  int depth, number;
} me;
static atomic_int numbers;
static struct {
  long hits, misses;
} counts[64];
static void *counter (void *a)
{
  int number = me.number;
  if (!number)
    number = me.number = atomic_fetch_add (&numbers, 1) + 1;
  me.depth++;
  counts[number - 1].hits++;
  counts[me.number - 1].misses++;
  return 0;
}

int main (void)
{
  pthread_t t[20], u[20];
  for (long i = 0; i < 20; i++) {
    spawn (&t[i], worker, (void *)i);
    spawn (&u[i], counter, (void *)i);
  }
#if R == 13
  printf ("%ld\n", slots[3]);
#endif
  for (int i = 0; i < 20; i++) {
    pthread_join (t[i], 0);
    pthread_join (u[i], 0);
  }
  return slots[3] + counts[2].hits;
}
