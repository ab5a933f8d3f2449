/* RULES 1.4 exits: a thread joins its child on every way out. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int x;

static void *child (void *unused)
{
  x = 1;
  return unused;
}

static void *parent (void *unused)
{
  pthread_t id;

  pthread_create (&id, NULL, child, NULL);
  usleep (1000);
  pthread_join (id, NULL);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, parent, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", x);
  return 0;
}
