/* A counter is only used through atomics. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int hits;

static void *visit (void *arg)
{
  hits++;
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, visit, NULL);
  pthread_create (&b, NULL, visit, NULL);
  printf ("%d\n", hits);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
