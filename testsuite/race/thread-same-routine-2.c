/* One start routine that touches a static variable, in one thread only.
   Racy: in many, made by a loop. */
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
  pthread_t id[3];

  for (int i = 0; i < 3; i++)
    pthread_create (&id[i], NULL, numberer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  return 0;
}
