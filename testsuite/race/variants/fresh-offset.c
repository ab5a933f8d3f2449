/* A pointer that has been moved by a number which nobody knows may lead to any part of an object.
   RACY 1 'p->value': after it has come out of other memory, in a function
   RACY 2 'p->value': after it has been copied by a function
   RACY 3 'p->value': at once */
#include "common.h"
#define SEPARATE __attribute__ ((noinline))
struct item { int count, value; };
static struct item *shared;
static int none;

SEPARATE static struct item **box (struct item *p)
{
  struct item **b = malloc (sizeof *b);
  *b = p;
  return b;
}
SEPARATE static void copy (struct item **to, struct item **from) { *to = *from; }
SEPARATE static void use (struct item *p) { p->value++; }
static void *run (void *a)
{
  struct item *p = shared;
  p->value++;
  return NULL;
}
int main (void)
{
  struct item *item = calloc (1, sizeof *item), *moved = (struct item *)((char *)item + none), *again = moved;
  pthread_t t;
  shared = item;
#if R == 1
  again = *box (moved);
#elif R == 2
  copy (&again, &moved);
#endif
  use (again);
  spawn (&t, run, NULL);
#if R
  use (again);
#endif
  pthread_join (t, NULL);
  return item->value;
}
