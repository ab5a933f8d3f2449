/* Each thread writes its part before the barrier and reads all parts after it.  Racy: wrong count:
   two of four. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define N 4

static pthread_barrier_t barrier;
static int parts[N];

static void *work (void *argument)
{
  int me = (intptr_t) argument, sum = 0;

  parts[me] = me + 1; /* dg-warning "data race on 'parts\[\]'" dg-message "written here" */
  pthread_barrier_wait (&barrier);
  for (int i = 0; i < N; i++)
    sum += parts[i]; /* dg-message "read here" */
  printf ("%d\n", sum);
  return NULL;
}

int main (void)
{
  pthread_t id[N];

  pthread_barrier_init (&barrier, NULL, 2);
  for (intptr_t i = 0; i < N; i++)
    pthread_create (&id[i], NULL, work, (void *) i);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  pthread_barrier_destroy (&barrier);
  return 0;
}
