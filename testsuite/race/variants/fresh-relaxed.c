/* Nodes of a list without locks: what a node leads to is set before the node is known, by an atomic that
   orders nothing.
   RACY 1 'x->k': the node itself is published without order
   RACY 2 'x->k': a node is hung behind one that is known already
   RACY 3 'x->k': the node is written when it is known
   RACY 4 'x->k': a function has published the node before
   RACY 5 'x->k': the node of the round before is known
   RACY 6 'x->k': the reader does not order what it finds */
#include "common.h"
#include <stdatomic.h>
struct node {
  int k;
  struct node *_Atomic next;
};
static struct node head;
static struct node *_Atomic other;
#define RELAXED memory_order_relaxed
static void show (struct node *n) { atomic_store_explicit (&other, n, memory_order_release); }
static void *add (void *unused)
{
  struct node *last = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *x = malloc (sizeof *x);
    if (!x)
      abort ();
    x->k = i;
#if R == 2
    struct node *y = malloc (sizeof *y);
    y->k = i;
    atomic_init (&y->next, NULL);
    atomic_store_explicit (&head.next, y, memory_order_release);
    atomic_init (&x->next, NULL);
    atomic_store_explicit (&y->next, x, RELAXED);
#elif R == 4
    struct node *y = malloc (sizeof *y);
    y->k = i;
    show (y);
    atomic_init (&x->next, NULL);
    atomic_store_explicit (&y->next, x, RELAXED);
#elif R == 5
    atomic_init (&x->next, NULL);
    if (last)
      atomic_store_explicit (&last->next, x, RELAXED);
    else
      atomic_store_explicit (&head.next, x, memory_order_release);
    last = x;
#else
    atomic_init (&x->next, atomic_load_explicit (&head.next, memory_order_acquire));
    atomic_store_explicit (&head.next, x, R == 1 ? RELAXED : memory_order_release);
#endif
#if R == 3
    x->k = -1;
#endif
  }
  return unused;
}
static void *find (void *unused)
{
  int sum = 0;
  struct node *x = atomic_load_explicit (R == 4 ? &other : &head.next, R == 6 ? RELAXED : memory_order_acquire);
  for (; x; x = atomic_load_explicit (&x->next, R == 6 ? RELAXED : memory_order_acquire))
    sum += x->k;
  return (void *)(intptr_t)sum;
}
int main (void)
{
  pthread_t s, t;
  spawn (&s, add, NULL);
  spawn (&t, find, NULL);
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  return 0;
}
