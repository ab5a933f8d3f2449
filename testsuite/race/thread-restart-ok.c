/* The same routine in two threads, one after the other. */
#include <pthread.h>
#include <stdio.h>

static int passes;

static void *pass (void *unused)
{
  passes++;
  return unused;
}

int main (void)
{
  pthread_t first, second;

  pthread_create (&first, NULL, pass, NULL);
  pthread_join (first, NULL);
  pthread_create (&second, NULL, pass, NULL);
  pthread_join (second, NULL);
  printf ("%d\n", passes);
  return 0;
}
