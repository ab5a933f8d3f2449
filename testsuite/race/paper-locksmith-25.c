/* LOCKSMITH, figure 25: the identity applied to two locations keeps them apart.
   Racy: applied to one. */
#include <pthread.h>
#include <stdio.h>

static int one = 1, two = 2;

static int *id (int *p)
{
  return p;
}

static void *thread (void *unused)
{
  int *x = id (&one);

  ++*x; /* dg-warning "data race on 'one'" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t t;
  int *y = id (&one);

  pthread_create (&t, NULL, thread, NULL);
  ++*y; /* dg-message "updated here" */
  pthread_join (t, NULL);
  printf ("%d %d\n", one, two);
  return 0;
}
