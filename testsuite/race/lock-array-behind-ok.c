/* Arrays of locks and of data behind pointers that are set once, before the threads exist. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 4 };
static pthread_mutex_t *locks;
static long *sums;

static void *worker (void *unused)
{
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&locks[i]);
    sums[i]++; /* dg-bogus "data race" */
    pthread_mutex_unlock (&locks[i]);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;
  locks = malloc (N * sizeof *locks);
  sums = calloc (N, sizeof *sums);
  if (!locks || !sums)
    return 1;
  for (int i = 0; i < N; i++)
    pthread_mutex_init (&locks[i], NULL);
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return sums[0] != 2;
}
