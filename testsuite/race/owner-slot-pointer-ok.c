/* Thread i gets &data[i]. */
#include <pthread.h>
#include <stdio.h>

#define N 4

static long data[N + 1];

static void *count (void *argument)
{
  long *mine = argument;

  for (int i = 0; i < 1000; i++)
    *mine += i;
  return NULL;
}

int main (void)
{
  pthread_t id[N];
  long sum = 0;

  for (int i = 0; i < N; i++)
    pthread_create (&id[i], NULL, count, &data[i]);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  for (int i = 0; i < N; i++)
    sum += data[i];
  printf ("%ld\n", sum);
  return 0;
}
