/* A C11 atomic counter.  Racy: it is read plainly. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int hits;

static void *work (void *unused)
{
  for (int i = 0; i < 100; i++)
    atomic_fetch_add ((atomic_int *) &hits, 1); /* dg-warning "data race on 'hits'" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  printf ("%d so far\n", hits); /* dg-message "read here" */
  pthread_join (id, NULL);
  printf ("%d\n", hits);
  return 0;
}
