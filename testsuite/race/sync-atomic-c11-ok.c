/* A C11 atomic counter. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int hits;

static void *work (void *unused)
{
  for (int i = 0; i < 100; i++)
    atomic_fetch_add (&hits, 1);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  printf ("%d so far\n", hits);
  pthread_join (id, NULL);
  printf ("%d\n", hits);
  return 0;
}
