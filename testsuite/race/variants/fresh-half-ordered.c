/* Memory that is made known by an exchange or a compare-and-swap, and taken by one: who makes it known needs release, who
   takes it acquire; what a box holds is known with the box.
   RACY 1 'n->d': the exchange only acquires
   RACY 2 'n->d': the compare-and-swap only acquires
   RACY 3 'n->d': the one that takes it only releases
   RACY 4 'n->d': the box is made known without order, by atomics as all that is in it */
#include "common.h"
#include <stdatomic.h>
struct node {
  int d;
};
struct box {
  struct node *_Atomic in;
};
static struct node *_Atomic one, *_Atomic two;
static struct box *_Atomic boxed;
#define ORDER(when, weak, strong) (R == when ? memory_order_##weak : memory_order_##strong)
static struct node *make (int d)
{
  struct node *n = malloc (sizeof *n);
  n->d = d;
  return n;
}
static void *give (void *a)
{
  struct node *none = NULL;
  atomic_exchange_explicit (&one, make (1), ORDER (1, acquire, release));
  atomic_compare_exchange_strong_explicit (&two, &none, make (2), ORDER (2, acquire, acq_rel), memory_order_relaxed);
  struct box *b = malloc (sizeof *b);
  atomic_store_explicit (&b->in, make (3), memory_order_relaxed);
  atomic_store_explicit (&boxed, b, ORDER (4, relaxed, release));
  return NULL;
}
static int value (struct node *n)
{
  return n ? n->d : 0;
}
static void *take (void *a)
{
  struct node *n = atomic_exchange_explicit (&one, NULL, ORDER (3, release, acquire));
  int sum = value (n) + value (atomic_load_explicit (&two, memory_order_acquire));
  struct box *b = atomic_load_explicit (&boxed, memory_order_acquire);
  if (b)
    sum += value (atomic_load_explicit (&b->in, memory_order_acquire));
  return (void *)(long)sum;
}
int main (void)
{
  pthread_t s, t;
  spawn (&s, give, NULL);
  spawn (&t, take, NULL);
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  return 0;
}
