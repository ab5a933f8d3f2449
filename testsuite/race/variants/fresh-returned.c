/* Memory that a function gets and returns stays what it is.
   RACY 1 'p->value': known before the function is called
   RACY 2 'p->value': the same, by the other name
   RACY 3 'p->value': known by the name that the function has returned
   RACY 4 'p->value': ... that it has found in memory of its own, where it has put it
   RACY 5 'p->value': ... the same, moved to other memory by realloc
   RACY 6 'p->value': known before, and the same
   RACY 7 'p->value': ... copied to other memory
   RACY 8 'p->value': ... found in one of the elements of an array of its own
   RACY 9 'p->value': ... found in memory that a function has made
   RACY 10 'p->value': ... put where a parameter points to
   RACY 11 'p->value': ... found in memory that one of two arguments points to, by a function which
   starts the thread */
#include "common.h"
#define SEPARATE __attribute__ ((noinline))
struct item {
  int count, value;
};
struct node {
  struct item *item;
};

static void *run (void *a)
{
  struct item *p = a;
  p->value++;
  return NULL;
}
SEPARATE static struct node *wrap (struct item *p)
{
  struct node *n = malloc (sizeof *n);
  n->item = p;
  return n;
}
SEPARATE static struct item *keep (struct item *p, int k)
{
  p->count++;
#if R == 4
  struct item **own = malloc (4 * sizeof *own);
  own[k & 3] = p;
  return own[k & 1];
#elif R == 5 || R == 6
  struct item **own = malloc (sizeof *own);
  own[0] = p;
  own = realloc (own, 2 * sizeof *own);
  return own[0];
#elif R == 7
  struct item **own = malloc (sizeof *own), **copy = malloc (sizeof *copy);
  own[0] = p;
  memcpy (copy, own, k);
  return copy[0];
#elif R == 8
  struct item *own[4] = {0};
  own[k & 3] = p;
  return own[k & 1];
#elif R == 9
  struct node *n = wrap (p);
  return n->item;
#else
  return p;
#endif
}
SEPARATE static int give (struct item *p, struct item **out)
{
  struct item **own = malloc (sizeof *own);
  own[0] = p;
  own = realloc (own, 2 * sizeof *own);
  *out = own[0];
  return 1;
}
SEPARATE static void start (pthread_t *t, struct item **a, struct item **b, int k)
{
  spawn (t, run, k ? *a : *b);
}

int main (void)
{
  struct item *item = calloc (1, sizeof *item), *again, *found = item;
  pthread_t t;
#if R == 1 || R == 2 || R == 6
  spawn (&t, run, item);
  again = keep (item, 0);
#elif R == 10
  give (item, &again);
  spawn (&t, run, again);
#elif R == 11
  again = item;
  start (&t, &found, &again, rand ());
#else
  again = keep (item, 8);
  again->value++;
  item->value++; /* nobody knows it yet */
  spawn (&t, run, again);
#endif
#if R == 1 || R == 6
  again->value++;
#elif R
  item->value++;
#endif
  pthread_join (t, NULL);
  return item->value + again->value;
}
