/* LOCKSMITH, figure 24 without annotations: list of cache entries, each with its lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct cache_entry {
  int refs;
  pthread_mutex_t refs_mutex;
  struct cache_entry *next;
};

static struct cache_entry *cache;

static void cache_add (void)
{
  struct cache_entry *entry = malloc (sizeof *entry);

  if (!entry)
    abort ();
  entry->refs = 0;
  pthread_mutex_init (&entry->refs_mutex, NULL);
  entry->next = cache;
  cache = entry;
}

static void addref (struct cache_entry *entry)
{
  pthread_mutex_lock (&entry->refs_mutex);
  entry->refs++;
  pthread_mutex_unlock (&entry->refs_mutex);
}

static void *server (void *unused)
{
  for (struct cache_entry *e = cache; e; e = e->next)
    addref (e);
  return unused;
}

static void *cleaner (void *unused)
{
  for (struct cache_entry *e = cache; e; e = e->next) {
    pthread_mutex_lock (&e->refs_mutex);
    e->refs--;
    pthread_mutex_unlock (&e->refs_mutex);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  for (int i = 0; i < 3; i++)
    cache_add ();
  pthread_create (&a, NULL, server, NULL);
  pthread_create (&b, NULL, cleaner, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", cache->refs);
  return 0;
}
