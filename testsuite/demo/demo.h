/* A small request server: workers take requests from a queue, look them up in a cache and count. */

#ifndef DEMO_H
#define DEMO_H

#include <pthread.h>

struct request {
  struct request *next;
  int key, value;
};

/* queue.c */
void queue_put (struct request *);
struct request *queue_get (void); /* NULL when the queue is closed */
void queue_close (void);

/* cache.c */
int cache_lookup (int key);
void cache_store (int key, int value);

/* stats.c */
void stats_count (int hit);
void stats_print (void);

#endif
