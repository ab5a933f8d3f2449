/* if (c) lock; if (c) access; if (c) unlock.  Racy: c changed in between. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void count (int shared, int force)
{
  int mine = 0;
  int locked = shared;

  if (shared)
    pthread_mutex_lock (&lock);
  if (force) {
    mine++;
    shared = 1;
  }
  if (shared)
    total++; /* dg-warning "data race on 'total'" dg-message "updated here" dg-message "updated here" */
  else
    mine++;
  if (locked)
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
