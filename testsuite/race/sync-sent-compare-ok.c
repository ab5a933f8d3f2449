/* A semaphore is posted by a function that qsort calls: main has used the counter before that. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;
static long counter;

static int compare (const void *a, const void *b)
{
  sem_post (&done);
  return *(const int *)a - *(const int *)b;
}

static void *worker (void *unused)
{
  sem_wait (&done);
  ++counter;
  return unused;
}

int main (void)
{
  pthread_t t;
  sem_init (&done, 0, 0);
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  int numbers[] = {2, 1};
  qsort (numbers, 2, sizeof *numbers, compare);
  pthread_join (t, NULL);
  return 0;
}
