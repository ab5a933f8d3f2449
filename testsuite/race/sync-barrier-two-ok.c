/* A loader and a user meet at a barrier: what was loaded before is used after. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t loaded;
static char data[32];

static void *loader (void *arg)
{
  data[0] = 'a';
  pthread_barrier_wait (&loaded);
  return arg;
}

static void *user (void *arg)
{
  pthread_barrier_wait (&loaded);
  printf ("%c\n", data[0]);
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_barrier_init (&loaded, NULL, 2);
  pthread_create (&a, NULL, loader, NULL);
  pthread_create (&b, NULL, user, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
