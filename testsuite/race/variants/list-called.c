/* A list that begins in a global variable: one function creates a thread for each node, another one
   joins them all.
   WITHOUT schedule: the program is small
   RACY 1 'total': the list is changed between
   RACY 2 'total': the threads are created twice
   RACY 3 'total': the function that joins may do nothing
   RACY 4 'total': it is not called always
   RACY 5 'total': the list is changed by who calls the first function, when it has returned
   RACY 6 'total': read between
   RACY 7 'total': threads are created again behind the joins
   RACY 8 'total': the last one is not joined
   RACY 9 'total': the list is changed by who calls the second function, before it does
   RACY 10 'total': the joins begin with what was the first node before the creations
   RACY 11 'total': the threads are created in each round of a loop, and joined behind it
   RACY 12 'total': a node is taken out behind the creations, by who has created them
   RACY 13 'total': a handle is overwritten between
   RACY 14 'total': who calls both returns before the joins, and is called again
   RACY 15 'total': the functions end at nodes that they get */
#include "common.h"
struct node {
  int number;
  pthread_t thread;
  struct node *next;
};
static struct node *all;
static int total, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *a)
{
  pthread_mutex_lock (&m);
  total += ((struct node *)a)->number;
  pthread_mutex_unlock (&m);
  return 0;
}
static void add (int number)
{
  struct node *n = malloc (sizeof *n);
  n->number = number;
  n->next = all;
  all = n;
}
static void turn (void)
{
  if (all)
    all = all->next;
}
#if R == 15
static void start (struct node *until)
{
  for (struct node *n = all; n != until; n = n->next)
#else
static void start (void)
{
  for (struct node *n = all; n; n = n->next)
#endif
    if (pthread_create (&n->thread, 0, work, n) != 0)
      abort ();
#if R == 12
  if (all && all->next)
    all->next = all->next->next;
#endif
}
#if R == 15
static void stop (struct node *until)
#else
static void stop (int count)
#endif
{
#if R == 3
  if (count == 3)
    return;
#endif
#if R == 8
  for (struct node *n = all; n && n->next; n = n->next)
#elif R == 15
  for (struct node *n = all; n != until; n = n->next)
#else
  for (struct node *n = all; n; n = n->next)
#endif
    pthread_join (n->thread, 0);
}
static void begin (int count)
{
  for (int i = 0; i < count; i++)
    add (i);
#if R == 11
  for (int i = 0; i < count; i++)
#endif
#if R == 15
  start (0);
#else
  start ();
#endif
#if R == 2
  start ();
#elif R == 5
  turn ();
#endif
}
static void end (int count)
{
#if R == 9
  turn ();
#endif
#if R == 4
  if (count > 3)
#endif
#if R == 15
  stop (all ? all->next : 0);
#else
  stop (count);
#endif
}
static void run (int count)
{
#if R == 10
  struct node *before = all;
#endif
  begin (count);
#if R == 1
  turn ();
#elif R == 6
  sum += total;
#elif R == 13
  if (all)
    all->thread = pthread_self ();
#elif R == 14
  if (count == 5)
    return;
#endif
#if R == 10
  for (struct node *n = before; n; n = n->next)
    pthread_join (n->thread, 0);
#else
  end (count);
#endif
#if R == 7
  start ();
#endif
  sum += total;
}
int main (int argc, char **argv)
{
#if R == 10
  add (17);
#endif
  run (argc);
#if R == 14
  run (argc + 1);
#endif
  if (argc > 70)
    turn ();
  printf ("%d\n", sum);
  return 0;
}
