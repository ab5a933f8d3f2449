/* malloc, initialise, then publish by a store under the lock: the initialisation is private. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
  int level;
  int limit;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *current;

static void *reader (void *unused)
{
  struct config *c;

  pthread_mutex_lock (&lock);
  c = current;
  pthread_mutex_unlock (&lock);
  if (c)
    printf ("%d %d\n", c->level, c->limit);
  return unused;
}

int main (void)
{
  pthread_t id;
  struct config *c;

  pthread_create (&id, NULL, reader, NULL);
  c = malloc (sizeof *c);
  if (!c)
    abort ();
  c->level = 2;
  c->limit = 70;
  pthread_mutex_lock (&lock);
  current = c;
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  free (c);
  return 0;
}
