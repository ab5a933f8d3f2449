/* Neighbouring elements of a char array.  Racy: one thread sets both. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static unsigned char bytes[2];

static void *low (void *unused)
{
  memset (bytes, 1, 2); /* dg-warning "data race on '[^']*bytes" dg-message "written here" */
  return unused;
}

static void *high (void *unused)
{
  bytes[1] = 2; /* dg-message "written here" */
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
