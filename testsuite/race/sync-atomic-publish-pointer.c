/* An object published by a release store of its address, found by an acquire load.  Racy: written
   once more after publishing. */
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
  m->width = 40;
  __atomic_store_n (&map, m, __ATOMIC_RELEASE);
  m->height = 30; /* dg-warning "data race on '[^']*height" dg-message "written here" */
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
  printf ("%d %d\n", m->width, m->height); /* dg-message "read here" */
  pthread_join (id, NULL);
  free (m);
  return 0;
}
