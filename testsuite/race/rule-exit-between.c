/* RULES 1.4 exits: a thread joins its child on every way out.
   Racy: a callee calls pthread_exit before the join. */
#include <pthread.h>
#include <stdio.h>

static int x, strict = 1;

static void *child (void *unused)
{
  x = 1; /* dg-warning "data race on 'x'" dg-message "written here" */
  return unused;
}

static void check (int n)
{
  if (n < 5 && strict)
    pthread_exit (NULL);
}

static void *parent (void *arg)
{
  pthread_t id;

  pthread_create (&id, NULL, child, NULL);
  check (*(int *) arg);
  pthread_join (id, NULL);
  return NULL;
}

int main (void)
{
  pthread_t id;
  int n = 3;

  pthread_create (&id, NULL, parent, &n);
  pthread_join (id, NULL);
  printf ("%d\n", x); /* dg-message "read here" */
  return 0;
}
