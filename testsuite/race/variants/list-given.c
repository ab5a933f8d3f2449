/* A list that the functions get which create a thread for each node, or put nodes there, and join them all.
   WITHOUT schedule: the program is small
   RACY 1 'total': the variable leads to another node then
   RACY 2 'total': the first node is taken out between
   RACY 3 'total': another pool is the one at hand
   RACY 4 'total': a comparison takes it out
   RACY 5 'total': a handler of signals takes it out
   RACY 6 'total': the list is changed before the creations, but when its first node is known
   RACY 7 'total': the joins begin at what was the first node before
   RACY 8 'put': nodes for each pool of an array, and the last one is joined
   RACY 9 'put': for each pool of a list
   RACY 10 'put': for each new pool
   RACY 11 'put': the pool may be a new one in each round
   RACY 12 'put': the variable is set to another pool
   RACY 13 'put': the pool at hand changes while nodes are put there
   RACY 14 'put': it changes between
   RACY 15 'put': the pool is known before it changes, then the creations
   RACY 16 'put': the joins are for what was the pool at hand before */
#include "common.h"
#include <signal.h>
struct node {
  int number;
  pthread_t thread;
  struct node *next;
};
struct pool {
  struct node *first;
  struct pool *up;
};
static struct node *all;
static struct pool *at_hand;
static int total, put, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define WORK(name)                    \
  static void *name##_work (void *a)  \
  {                                   \
    pthread_mutex_lock (&m);          \
    name += ((struct node *)a)->number; \
    pthread_mutex_unlock (&m);        \
    return 0;                         \
  }
WORK (total)
WORK (put)
static void add (struct node **list, int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  n->next = *list;
  *list = n;
}
static void create_all (struct node *list)
{
  for (struct node *n = list; n; n = n->next)
    spawn (&n->thread, total_work, n);
}
static void join_all (struct node *list)
{
  for (struct node *n = list; n; n = n->next)
    pthread_join (n->thread, 0);
}
static void turn (void)
{
  if (all)
    all = all->next;
}
#if R == 4
static int compare (const void *a, const void *b)
{
  turn ();
  return *(const int *)a - *(const int *)b;
}
#elif R == 5
static void handle (int number)
{
  (void)number;
  turn ();
}
#endif
static void do_global (void)
{
#if R == 6
  struct node *begin = all;
  turn ();
  create_all (begin);
#elif R == 7
  struct node *begin = all;
  add (&all, 7);
  create_all (all);
#else
  create_all (all);
#endif
#if R == 1
  struct node *other = all ? all->next : 0;
  all = other;
#elif R == 2
  turn ();
#elif R == 4
  int v[] = {3, 2, 1};
  qsort (v, 3, sizeof *v, compare);
#elif R == 5
  signal (SIGUSR1, handle);
  raise (SIGUSR1);
#endif
#if R == 7
  join_all (begin);
#else
  join_all (all);
#endif
}
static void do_member (struct pool *p)
{
  create_all (p->first);
#if R == 3
  p = p->up;
#endif
  join_all (p->first);
}
static void put_node (struct pool *p, int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  n->next = p->first;
  p->first = n;
  spawn (&n->thread, put_work, n);
}
static void finish (struct pool *p)
{
  while (p->first) {
    struct node *n = p->first;
    p->first = n->next;
    pthread_join (n->thread, 0);
    free (n);
  }
}
static void change (void)
{
  if (at_hand->up)
    at_hand = at_hand->up;
}
static void do_put (int count)
{
  struct pool p = {0, 0}, *q = calloc (1, sizeof *q), *r = &p;
#if R == 8
  struct pool v[4] = {{0, 0}};
  int i = 0;
  do {
    i = (i + 1) % 4;
    put_node (&v[i], i);
  } while (count-- > 0);
  r = &v[i];
#elif R == 9
  p.up = q;
  for (; r; r = r->up) {
    put_node (r, count);
    if (!r->up)
      break;
  }
#elif R == 10
  do {
    r = calloc (1, sizeof *r);
    put_node (r, count);
  } while (count-- > 0);
#elif R == 11
  for (int i = 0; i < count; i++) {
    if (i % 3 == 0)
      r = calloc (1, sizeof *r);
    put_node (r, i);
  }
#else
  for (int i = 0; i < count; i++) {
    put_node (r, i);
#if R == 12
    if (i == 3)
      r = q;
#endif
  }
#endif
  finish (r);
  for (int i = 0; i < count; i++)
    put_node (q, i);
  finish (q);
}
static void do_at_hand (int count)
{
  struct pool p = {0, 0}, q = {0, &p};
  at_hand = &q;
#if R == 15 || R == 16
  struct pool *before = at_hand;
  change ();
#endif
  for (int i = 0; i < count; i++) {
#if R == 15
    put_node (before, i);
#else
    put_node (at_hand, i);
#endif
#if R == 13
    if (i == 3)
      change ();
#endif
  }
#if R == 14
  change ();
#endif
#if R == 16
  finish (before);
#else
  finish (at_hand);
#endif
}
int main (int argc, char **argv)
{
  struct pool p = {0, 0}, q = {0, &p};
  (void)argv;
  for (int i = 0; i < argc; i++) {
    add (&all, i);
    add (&p.first, i);
    add (&q.first, i);
  }
  do_global ();
  do_member (&q);
  sum += total;
  do_put (argc);
  do_at_hand (argc);
  sum += put;
  at_hand = &p;
  change ();
  turn ();
  printf ("%d\n", sum);
  return 0;
}
