/* Threads whose handles are in a list, in the nodes that they get: a node is its thread's until that has
   been joined.
   RACY 1 'n->result': read before the join
   RACY 2 'n->result': the handle of the next node is joined
   RACY 3 'n->result': the handle is overwritten by that of another thread
   RACY 4 'n->result': a node is given to two threads
   RACY 5 'n->result': the join may be left out */
#include "common.h"
struct node {
  int number, result;
  pthread_t thread;
  struct node *next;
};
static struct node *all;
static void *work (void *a)
{
  struct node *n = a;
  n->result = n->number * 2;
  return 0;
}
static void *idle (void *a)
{
  return a;
}
static void start (int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  n->result = 0;
  spawn (&n->thread, work, n);
#if R == 3
  spawn (&n->thread, idle, 0);
#endif
#if R == 4
  spawn (&n->thread, work, n);
#endif
  n->next = all;
  all = n;
}
static int reap (struct node *n)
{
#if R == 2
  if (n->next)
    n = n->next;
  pthread_join (n->next ? n->next->thread : n->thread, 0);
#elif R == 5
  if (n->number)
    pthread_join (n->thread, 0);
#elif R != 1
  pthread_join (n->thread, 0);
#endif
  int result = n->result;
#if R == 1
  pthread_join (n->thread, 0);
#endif
  free (n);
  return result;
}
int main (void)
{
  int sum = 0;
  for (int i = 0; i < 5; i++)
    start (i);
  while (all) {
    struct node *n = all;
    all = n->next;
    sum += reap (n);
  }
  for (int i = 0; i < 3; i++)
    start (i);
  for (struct node *n = all, *next; n; n = next) {
    pthread_join (n->thread, 0);
    sum += n->result;
    next = n->next;
    free (n);
  }
  return sum;
}
