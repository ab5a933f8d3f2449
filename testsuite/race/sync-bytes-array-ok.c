/* Neighbouring elements of a char array. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static unsigned char bytes[2];

static void *low (void *unused)
{
  bytes[0] = 1;
  return unused;
}

static void *high (void *unused)
{
  bytes[1] = 2;
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, low, NULL);
  pthread_create (&b, NULL, high, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", bytes[0] + bytes[1]);
  return 0;
}
