/* A hash table with a lock for each bucket. */

#include "demo.h"
#include <stdlib.h>

struct entry {
  struct entry *next;
  int key, value;
};

struct bucket {
  pthread_mutex_t lock;
  struct entry *entries;
  int used;
};

enum { BUCKETS = 16 };

static struct bucket buckets[BUCKETS];

static struct bucket *bucket_of (int key)
{
  return &buckets[(unsigned)key % BUCKETS];
}

__attribute__ ((constructor)) static void cache_init (void)
{
  for (int i = 0; i < BUCKETS; i++)
    pthread_mutex_init (&buckets[i].lock, NULL);
}

int cache_lookup (int key)
{
  struct bucket *b = bucket_of (key);
  int value = -1;
  pthread_mutex_lock (&b->lock);
  for (struct entry *e = b->entries; e; e = e->next)
    if (e->key == key)
      value = e->value;
  pthread_mutex_unlock (&b->lock);
  return value;
}

void cache_store (int key, int value)
{
  struct entry *e = malloc (sizeof *e);
  if (!e)
    return;
  e->key = key; /* not a race: nobody else knows the entry yet */
  e->value = value;
  struct bucket *b = bucket_of (key);
  pthread_mutex_lock (&b->lock);
  e->next = b->entries;
  b->entries = e;
  pthread_mutex_unlock (&b->lock);
  b->used++; /* a race: the lock was released one line too early */
}
