/* One start routine that touches a static variable, in one thread only.  Racy: in two threads. */
#include <pthread.h>
#include <stdio.h>

static void *numberer (void *unused)
{
  static int next = 1;
  int mine = next++; /* dg-warning "data race on 'next'" dg-message "updated here" dg-message "updated here" */

  printf ("%d\n", mine);
  return unused;
}

int main (void)
{
  pthread_t a;
  pthread_t b;

  pthread_create (&a, NULL, numberer, NULL);
  pthread_create (&b, NULL, numberer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
