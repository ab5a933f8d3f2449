/* Nodes that move from one bucket of a table to another, each with a lock of its own.
   RACY 1 'tab[].head': only the lock of the first is held
   RACY 2 'n->hits': used when both are released
   RACY 3 'n->hits': it stays in the first, too
   RACY 4 'n->key': changed before the lock is taken
   RACY 5 'tab[].head': the larger one is locked twice */
#include "common.h"
#define N 8
struct node { struct node *next; int key; int hits; };
struct bucket { pthread_mutex_t lock; struct node *head; };
static struct bucket tab[N];
static void insert (int key)
{
  struct node *n = malloc (sizeof *n);
  struct bucket *b = &tab[key % N];
  n->key = key;
  n->hits = 0;
  pthread_mutex_lock (&b->lock);
  n->next = b->head;
  b->head = n;
  pthread_mutex_unlock (&b->lock);
}
static void hit (int key)
{
  struct bucket *b = &tab[key % N];
  pthread_mutex_lock (&b->lock);
  for (struct node *n = b->head; n; n = n->next)
    if (n->key == key)
      n->hits++;
  pthread_mutex_unlock (&b->lock);
}
static void first_of (int from, int to)
{
  struct bucket *a = &tab[from % N], *b = &tab[to % N];
  if (a == b)
    return;
#if R == 5
  struct bucket *x = a < b ? b : a, *y = x;
#else
  struct bucket *x = a < b ? a : b, *y = a < b ? b : a;
#endif
  pthread_mutex_lock (&x->lock);
#if R != 1 && R != 5
  pthread_mutex_lock (&y->lock);
#endif
  struct node *n = a->head;
  if (n) {
#if R != 3
    a->head = n->next;
#endif
    n->key = to;
    n->next = b->head;
    b->head = n;
  }
#if R != 1 && R != 5
  pthread_mutex_unlock (&y->lock);
#endif
  pthread_mutex_unlock (&x->lock);
#if R == 2
  if (n)
    n->hits = 0;
#endif
}
static void found (int from, int to)
{
  struct bucket *a = &tab[from % N], *b = &tab[to % N];
  struct node **link, *n;
  if (a == b)
    return;
#if R == 4
  n = a->head;
  if (n)
    n->key = to;
#endif
  if (a < b) {
    pthread_mutex_lock (&a->lock);
    pthread_mutex_lock (&b->lock);
  } else {
    pthread_mutex_lock (&b->lock);
    pthread_mutex_lock (&a->lock);
  }
  for (link = &a->head; (n = *link) && n->key != from;)
    link = &n->next;
  if (n) {
    *link = n->next;
    n->key = to;
    n->next = b->head;
    b->head = n;
  }
  pthread_mutex_unlock (&b->lock);
  pthread_mutex_unlock (&a->lock);
}
static void in_turn (int from, int to)
{
  struct bucket *a = &tab[from % N], *b = &tab[to % N];
  pthread_mutex_lock (&a->lock);
  struct node *n = a->head;
  if (n)
    a->head = n->next;
  pthread_mutex_unlock (&a->lock);
  if (!n)
    return;
  n->key = to;
  pthread_mutex_lock (&b->lock);
  n->next = b->head;
  b->head = n;
  pthread_mutex_unlock (&b->lock);
}
static void *run (void *a)
{
  unsigned s = (unsigned)(size_t)a;
  for (int i = 0; i < 1000; i++) {
    insert (rand_r (&s) % 100);
    hit (rand_r (&s) % 100);
    first_of (rand_r (&s) % 100, rand_r (&s) % 100);
    found (rand_r (&s) % 100, rand_r (&s) % 100);
    in_turn (rand_r (&s) % 100, rand_r (&s) % 100);
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
