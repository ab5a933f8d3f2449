/* Slots used again by new threads after the old ones were joined.  Racy: slot reused while in use:
   every second is not joined first. */
#include <pthread.h>
#include <stdio.h>

#define N 2

static int result[N];

static void *work (void *argument)
{
  int *r = argument;

  *r = *r + 1; /* dg-warning "data race on 'result\[\]'" dg-message "updated here" dg-message "updated here" */
  return NULL;
}

int main (void)
{
  pthread_t id[N], more[N];

  for (int i = 0; i < N; i++)
    pthread_create (&id[i], NULL, work, &result[i]);
  for (int i = 0; i < N; i++)
    pthread_create (&more[i], NULL, work, &result[i]);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  for (int i = 0; i < N; i++)
    pthread_join (more[i], NULL);
  printf ("%d %d\n", result[0], result[1]);
  return 0;
}
