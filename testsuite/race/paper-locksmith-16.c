/* LOCKSMITH, figure 16: x and y are each thread's own until x is published under a lock.
   Racy: g is set without. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *g;

static void *f (void *unused)
{
  int *x = malloc (sizeof *x), *y = malloc (sizeof *y);

  if (!x || !y)
    abort ();
  *y = 1;
  *x = 42 + *y;
  free (y);
  g = x; /* dg-warning "data race on 'g'" dg-message "written here" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, f, NULL);
  f (NULL);
  pthread_join (id, NULL);
  pthread_mutex_destroy (&lock);
  printf ("%d\n", *g);
  return 0;
}
