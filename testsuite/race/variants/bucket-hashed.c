/* A hash table with a lock for each bucket, whose number is computed in several steps, in functions that
   are called with computed keys.
   RACY 1 'e->val': used behind the lock
   RACY 2 'tab[].head': the lock of the bucket of another key
   RACY 3 'e->val': moved into another bucket */
#include "common.h"
#define BUCKETS 16
struct entry {
  struct entry *next;
  int key, val;
};
static struct {
  pthread_mutex_t lock;
  struct entry *head;
  int n;
} tab[BUCKETS];

static unsigned hash (int k)
{
  return (unsigned)k * 2654435761u % BUCKETS;
}

static struct entry *find (unsigned b, int k)
{
  for (struct entry *e = tab[b].head; e; e = e->next)
    if (e->key == k)
      return e;
  return NULL;
}

static void put (int k, int v)
{
  unsigned b = hash (k);
  pthread_mutex_lock (&tab[b].lock);
  struct entry *e = find (b, k);
  if (!e) {
    e = malloc (sizeof *e);
    e->key = k;
    e->next = tab[b].head;
    tab[b].head = e;
    tab[b].n++;
  }
  e->val = v;
#if R == 3
  tab[hash (v)].head = e;
#endif
  pthread_mutex_unlock (&tab[b].lock);
}

static int get (int k, int *v)
{
  unsigned b = hash (R == 2 ? k + 1 : k);
  int found = 0;
  pthread_mutex_lock (&tab[b].lock);
  struct entry *e = find (hash (k), k);
#if R == 1
  pthread_mutex_unlock (&tab[b].lock);
#endif
  if (e)
    *v = e->val, found = 1;
#if R != 1
  pthread_mutex_unlock (&tab[b].lock);
#endif
  return found;
}

static void *worker (void *a)
{
  int base = (int)(long)a, v;
  for (int i = 0; i < 100; i++) {
    put (base + i % 20, i);
    get (base + (i + 3) % 20, &v);
  }
  return NULL;
}

int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < BUCKETS; i++)
    pthread_mutex_init (&tab[i].lock, NULL);
  for (long i = 0; i < 3; i++)
    spawn (&t[i], worker, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
