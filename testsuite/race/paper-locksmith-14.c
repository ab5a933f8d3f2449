/* LOCKSMITH, figure 14: y only goes from parent to child, two children share x under a lock.
   Racy: without it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct refs {
  int *x, *y;
};

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

static void *first (void *arg)
{
  struct refs *r = arg;

  ++*r->x; /* dg-warning "data race on '" dg-message "(read|written|updated|freed) here" */
  ++*r->y;
  return NULL;
}

static void *second (void *arg)
{
  ++*(int *) arg; /* dg-message "updated here" */
  return NULL;
}

int main (void)
{
  struct refs r = { malloc (sizeof (int)), malloc (sizeof (int)) };
  pthread_t a, b;

  if (!r.x || !r.y)
    return 1;
  *r.x = 1;
  *r.y = *r.x + 1;
  pthread_create (&a, NULL, first, &r);
  pthread_create (&b, NULL, second, r.x);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_mutex_destroy (&l);
  printf ("%d %d\n", *r.x, *r.y);
  return 0;
}
