/* Small programs are executed: threads whose handles are in a list from which they are taken and freed; an array of
   handles that other threads look at.
   RACY 1 'total': the first of the list is freed without a join
   RACY 2 'total': its memory is used again
   RACY 3 'all[]': a thread waits for itself
   RACY 4 'node->value': a thread frees what another one reads */
#include "common.h"
struct node { pthread_t thread; struct node *next; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;
static pthread_t all[3];
static int total, order;
struct value { int value; };
static void *count (void *a)
{
  pthread_mutex_lock (&m);
  total++;
  pthread_mutex_unlock (&m);
  return a;
}
static void add (void)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    abort ();
  n->next = list;
  list = n;
  spawn (&n->thread, count, NULL);
}
static void finish (void)
{
  while (list) {
    struct node *n = list;
    list = n->next;
#if R == 1
    if (list)
#endif
      pthread_join (n->thread, NULL);
    free (n);
  }
}
static void *chain (void *a)
{
  long i = (long)a;
  if (i > 0)
#if R == 3
    pthread_join (all[i], NULL);
#else
    pthread_join (all[i - 1], NULL);
#endif
#if R != 3
  order++;
#endif
  return NULL;
}
#if R == 4
static void *look (void *a)
{
  struct value *node = a;
  return node->value ? a : NULL;
}
static void *end (void *a)
{
  free (a);
  return NULL;
}
#endif
int main (void)
{
  add ();
  add ();
  add ();
#if R == 2
  struct node *n = list;
  list = n->next;
  free (n);
  add ();
#endif
  finish ();
  total++;
  for (long i = 0; i < 3; i++)
    spawn (&all[i], chain, (void *)i);
  pthread_join (all[2], NULL);
#if R == 4
  pthread_t t, u;
  struct value *v = malloc (sizeof *v);
  v->value = 1;
  spawn (&t, look, v);
  spawn (&u, end, v);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
#endif
  return total + order;
}
