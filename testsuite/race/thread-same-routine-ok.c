/* One start routine that touches a static variable, in one thread only. */
#include <pthread.h>
#include <stdio.h>

static void *numberer (void *unused)
{
  static int next = 1;
  int mine = next++;

  printf ("%d\n", mine);
  return unused;
}

int main (void)
{
  pthread_t a;

  pthread_create (&a, NULL, numberer, NULL);
  pthread_join (a, NULL);
  return 0;
}
