/* A hash table with a lock per bucket, reference counts, an LRU list and container_of. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof (type, member)))
#define BUCKETS 64
#define for_each(n, head) for (struct link *n = (head)->next; n != (head); n = n->next)

struct link { struct link *next, *prev; };

struct entry {
  struct link chain, lru;
  uint32_t hash;
  int refs;
  struct { uint16_t pinned : 1, dirty : 1, age : 6; uint8_t level; } flags;
  size_t size;
  char key[];
};

struct bucket { pthread_spinlock_t lock; struct link head; unsigned long hits, misses; };

static struct {
  struct bucket bucket[BUCKETS];
  struct link lru;
  pthread_rwlock_t lock;
  size_t used, limit;
} cache;

static uint32_t hash_of (const char *key)
{
  uint32_t h = 2166136261u;
  for (; *key; key++)
    h = (h ^ (uint8_t)*key) * 16777619u;
  return h;
}

static void insert (struct link *head, struct link *l)
{
  l->next = head->next;
  l->prev = head;
  head->next->prev = l;
  head->next = l;
}

static void unlink_it (struct link *l)
{
  l->prev->next = l->next;
  l->next->prev = l->prev;
  l->next = l->prev = l;
}

void cache_init (size_t limit)
{
  cache.limit = limit;
  cache.lru = (struct link) { &cache.lru, &cache.lru };
  for (int i = 0; i < BUCKETS; i++) {
    struct bucket *b = &cache.bucket[i];
    pthread_spin_init (&b->lock, 0);
    b->head.next = b->head.prev = &b->head;
  }
}

struct entry *cache_get (const char *key)
{
  uint32_t hash = hash_of (key);
  struct bucket *b = &cache.bucket[hash % BUCKETS];
  struct entry *found = NULL;
  pthread_spin_lock (&b->lock);
  for_each (l, &b->head) {
    struct entry *e = container_of (l, struct entry, chain);
    if (e->hash == hash && !strcmp (e->key, key)) {
      found = e;
      break;
    }
  }
  if (found) {
    b->hits++;
    __atomic_add_fetch (&found->refs, 1, __ATOMIC_RELAXED);
    found->flags.age = 0;
  } else
    cache.bucket[hash % BUCKETS].misses++;
  pthread_spin_unlock (&b->lock);
  return found;
}

void cache_put (struct entry *e)
{
  if (__atomic_sub_fetch (&e->refs, 1, __ATOMIC_ACQ_REL) == 0 && !e->flags.pinned)
    free (e);
}

static void evict (size_t need)
{
  pthread_rwlock_wrlock (&cache.lock);
  struct link *l = cache.lru.prev;
  while (l != &cache.lru && cache.used + need > cache.limit) {
    struct entry *e = container_of (l, struct entry, lru);
    l = l->prev;
    if (e->flags.pinned || e->flags.dirty || e->flags.level == 2 || ++e->flags.age < 3)
      continue;
    unlink_it (&e->lru);
    unlink_it (&e->chain);
    cache.used -= e->size;
    cache_put (e);
  }
  pthread_rwlock_unlock (&cache.lock);
}

struct entry *cache_add (const char *key, size_t size)
{
  size_t length = strlen (key) + 1;
  if (cache.used + size > cache.limit)
    evict (size);
  struct entry *e = calloc (1, sizeof *e + length);
  if (!e)
    return NULL;
  memcpy (e->key, key, length);
  e->hash = hash_of (key);
  e->size = size;
  e->refs = 2;
  struct bucket *b = cache.bucket + e->hash % BUCKETS;
  pthread_spin_lock (&b->lock);
  insert (&b->head, &e->chain);
  pthread_spin_unlock (&b->lock);
  pthread_rwlock_wrlock (&cache.lock);
  insert (&cache.lru, &e->lru);
  cache.used += size;
  pthread_rwlock_unlock (&cache.lock);
  return e;
}

int cache_walk (int (*visit) (const struct entry *, void *), void *context)
{
  int n = 0;
  for (struct bucket *b = cache.bucket; b < &cache.bucket[BUCKETS]; b++) {
    pthread_spin_lock (&b->lock);
    for_each (l, &b->head)
      if (visit (container_of (l, struct entry, chain), context))
        n++;
    pthread_spin_unlock (&b->lock);
  }
  return n;
}
