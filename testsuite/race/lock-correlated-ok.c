/* if (c) lock; if (c) access; if (c) unlock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void count (int shared, int force)
{
  int mine = 0;

  if (shared)
    pthread_mutex_lock (&lock);
  if (force) {
    mine++;
  }
  if (shared)
    total++;
  else
    mine++;
  if (shared)
    pthread_mutex_unlock (&lock);
  printf ("%d\n", mine);
}

static void *worker (void *unused)
{
  count (1, 0);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, worker, NULL);
  count (0, 1);
  pthread_join (id, NULL);
  printf ("%d\n", total);
  return 0;
}
