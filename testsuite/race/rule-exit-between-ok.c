/* RULES 1.4 exits: a thread joins its child on every way out. */
#include <pthread.h>
#include <stdio.h>

static int x, strict = 1;

static void *child (void *unused)
{
  x = 1;
  return unused;
}

static void check (int n)
{
  if (n < 5 && strict)
    puts ("small");
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
  printf ("%d\n", x);
  return 0;
}
