/* Destructor reads what a joined thread wrote. */
#include <pthread.h>
#include <stdio.h>

static int served;

static void *serve (void *unused)
{
  for (int i = 0; i < 1000; i++)
    served++;
  return unused;
}

static void __attribute__ ((destructor)) goodbye (void)
{
  printf ("served %d\n", served);
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, serve, NULL);
  pthread_join (id, NULL);
  return 0;
}
