/* Threads for those nodes of a list that a condition or a flag chooses, and joins for the same.
   WITHOUT schedule: the program is small
   RACY 1 'chosen': by another condition
   RACY 2 'chosen': the number that decides changes between
   RACY 3 'flagged': one flag is reset
   RACY 4 'flagged': the flag of the next node is looked at
   RACY 5 'flagged': not all that are created set it
   RACY 6 'optional': joined under another condition
   RACY 7 'optional': the condition changes between
   RACY 8 'flagged': threads reset it
   RACY 9 'chosen': the list changes between
   RACY 10 'made': one handle is set to 0
   RACY 11 'flagged': it is reset before the thread of the next node is joined */
#include "common.h"
struct node {
  int number, runs;
  pthread_t thread;
  struct node *next;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int chosen, flagged, optional, made, total, wanted;
#define WORK(name)                    \
  static void *name##_work (void *a)  \
  {                                   \
    pthread_mutex_lock (&m);          \
    name += ((struct node *)a)->number; \
    pthread_mutex_unlock (&m);        \
    return 0;                         \
  }
WORK (chosen)
WORK (optional)
WORK (made)
static void *flagged_work (void *a)
{
  struct node *n = a;
  pthread_mutex_lock (&m);
  flagged += n->number;
  pthread_mutex_unlock (&m);
#if R == 8
  n->runs = 0;
#endif
  return 0;
}
static void add (struct node **list, int number)
{
  struct node *n = calloc (1, sizeof *n);
  n->number = number;
  n->next = *list;
  *list = n;
}
static void do_chosen (int count)
{
  struct node *list = 0;
  for (int i = 0; i < count; i++)
    add (&list, i);
  for (struct node *n = list; n; n = n->next)
    if (n->number > 3)
      spawn (&n->thread, chosen_work, n);
#if R == 2
  for (struct node *n = list; n; n = n->next)
    n->number--;
#elif R == 9
  add (&list, 5);
  list->next = 0;
#endif
  for (struct node *n = list; n; n = n->next)
#if R == 1
    if (n->number > 4)
#else
    if (n->number > 3)
#endif
      pthread_join (n->thread, 0);
  total += chosen;
}
static void do_flagged (int count)
{
  struct node *list = 0;
  for (int i = 0; i < count; i++)
    add (&list, i);
  for (struct node *n = list; n; n = n->next) {
    n->runs = 0;
    if (pthread_create (&n->thread, 0, flagged_work, n) != 0) {
      perror ("create");
      continue;
    }
#if R == 5
    if (n->number)
#endif
    n->runs = 1;
  }
#if R == 3
  if (list)
    list->runs = 0;
#endif
  for (struct node *n = list; n; n = n->next) {
#if R == 4
    if (n->next && n->next->runs)
#else
    if (n->runs)
#endif
      pthread_join (n->thread, 0);
#if R == 11
    if (n->next)
      n->next->runs = 0;
#endif
  }
  total += flagged;
}
static void do_optional (int count)
{
  struct node *list = 0;
  for (int i = 0; i < count; i++)
    add (&list, i);
  for (struct node *n = list; n; n = n->next)
    if (wanted)
      spawn (&n->thread, optional_work, n);
#if R == 7
  wanted = 0;
#endif
  for (struct node *n = list; n; n = n->next)
#if R == 6
    if (wanted > 1)
#else
    if (wanted)
#endif
      pthread_join (n->thread, 0);
  total += optional;
}
static void do_made (int count)
{
  struct node *list = 0;
  for (int i = 0; i < count; i++)
    add (&list, i);
  for (struct node *n = list; n; n = n->next)
    if (n->number)
      spawn (&n->thread, made_work, n);
#if R == 10
  if (list)
    list->thread = 0;
#endif
  for (struct node *n = list; n; n = n->next)
    if (n->thread)
      pthread_join (n->thread, 0);
  total += made;
}
int main (int argc, char **argv)
{
  wanted = argc - 1;
  do_chosen (argc);
  do_flagged (argc);
  do_optional (argc);
  do_made (argc);
  printf ("%d\n", total);
  return 0;
}
