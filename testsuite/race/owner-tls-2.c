/* A __thread variable belongs to each thread.  Racy: it is not thread-local. */
#include <pthread.h>
#include <stdio.h>

static int depth;

static void recurse (int n)
{
  depth++; /* dg-warning "data race on 'depth'" dg-message "updated here" */
  if (n > 0)
    recurse (n - 1);
  depth--;
}

static void *work (void *unused)
{
  recurse (10);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  recurse (5);
  pthread_join (id, NULL);
  printf ("%d\n", depth);
  return 0;
}
