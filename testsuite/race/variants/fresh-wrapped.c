/* Memory that a function puts into new memory which it returns: who makes that known makes the
   first known, too. RACY 1 'p->value': written after the thread has got the node RACY 2 'p->value':
   ... what was found in the node RACY 3 'p->value': ... the node, of which a function that is
   called puts it into the innermost part RACY 4 'p->value': ... the node, which has got what the
   argument points to RACY 5 'p->value': ... the same by one of two arguments RACY 6 'p->value': ...
   the same by a copy of all that the argument points to RACY 7 'p->value': ... the node, given by a
   parameter RACY 8 'p->value': ... the node, which the function has moved RACY 9 'p->value': ...
   the node of one of two kinds, or none RACY 10 'p->value': ... the node, by a function that finds
   it there RACY 11 'p->value': ... the node, made of what comes behind `...' RACY 12 'p->value':
   ... what another function has taken out of the node again */
#include <stdarg.h>
#include "common.h"
#define SEPARATE __attribute__ ((noinline))
struct item {
  int value;
};
struct node {
  struct node *inner;
  struct item *item, *other;
};

static void *run (void *a)
{
  struct item *p = a;
  p->value++;
  return NULL;
}
static void *run_node (void *a)
{
  struct node *n = a;
  run (n->inner ? n->inner->item : n->item);
  return NULL;
}

SEPARATE static struct node *wrap (struct item *p)
{
  struct node *n = calloc (1, sizeof *n);
#if R == 9
  if (!n)
    return NULL;
  if (rand () > 1) {
    free (n);
    n = calloc (2, sizeof *n);
  }
#endif
  n->item = p;
#if R == 8
  n = realloc (n, 4 * sizeof *n);
#endif
  return n;
}
SEPARATE static struct node *wrap_twice (struct item *p)
{
  struct node *n = calloc (1, sizeof *n);
  n->inner = wrap (p);
  return n;
}
SEPARATE static struct node *wrap_found (struct item **p, struct item **q, int which)
{
  struct node *n = calloc (1, sizeof *n);
  n->item = *p;
#if R == 5
  n->item = which ? *q : *p;
#endif
  return n;
}
SEPARATE static struct node *wrap_copy (struct node *from)
{
  struct node *n = malloc (sizeof *n);
  *n = *from;
  return n;
}
SEPARATE static int wrap_given (struct item *p, struct node **out)
{
  struct node *n = calloc (1, sizeof *n);
  n->item = p;
  *out = n;
  return 1;
}
SEPARATE static struct node *wrap_rest (int k, ...)
{
  va_list rest;
  struct node *n = calloc (1, sizeof *n);
  va_start (rest, k);
  n->item = va_arg (rest, struct item *);
  va_end (rest);
  return n;
}
SEPARATE static struct item *unwrap (struct node *n)
{
  struct item *p = n->item;
  free (n);
  return p;
}
SEPARATE static void start (pthread_t *t, struct node *n)
{
  spawn (t, run, n->item);
}

int main (void)
{
  struct item *item = malloc (sizeof *item);
  struct node *n, from = {NULL, item, NULL};
  pthread_t t;
  item->value = 1;
#if R == 3
  n = wrap_twice (item);
#elif R == 4 || R == 5
  n = wrap_found (&from.item, &from.item, rand ());
#elif R == 6
  n = wrap_copy (&from);
#elif R == 7
  wrap_given (item, &n);
#elif R == 11
  n = wrap_rest (1, item);
#else
  n = wrap (item);
#endif
  item->value++; /* nobody knows it yet */
#if R == 2
  spawn (&t, run, n->item);
#elif R == 10
  start (&t, n);
#elif R == 12
  spawn (&t, run, unwrap (n));
#else
  spawn (&t, run_node, n);
#endif
#if R
  item->value++;
#endif
  pthread_join (t, NULL);
  return item->value;
}
