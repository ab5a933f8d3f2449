#include "demo.h"
#include <stdlib.h>

enum { WORKERS = 4, REQUESTS = 1000 };

static int limit; /* not a race: written before the first thread starts */

static void *worker (void *unused)
{
  struct request *r;
  (void)unused;
  while ((r = queue_get ())) {
    int value = cache_lookup (r->key);
    stats_count (value >= 0);
    if (value < 0 && r->value < limit)
      cache_store (r->key, r->value);
    free (r); /* not a race: the request belongs to who took it from the queue */
  }
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t threads[WORKERS];
  (void)argv;
  limit = argc * 100;
  for (int i = 0; i < WORKERS; i++)
    pthread_create (&threads[i], NULL, worker, NULL);
  for (int i = 0; i < REQUESTS; i++) {
    struct request *r = malloc (sizeof *r);
    if (!r)
      abort ();
    r->key = i % 50;
    r->value = i;
    queue_put (r);
  }
  queue_close ();
  for (int i = 0; i < WORKERS; i++)
    pthread_join (threads[i], NULL);
  stats_print ();
  return 0;
}
