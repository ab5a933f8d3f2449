/* Counters: one under a lock, one atomic, one forgotten. */

#include "demo.h"
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long hits;
static atomic_long requests;
static long misses;

static void add (pthread_mutex_t *m, long *counter)
{
  pthread_mutex_lock (m);
  ++*counter;
  pthread_mutex_unlock (m);
}

void stats_count (int hit)
{
  requests++; /* not a race: atomic */
  if (hit)
    add (&lock, &hits);
  else
    misses++; /* a race: every worker does it */
}

void stats_print (void)
{
  /* not a race: all workers have been joined */
  printf ("%ld requests, %ld hits, %ld misses\n", requests, hits, misses);
}
