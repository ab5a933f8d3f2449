/* qsort of a shared array under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int scores[] = { 5, 3, 9, 1 };

static int compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static void *sorter (void *unused)
{
  pthread_mutex_lock (&lock);
  qsort (scores, 4, sizeof *scores, compare);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;
  int best;

  pthread_create (&id, NULL, sorter, NULL);
  pthread_mutex_lock (&lock);
  best = scores[3];
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", best);
  return 0;
}
