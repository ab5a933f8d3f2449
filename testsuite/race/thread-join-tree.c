/* Join tree, each thread joins the children it made.  Racy: one child is left running. */
/* dg-additional-sources "thread-join-tree-b.c" */
#include <pthread.h>
#include <stdio.h>

void *leaf (void *unused);
int leaves (void);

static void *branch (void *unused)
{
  pthread_t left, right;

  pthread_create (&left, NULL, leaf, NULL);
  pthread_create (&right, NULL, leaf, NULL);
  pthread_join (left, NULL);
  pthread_detach (right);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, branch, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", leaves ());
  return 0;
}
