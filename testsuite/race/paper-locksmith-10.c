/* LOCKSMITH, figure 10: x is guarded by k across the call of g.
   Racy: y is not, g is also called without k. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void g (void)
{
  y++; /* dg-warning "data race on 'y'" dg-message "updated here" */
}

static void *other (void *unused)
{
  pthread_mutex_lock (&k);
  x = 0;
  y = 0; /* dg-message "written here" */
  pthread_mutex_unlock (&k);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, other, NULL);
  pthread_mutex_lock (&k);
  g ();
  x++;
  pthread_mutex_unlock (&k);
  g ();
  pthread_join (id, NULL);
  printf ("%d %d\n", x, y);
  return 0;
}
