/* A node is put on a stack by compare-and-swap, which is tried again until it succeeds: as long as it fails, nobody else
   knows the node.
   RACY 1 'n->value': it is changed behind the swap
   RACY 2 'n->value': also if the swap has succeeded
   RACY 3 'n->value': it is known from elsewhere when the swap fails */
#include "common.h"
#include <stdatomic.h>
struct node {
  int value;
  struct node *next;
};
static _Atomic (struct node *) top, last;
static void push (int value)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    abort ();
  n->value = value;
#if R == 3
  atomic_store (&last, n);
#endif
  n->next = atomic_load (&top);
#if R == 2
  int done;
  do {
    done = atomic_compare_exchange_weak (&top, &n->next, n);
    n->value++;
  } while (!done);
#else
  while (!atomic_compare_exchange_weak (&top, &n->next, n))
    n->value++;
#endif
#if R == 1
  n->value++;
#endif
}
static void *pushes (void *unused)
{
  for (int i = 0; i < 100; i++)
    push (i);
  return unused;
}
static void *pops (void *unused)
{
  int sum = 0;
  struct node *n = atomic_exchange (&top, NULL), *next;
  for (; n; n = next) {
    next = n->next;
    sum += n->value;
    if (R != 3)
      free (n);
  }
#if R == 3
  if ((n = atomic_load (&last)))
    sum += n->value;
#endif
  return (void *)(intptr_t)sum;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], pushes, NULL);
  spawn (&t[2], pops, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
