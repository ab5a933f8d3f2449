/* Each thread has a random state of its own, rand_r. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *roll (void *argument)
{
  unsigned *seed = argument;
  int sum = 0;

  for (int i = 0; i < 10; i++)
    sum += rand_r (seed) % 6;
  printf ("%u: %d\n", *seed, sum);
  return NULL;
}

int main (void)
{
  unsigned one = 1, two = 2;
  pthread_t a, b;

  pthread_create (&a, NULL, roll, &one);
  pthread_create (&b, NULL, roll, &two);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
