/* Memory that an activation has for itself, and the ways in which others learn of it. */

#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int n;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void keep (struct node *n) /* publishes it */
{
  pthread_mutex_lock (&lock);
  list = n;
  pthread_mutex_unlock (&lock);
}

static void join_to (struct node *to, struct node *n) /* ties it to the other */
{
  to->next = n;
}

static void set (struct node *n) /* keeps nothing */
{
  n->n = 1;
}

static struct node *make (void)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    abort ();
  n->next = NULL;
  return n;
}

static void *work (void *arg)
{
  struct node *a = make (), *b = make (), *c = make ();
  join_to (a, b);
  set (b);  /* own: a is */
  keep (a); /* a and b are known to others now */
  set (a);
  set (b);
  set (c); /* own */
  free (c);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&lock);
  for (struct node *n = list; n; n = n->next)
    n->n++; /* a race with the two that are set after they are kept */
  pthread_mutex_unlock (&lock);
  pthread_join (t, NULL);
  return 0;
}
