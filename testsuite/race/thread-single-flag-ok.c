/* A function shared by two threads whose branch only one of them takes. */
#include <pthread.h>
#include <stdio.h>

static int epoch;

static void step (int leader)
{
  if (leader)
    epoch++;
}

static void *lead (void *unused)
{
  step (1);
  return unused;
}

static void *follow (void *unused)
{
  step (0);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, lead, NULL);
  pthread_create (&b, NULL, follow, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", epoch);
  return 0;
}
