/* Threads that create threads, and who joins whom. */

#include <pthread.h>

static int before; /* ordered: written when nobody runs */
static int during; /* a race between two children */
static int after;  /* ordered: written by a grandchild, which is joined by the child, which is too */
static int own;    /* a race: written by the grandchild and by its creator, meanwhile */

static void *grandchild (void *arg)
{
  after = before;
  own++;
  return arg;
}

static void *child (void *arg)
{
  pthread_t t;
  pthread_create (&t, NULL, grandchild, NULL);
  own++;
  during++;
  pthread_join (t, NULL);
  return arg;
}

static void *sibling (void *arg)
{
  during++;
  return arg;
}

static void *late (void *arg) /* beside none */
{
  after++;
  return arg;
}

int main (void)
{
  pthread_t a, b, c;
  before = 1;
  pthread_create (&a, NULL, child, NULL);
  pthread_create (&b, NULL, sibling, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_create (&c, NULL, late, NULL);
  pthread_join (c, NULL);
  return after;
}
