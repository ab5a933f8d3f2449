/* A function shared by all threads that touches each one's own variable. */
/* dg-additional-sources "thread-single-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

static int ticks, packets;

void bump (int *counter);

static void *clock_thread (void *unused)
{
  for (int i = 0; i < 10; i++)
    bump (&ticks);
  return unused;
}

static void *net_thread (void *unused)
{
  for (int i = 0; i < 10; i++)
    bump (&packets);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, clock_thread, NULL);
  pthread_create (&b, NULL, net_thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", ticks, packets);
  return 0;
}
