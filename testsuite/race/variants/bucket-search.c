/* Nodes that are looked for, taken out of their bucket, and put into another one; null if there is
   none, in the function itself and in one that it calls.
   RACY 1 'n->key': it is changed when the locks are released
   RACY 2 'n->hits': it stays in its bucket, too
   RACY 3 'tab[].head': only one of the locks is held
   RACY 4 'n->hits': the one that was found may be another one */
#include "common.h"
#define N 8
struct node { struct node *next; unsigned key; int hits; };
struct bucket { pthread_mutex_t lock; struct node *head; };
static struct bucket tab[N];
static void insert (unsigned key)
{
  struct node *n = malloc (sizeof *n);
  struct bucket *b = &tab[key % N];
  if (!n)
    return;
  n->key = key;
  n->hits = 0;
  pthread_mutex_lock (&b->lock);
  n->next = b->head;
  b->head = n;
  pthread_mutex_unlock (&b->lock);
}
static void hit (unsigned key)
{
  struct bucket *b = &tab[key % N];
  pthread_mutex_lock (&b->lock);
  for (struct node *n = b->head; n; n = n->next)
    if (n->key == key)
      n->hits++;
  pthread_mutex_unlock (&b->lock);
}
static struct node *take (struct bucket *b, unsigned key)
{
  for (struct node **link = &b->head; *link; link = &(*link)->next)
    if ((*link)->key == key) {
      struct node *n = *link;
#if R != 2
      *link = n->next;
#endif
      return n;
    }
#if R == 4
  return b->head;
#else
  return NULL;
#endif
}
static void enter (struct bucket *a, struct bucket *b)
{
  pthread_mutex_lock (a < b ? &a->lock : &b->lock);
#if R != 3
  pthread_mutex_lock (a < b ? &b->lock : &a->lock);
#endif
}
static void leave (struct bucket *a, struct bucket *b)
{
#if R != 3
  pthread_mutex_unlock (a < b ? &b->lock : &a->lock);
#endif
  pthread_mutex_unlock (a < b ? &a->lock : &b->lock);
}
static void by_call (unsigned from, unsigned to)
{
  struct bucket *a = &tab[from % N], *b = &tab[to % N];
  if (a == b)
    return;
  enter (a, b);
  struct node *n = take (a, from);
  if (n) {
    n->key = to;
    n->next = b->head;
    b->head = n;
  }
  leave (a, b);
#if R == 1
  if (n)
    n->key = to;
#endif
}
static void *run (void *arg)
{
  unsigned s = (unsigned)(size_t)arg;
  for (int i = 0; i < 1000; i++) {
    insert (rand_r (&s) % 100);
    hit (rand_r (&s) % 100);
    by_call (rand_r (&s) % 100, rand_r (&s) % 100);
  }
  return 0;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < N; i++)
    pthread_mutex_init (&tab[i].lock, 0);
  for (size_t i = 0; i < 2; i++)
    spawn (&t[i], run, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
