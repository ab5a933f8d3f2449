/* Hash table of chains under one lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
  unsigned key;
  int value;
  struct entry *next;
};

static struct {
  pthread_mutex_t lock;
  struct entry *chain[16];
  unsigned used;
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct entry *find (unsigned key)
{
  struct entry *e = table.chain[key % 16];

  while (e && e->key != key)
    e = e->next;
  return e;
}

static void put (unsigned key, int value)
{
  struct entry *e;

  pthread_mutex_lock (&table.lock);
  e = find (key);
  if (!e) {
    e = malloc (sizeof *e);
    if (!e)
      abort ();
    e->key = key;
    e->next = table.chain[key % 16];
    table.chain[key % 16] = e;
    table.used++;
  }
  e->value = value;
  pthread_mutex_unlock (&table.lock);
}

static void *filler (void *unused)
{
  for (unsigned key = 0; key < 50; key++)
    put (key % 23, key);
  return unused;
}

int main (void)
{
  pthread_t id;
  unsigned n;

  pthread_create (&id, NULL, filler, NULL);
  put (5, 5);
  pthread_mutex_lock (&table.lock);
  n = table.used;
  pthread_mutex_unlock (&table.lock);
  pthread_join (id, NULL);
  printf ("%u\n", n);
  return 0;
}
