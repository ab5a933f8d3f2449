/* A pointer that is a number meanwhile, and found again by another thread.
   RACY 1 'p->value': all bits turned
   RACY 2 'p->value': negated
   RACY 3 'p->value': subtracted from a number
   RACY 4 'p->value': subtracted from a pointer
   RACY 5 'p->value': bytes swapped
   RACY 6 'p->value': bits rotated
   RACY 7 'p->value': shifted by a variable
   RACY 8 'p->value': added to a number, with overflow looked for
   RACY 9 'p->value': in a function that is called for both
   RACY 10 'p->value': an exclusive or with a number */
#include "common.h"
#define SEPARATE __attribute__ ((noinline))
struct item { int value; };
static uintptr_t cell;
static unsigned bits = 3;
static char base[1];

SEPARATE static uintptr_t turn (uintptr_t n) { return ~n; }
#if R == 1
#define TO(p) ~(p)
#define FROM(n) ~(n)
#elif R == 2
#define TO(p) -(p)
#define FROM(n) -(n)
#elif R == 3
#define TO(p) (UINTPTR_MAX - 7 - (p))
#define FROM(n) (UINTPTR_MAX - 7 - (n))
#elif R == 4
#define TO(p) ((uintptr_t)base - (p))
#define FROM(n) ((uintptr_t)base - (n))
#elif R == 5
#define TO(p) __builtin_bswap64 (p)
#define FROM(n) __builtin_bswap64 (n)
#elif R == 6
#define TO(p) ((p) << 17 | (p) >> 47)
#define FROM(n) ((n) >> 17 | (n) << 47)
#elif R == 7
#define TO(p) ((p) >> bits)
#define FROM(n) ((n) << bits)
#elif R == 8
#define TO(p) ({ uintptr_t n; if (__builtin_add_overflow (p, 16, &n)) abort (); n; })
#define FROM(n) ((n) - 16)
#elif R == 9
#define TO(p) turn (p)
#define FROM(n) turn (n)
#elif R == 10
#define TO(p) ((p) ^ 0x5a5a5a5a5a5a5a5a)
#define FROM(n) ((n) ^ 0x5a5a5a5a5a5a5a5a)
#else
#define TO(p) ~(p)
#define FROM(n) ~(n)
#endif

static void *run (void *a)
{
  struct item *p = (struct item *)FROM (cell);
  p->value++;
  return NULL;
}
int main (void)
{
  struct item *item = calloc (1, sizeof *item);
  pthread_t t;
  cell = TO ((uintptr_t)item);
  item->value++;
  spawn (&t, run, NULL);
#if R
  item->value++;
#endif
  pthread_join (t, NULL);
  return item->value;
}
