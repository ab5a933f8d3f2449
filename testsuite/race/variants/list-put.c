/* A thread for each node that is put into a list, which is gone through later to join them.
   WITHOUT schedule: the program is small
   RACY 1 'in_main': not all are put there
   RACY 2 'in_main': the list is emptied before the joins
   RACY 3 'in_main': the list does not go on behind the new node
   RACY 4 'in_start': a node is not put there if something is wrong
   RACY 5 'in_start': another function takes a node out
   RACY 6 'in_start': the last one is not joined
   RACY 7 'in_start': a thread for a node that is in no list
   RACY 8 'in_pool': another pool is joined
   RACY 9 'in_start': the list is emptied before it is gone through
   RACY 10 'in_main': the list begins anew while threads of the old one run
   RACY 11 'in_start': threads start more
   RACY 12 'in_start': a node is left out as a new one comes
   RACY 13 'in_start': one more is created when the first node is known
   RACY 14 'in_main': two threads for each node
   RACY 15 'in_start': a handle is overwritten
   RACY 16 'in_pool': the new node leads to the nodes of another pool
   RACY 17 'in_main': the loop is left before the node is put there
   RACY 18 'in_start': the joins are in a function that may do nothing
   RACY 19 'in_start': one is created behind the joins
   RACY 20 'in_pool': the pool is emptied by who puts nodes there
   RACY 21 'in_start': two lists, one is joined
   RACY 22 'in_start': joined before all are created
   RACY 23 'in_pool': read before the joins
   RACY 24 'at_end': the list is emptied in each round
   RACY 25 'in_start': the handle is copied to another node
   RACY 26 'in_start': all are joined before the node is put there
   RACY 27 'in_main': all are joined before the node is put there */
#include "common.h"
struct node {
  int number;
  pthread_t thread;
  struct node *next;
};
struct pool {
  int n;
  struct node *first;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int in_main, in_start, in_pool, at_end, total;
static struct node *first, *second;
static void start (int number);
#define WORK(name)                    \
  static void *name##_work (void *a)  \
  {                                   \
    pthread_mutex_lock (&m);          \
    name += ((struct node *)a)->number; \
    pthread_mutex_unlock (&m);        \
    return 0;                         \
  }
WORK (in_main)
WORK (in_pool)
WORK (at_end)
static void *in_start_work (void *a)
{
  struct node *n = a;
  pthread_mutex_lock (&m);
  in_start += n->number;
#if R == 11
  if (n->number > 3)
    start (n->number - 1);
#endif
  pthread_mutex_unlock (&m);
  return 0;
}
#if R == 26
static void stop (int count);
#endif
static struct node *make (int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  return n;
}
/* In one function. */
static void do_in_main (int count)
{
  struct node *all = 0;
#if R == 10
  for (int k = 0; k < 2; k++) {
    all = 0;
#endif
  for (int i = 0; i < count; i++) {
    struct node *n = malloc (sizeof *n);
    n->number = i;
#if R == 3
    n->next = 0;
#else
    n->next = all;
#endif
    spawn (&n->thread, in_main_work, n);
#if R == 14
    spawn (&n->thread, in_main_work, n);
#endif
#if R == 27
    for (struct node *p = all; p; p = p->next)
      pthread_join (p->thread, 0);
    total += in_main;
#endif
#if R == 1
    if (i & 1)
#elif R == 17
    if (i == 7)
      break;
#endif
    all = n;
  }
#if R == 10
  }
#endif
#if R == 2
  all = 0;
#endif
  for (struct node *n = all; n; n = n->next)
    pthread_join (n->thread, 0);
  total += in_main;
}

/* A function puts nodes there, another one joins. */
static void start (int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  spawn (&n->thread, in_start_work, n);
#if R == 26
  stop (number);
  total += in_start;
#elif R == 4
  if (number < 0)
    return;
#endif
#if R == 12
  n->next = first ? first->next : 0;
#else
  n->next = first;
#endif
#if R == 21
  if (number & 1) {
    n->next = second;
    second = n;
    return;
  }
#endif
  first = n;
}
#if R == 5
static void take (void)
{
  if (first)
    first = first->next;
}
#endif
static void stop (int count)
{
#if R == 9
  first = 0;
#elif R == 18
  if (count == 3)
    return;
#endif
  struct node *n = first;
#if R == 13
  start (4);
#endif
#if R == 6
  for (; n && n->next; n = n->next)
#else
  for (; n; n = n->next)
#endif
    pthread_join (n->thread, 0);
  first = 0;
}
static void do_in_start (int count)
{
  for (int i = 0; i < count; i++)
    start (i);
#if R == 5
  take ();
#elif R == 7
  struct node *other = make (3);
  spawn (&other->thread, in_start_work, other);
#elif R == 15
  if (first)
    first->thread = pthread_self ();
#elif R == 25
  if (first && first->next)
    first->next->thread = first->thread;
#endif
#if R == 22
  stop (count);
  start (count);
#else
  stop (count);
#endif
#if R == 19
  start (3);
#endif
  total += in_start;
}

/* In a pool that they get. */
static void put (struct pool *p, int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  n->next = p->first;
  p->first = n;
  p->n++;
  spawn (&n->thread, in_pool_work, n);
#if R == 20
  if (p->n == 5)
    p->first = 0;
#endif
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
static void do_in_pool (int count)
{
  struct pool p = {0, 0}, q = {0, 0};
  for (int i = 0; i < count; i++)
    put (&p, i);
#if R == 16
  struct node *n = make (3);
  n->next = q.first;
  p.first = n;
#endif
#if R == 23
  total += in_pool;
#endif
#if R == 8
  finish (&q);
#else
  finish (&p);
#endif
  total += in_pool + q.n;
}

/* The list is set up anew in each round. */
static struct node *some;
static void do_at_end (int count)
{
  for (int k = 0; k < 3; k++) {
#if R == 24
    for (int j = 0; j < 2; j++) {
#endif
    some = 0;
    for (int i = 0; i < count; i++) {
      struct node *n = malloc (sizeof *n);
      n->number = i;
      n->next = some;
      some = n;
      spawn (&n->thread, at_end_work, n);
    }
#if R == 24
    }
#endif
    for (struct node *n = some; n; n = n->next)
      pthread_join (n->thread, 0);
    total += at_end;
  }
}
int main (int argc, char **argv)
{
  do_in_main (argc);
  do_in_start (argc);
  do_in_pool (argc);
  do_at_end (argc);
  printf ("%d\n", total);
  return 0;
}
