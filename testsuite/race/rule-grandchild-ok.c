/* RULES 1.4 grandchild: each thread joins its child. */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *inner (void *unused)
{
  x = 1;
  return unused;
}

static void *middle (void *unused)
{
  pthread_t id;

  pthread_create (&id, NULL, inner, NULL);
  pthread_join (id, NULL);
  return unused;
}

static void *outer (void *unused)
{
  pthread_t id;

  pthread_create (&id, NULL, middle, NULL);
  pthread_join (id, NULL);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, outer, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", x);
  return 0;
}
