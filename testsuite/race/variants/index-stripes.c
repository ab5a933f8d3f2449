/* Fewer locks than buckets: the lock of a bucket follows from its number, which both are made of.
   RACY 1 'table[].first': the lock has a bit that the bucket does not have
   RACY 2 'table[].first': other bits
   RACY 3 'ring[]': a number that does not divide the other
   RACY 4 'n->hits': a node is found in another bucket */
#include "common.h"
struct node {
  struct node *next;
  unsigned key;
  int hits;
};
static struct {
  struct node *first;
} table[64];
static long ring[60];
static pthread_mutex_t locks[128], others[6];
static unsigned hash (const char *s)
{
  unsigned h = 0;
  while (*s)
    h = h * 31 + (unsigned char)*s++;
  return h;
}
static pthread_mutex_t *lock_of (unsigned h)
{
#if R == 1
  return &locks[h % 128];
#elif R == 2
  return &locks[h / 8 % 8];
#else
  return &locks[h % 8];
#endif
}
static void count (const char *key)
{
  unsigned h = hash (key);
  struct node *n;
  pthread_mutex_lock (lock_of (h));
#if R == 4
  for (n = table[(h + 1) % 64].first; n; n = n->next)
#else
  for (n = table[h % 64].first; n; n = n->next)
#endif
    if (n->key == h)
      break;
  if (!n) {
    n = malloc (sizeof *n);
    n->key = h;
    n->hits = 0;
    n->next = table[h % 64].first;
    table[h % 64].first = n;
  }
  n->hits++;
  pthread_mutex_unlock (lock_of (h));
}
static void turn (unsigned h)
{
#if R == 3
  unsigned i = h % 4;
#else
  unsigned i = h % 6;
#endif
  pthread_mutex_lock (&others[i]);
#if R == 3
  ring[h % 50]++;
#else
  ring[h % 60]++;
#endif
  pthread_mutex_unlock (&others[i]);
}
static void *run (void *p)
{
  char key[16];
  for (unsigned i = 0; i < 1000; i++) {
    snprintf (key, sizeof key, "%u", i);
    count (key);
    turn (hash (key));
  }
  return p;
}
int main (void)
{
  for (int i = 0; i < 128; i++)
    pthread_mutex_init (&locks[i], 0);
  for (int i = 0; i < 6; i++)
    pthread_mutex_init (&others[i], 0);
  spawn_two (run);
  return (int)ring[0];
}
