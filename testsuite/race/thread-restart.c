/* The same routine in two threads, one after the other.
   Racy: the second starts before the first is joined. */
#include <pthread.h>
#include <stdio.h>

static int passes;

static void *pass (void *unused)
{
  passes++; /* dg-warning "data race on 'passes'" dg-message "updated here" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t first, second;

  pthread_create (&first, NULL, pass, NULL);
  pthread_create (&second, NULL, pass, NULL);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  printf ("%d\n", passes);
  return 0;
}
