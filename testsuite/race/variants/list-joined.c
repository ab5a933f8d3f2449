/* A thread for each node of a list, whose handle is in there; another loop joins them all.
   WITHOUT schedule: the program is small
   RACY 1 'total': read before the joins
   RACY 2 'total': the last one is not joined
   RACY 3 'total': the first one is not joined
   RACY 4 'total': some are not joined
   RACY 5 'total': a node is taken out of the list between
   RACY 6 'total': the list is another one then
   RACY 7 'total': a handle is overwritten by that of another thread
   RACY 8 'total': a thread takes a node out of the list
   RACY 9 'total': the loop of the joins may be left before the end
   RACY 10 'total': another list is joined
   RACY 11 'total': another handle of the node is joined
   RACY 12 'total': every second one is joined
   RACY 13 'total': several threads for each node
   RACY 14 'total': the handles are copied from one node to another
   RACY 15 'total': two threads for each node
   RACY 16 'total': a function that is called between changes the list
   RACY 17 'total': the list is changed while it is joined
   RACY 18 'total': the loop of the creations goes beyond the end of the other one
   RACY 19 'total': the list is changed before the loop, but when its first node is known
   RACY 20 'total': the loop of the joins is not executed always
   RACY 21 'total': a thread is created for one node behind the joins
   RACY 22 'total': a handle is set to another by a function that gets its address
   RACY 23 'total': the joins begin at what was the first node before
   RACY 24 'total': a thread overwrites the handle of another one
   RACY 25 'total': other handles are put there by a loop that goes otherwise */
#include "common.h"
struct node {
  int number;
  pthread_t thread, other;
  struct node *next;
};
static struct node *all, *more;
static int total, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *a)
{
  struct node *n = a;
  pthread_mutex_lock (&m);
  total += n->number;
  pthread_mutex_unlock (&m);
#if R == 8
  if (n->next)
    n->next = n->next->next;
#elif R == 24
  if (n->next)
    n->next->thread = pthread_self ();
#endif
  return 0;
}
#if R == 7 || R == 25
static void *idle (void *a)
{
  return a;
}
#endif
static void add (struct node **list, int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  n->next = *list;
  *list = n;
}
#if R == 16
static void turn (void)
{
  struct node *n = all;
  if (n)
    all = n->next;
}
#endif
#if R == 22
static void set (pthread_t *t)
{
  *t = pthread_self ();
}
#endif
int main (int argc, char **argv)
{
  for (int i = 0; i < argc; i++) {
    add (&all, i);
    add (&more, i);
  }
#if R == 18
  struct node *stop = all ? all->next : 0;
#endif
#if R == 19
  struct node *begin = all;
  all = more;
  for (struct node *n = begin; n; n = n->next)
#elif R == 23
  struct node *begin = all;
  add (&all, 3);
  for (struct node *n = all; n; n = n->next)
#else
  for (struct node *n = all; n; n = n->next)
#endif
#if R == 13
    for (int i = 0; i < 2; i++)
#endif
    {
      spawn (&n->thread, work, n);
#if R == 15
      spawn (&n->thread, work, n);
#endif
#if R == 11
      n->other = pthread_self ();
#endif
    }
#if R == 1
  sum = total;
#elif R == 5
  if (all && all->next)
    all->next = all->next->next;
#elif R == 6
  all = more;
#elif R == 7
  if (all)
    spawn (&all->thread, idle, 0);
#elif R == 14
  if (all && all->next)
    *all->next = *all;
#elif R == 16
  turn ();
#elif R == 22
  if (all)
    set (&all->thread);
#elif R == 25
  for (struct node *n = all; n && n->next; n = n->next->next)
    spawn (&n->thread, idle, n);
#endif
#if R == 2
  for (struct node *n = all; n && n->next; n = n->next)
#elif R == 3
  for (struct node *n = all ? all->next : 0; n; n = n->next)
#elif R == 10
  for (struct node *n = more; n; n = n->next)
#elif R == 12
  for (struct node *n = all; n; n = n->next ? n->next->next : 0)
#elif R == 18
  for (struct node *n = all; n != stop; n = n->next)
#elif R == 20
  if (argc > 3)
    for (struct node *n = all; n; n = n->next)
#elif R == 23
  for (struct node *n = begin; n; n = n->next)
#else
  for (struct node *n = all; n; n = n->next)
#endif
  {
#if R == 4
    if (n->number & 1)
      continue;
#endif
#if R == 11
    pthread_join (n->other, 0);
#else
    void *result;
    pthread_join (n->thread, &result);
#if R == 9
    if (result)
      break;
#endif
#endif
#if R == 17
    if (n->next)
      n->next = n->next->next;
#endif
  }
#if R == 21
  if (all)
    spawn (&all->thread, work, all);
#endif
  sum += total;
  printf ("%d\n", sum);
  return 0;
}
