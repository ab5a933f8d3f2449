/* LOCKSMITH, figure 25: the identity applied to two locations keeps them apart. */
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

  ++*x;
  return unused;
}

int main (void)
{
  pthread_t t;
  int *y = id (&two);

  pthread_create (&t, NULL, thread, NULL);
  ++*y;
  pthread_join (t, NULL);
  printf ("%d %d\n", one, two);
  return 0;
}
