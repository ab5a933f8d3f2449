/* Numbers that are kept or drawn, marks, flags and counters, which another thread writes along with what is before them in
   the same word, or in part.
   RACY 1 'slots[]': the number that a thread keeps, by an assignment of the struct
   RACY 2 'slots[]': the counter, by memset
   RACY 3 'slots[]': the counter, by an assignment
   RACY 4 'x': a mark, by an assignment
   RACY 5 'y': the flag of what is done once, by memset
   RACY 6 'y': ... of a larger struct
   RACY 7 'z': a flag that is waited for, by its upper half
   RACY 8 'z': ... by a byte of it
   RACY 9 'c': a counter, by its upper half
   RACY 10 'c': a counter, by an assignment
   RACY 11 'bits[]': a mask, by memset
   RACY 12 'z': a flag, by a number that is twice as wide */
#include "common.h"
typedef struct {
  int before, number;
} pair;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static long slots[64], bits[32];
static int x, y, z, c;
static __thread pair mine = {0, -1};
static pair next, mark, count, zero, two = {0, 2};
#if R == 6
static struct {
  long before[3];
  int number;
} done;
#else
static pair done;
#endif
static struct {
  int before;
  unsigned taken;
} mask;
static union {
  int number;
  struct {
    short low, high;
  } half;
  pair along;
  long wide;
} flag, counted;

static void *slot (void *a)
{
  if (mine.number < 0) {
    pthread_mutex_lock (&m);
    mine.number = next.number++;
    pthread_mutex_unlock (&m);
  }
#if R == 1
  if (a)
    mine = two;
#endif
  slots[mine.number]++;
  return NULL;
}

static void *claim (void *a)
{
  pthread_mutex_lock (&m);
  if (!mark.number) {
    mark.number = 1;
    pthread_mutex_unlock (&m);
    x++;
    pthread_mutex_lock (&m);
    mark.number = 0;
  }
  int i;
  for (i = 0; i < 32; i++)
    if (!(mask.taken & (1u << i))) {
      mask.taken |= 1u << i;
      break;
    }
  pthread_mutex_unlock (&m);
  if (i < 32) {
    bits[i]++;
    pthread_mutex_lock (&m);
    mask.taken &= ~(1u << i);
    pthread_mutex_unlock (&m);
  }
  return NULL;
}

static void *once (void *a)
{
  pthread_mutex_lock (&m);
  if (!done.number) {
    y = 1;
    done.number = 1;
  }
  pthread_mutex_unlock (&m);
  return (void *)(long)y;
}

static void *sender (void *a)
{
  z = c = 1;
  pthread_mutex_lock (&m);
#if R == 12
  flag.along.number = 1;
#else
  flag.number = 1;
#endif
#if R == 10
  counted.along.number++;
#else
  counted.number++;
#endif
  pthread_cond_broadcast (&more);
  pthread_mutex_unlock (&m);
  return NULL;
}

static void *receiver (void *a)
{
  for (int seen = 0; !seen;) {
    pthread_mutex_lock (&m);
    seen = R == 12 ? flag.along.number : flag.number;
    pthread_mutex_unlock (&m);
  }
  z++;
  return NULL;
}

static void *waiter (void *a)
{
  pthread_mutex_lock (&m);
  while ((R == 10 ? counted.along.number : counted.number) < 1)
    pthread_cond_wait (&more, &m);
  pthread_mutex_unlock (&m);
  c++;
  return NULL;
}

static void *other (void *a)
{
  pthread_mutex_lock (&m);
#if R == 2
  memset (&next, 0, sizeof next);
#elif R == 3
  next = zero;
#elif R == 4
  mark = zero;
#elif R == 5 || R == 6
  memset (&done, 0, sizeof done);
#elif R == 7
  flag.half.high = 1;
#elif R == 8
  ((char *)&flag.number)[2] = 1;
#elif R == 9
  counted.half.high = 1;
#elif R == 10
  counted.along = two;
#elif R == 11
  memset (&mask, 0, sizeof mask);
#elif R == 12
  flag.wide = -1;
#endif
  pthread_mutex_unlock (&m);
  return NULL;
}

int main (void)
{
  enum { N = 10 };
  pthread_t t[N];
  memset (&mask, 0, sizeof mask);
  memset (&done, 0, sizeof done);
  next = mark = zero;
  spawn (&t[0], slot, NULL);
  spawn (&t[1], slot, &t);
  spawn (&t[2], claim, NULL);
  spawn (&t[3], claim, NULL);
  spawn (&t[4], once, NULL);
  spawn (&t[5], once, NULL);
  spawn (&t[6], sender, NULL);
  spawn (&t[7], receiver, NULL);
  spawn (&t[8], waiter, NULL);
  spawn (&t[9], other, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  return 0;
}
