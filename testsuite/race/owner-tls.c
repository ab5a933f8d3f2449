/* A __thread variable belongs to each thread.  Racy: its address is handed out. */
#include <pthread.h>
#include <stdio.h>

static __thread int depth;
static int *peek;

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
  if (*peek > 3) /* dg-message "read here" */
    puts ("deep");
  return unused;
}

int main (void)
{
  pthread_t id;

  peek = &depth;
  pthread_create (&id, NULL, work, NULL);
  recurse (5);
  pthread_join (id, NULL);
  printf ("%d\n", depth);
  return 0;
}
