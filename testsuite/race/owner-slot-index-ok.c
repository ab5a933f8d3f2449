/* Thread i gets the number i and uses its slot. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define N 4

static int slots[N];

static void *fill (void *argument)
{
  int me = (intptr_t) argument;

  slots[me] = me + 1;
  return NULL;
}

int main (void)
{
  pthread_t id[N];

  for (intptr_t i = 0; i < N; i++)
    pthread_create (&id[i], NULL, fill, (void *) i);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  for (int i = 0; i < N; i++)
    printf ("%d\n", slots[i]);
  return 0;
}
