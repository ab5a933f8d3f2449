/* RULES 1.3 relaxed publication.  Racy: the reader is not ordered after the initialisation. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
  int level;
};

static _Atomic (struct config *) current;

static void *publisher (void *unused)
{
  struct config *c = malloc (sizeof *c);

  if (!c)
    abort ();
  c->level = 3; /* dg-warning "data race on '[^']*level" dg-message "written here" */
  atomic_store_explicit (&current, c, memory_order_relaxed);
  return unused;
}

int main (void)
{
  struct config *c;
  pthread_t id;

  pthread_create (&id, NULL, publisher, NULL);
  while (!(c = atomic_load_explicit (&current, memory_order_relaxed)))
    ;
  printf ("%d\n", c->level); /* dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
