/* An object published by a release store of its address, found by an acquire load.  Racy: relaxed
   store. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct map {
  int width, height;
};

static struct map *map;

static void *load (void *unused)
{
  struct map *m = malloc (sizeof *m);

  if (!m)
    abort ();
  m->width = 40; /* dg-warning "data race on '[^']*width" dg-message "written here" */
  __atomic_store_n (&map, m, __ATOMIC_RELAXED);
  return unused;
}

int main (void)
{
  struct map *m;
  pthread_t id;

  pthread_create (&id, NULL, load, NULL);
  do
    m = __atomic_load_n (&map, __ATOMIC_ACQUIRE);
  while (!m);
  printf ("%d\n", m->width); /* dg-message "read here" */
  pthread_join (id, NULL);
  free (m);
  return 0;
}
