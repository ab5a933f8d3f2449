/* Thread i gets &data[i].  Racy: &data[i / 2]. */
#include <pthread.h>
#include <stdio.h>

#define N 4

static long data[N + 1];

static void *count (void *argument)
{
  long *mine = argument;

  for (int i = 0; i < 1000; i++)
    *mine += i; /* dg-warning "data race on 'data\[\]'" dg-message "updated here" dg-message "updated here" */
  return NULL;
}

int main (void)
{
  pthread_t id[N];
  long sum = 0;

  for (int i = 0; i < N; i++)
    pthread_create (&id[i], NULL, count, &data[i / 2]);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  for (int i = 0; i < N; i++)
    sum += data[i];
  printf ("%ld\n", sum);
  return 0;
}
