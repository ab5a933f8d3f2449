/* qsort of a shared array under the lock.  Racy: an element is read outside. */
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
  qsort (scores, 4, sizeof *scores, compare); /* dg-message "(written|updated) here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;
  int best;

  pthread_create (&id, NULL, sorter, NULL);
  best = scores[3]; /* dg-warning "data race on '[^']*scores" dg-message "read here" */
  pthread_join (id, NULL);
  printf ("%d\n", best);
  return 0;
}
