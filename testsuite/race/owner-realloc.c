/* A growing array under a lock, realloc included.  Racy: the reader drops the lock before it looks
   at the element. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *items;
static int used;

static void *grow (void *unused)
{
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock (&lock);
    items = realloc (items, (used + 1) * sizeof *items); /* dg-message "(freed|written|updated) here" */
    if (!items)
      abort ();
    items[used++] = i;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t id;
  int first = -1, *p;

  pthread_create (&id, NULL, grow, NULL);
  pthread_mutex_lock (&lock);
  p = used > 0 ? items : NULL;
  pthread_mutex_unlock (&lock);
  if (p)
    first = p[0]; /* dg-warning "data race on '[^']*" dg-message "read here" */
  pthread_join (id, NULL);
  printf ("%d\n", first);
  return 0;
}
