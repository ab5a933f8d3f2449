/* What a node of a list leads to belongs to who takes the node out, and to whom he gives it.
   RACY 1 'it->n': used by who has put it in
   RACY 2 'it->n': known elsewhere, too
   RACY 3 'it->n': the node stays in the list
   RACY 4 'it->n': in two nodes
   RACY 5 'it->n': given to two by the function */
#include "common.h"
struct item {
  int n;
};
struct node {
  struct node *next;
  void *data;
};
struct queue {
  struct node *first, *last;
  int closed;
  pthread_mutex_t lock;
  pthread_cond_t more;
};
static struct queue Q = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
static struct item *known;
static void put (struct queue *q, void *data)
{
  struct node *n = malloc (sizeof *n);
  n->data = data;
  n->next = 0;
  pthread_mutex_lock (&q->lock);
  if (q->last)
    q->last->next = n;
  else
    q->first = n;
  q->last = n;
  pthread_cond_signal (&q->more);
  pthread_mutex_unlock (&q->lock);
}
static void *take (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
  while (!q->first && !q->closed)
    pthread_cond_wait (&q->more, &q->lock);
  struct node *n = q->first;
  if (!n) {
    pthread_mutex_unlock (&q->lock);
    return 0;
  }
#if R != 3
  q->first = n->next;
  if (!q->first)
    q->last = 0;
#endif
  pthread_mutex_unlock (&q->lock);
  void *data = n->data;
#if R == 5
  __atomic_store_n (&known, data, __ATOMIC_SEQ_CST);
#endif
#if R != 3
  free (n);
#endif
  return data;
}
static int take_by (struct queue *q, struct item **out)
{
  pthread_mutex_lock (&q->lock);
  struct node *n = q->first;
  if (n) {
    q->first = n->next;
    if (!q->first)
      q->last = 0;
  }
  pthread_mutex_unlock (&q->lock);
  if (!n)
    return -1;
  *out = n->data;
  free (n);
  return 0;
}
static void *w (void *a)
{
  struct item *it;
  for (int i = 0; i < 9; i++) {
    it = take (&Q);
    if (it) {
      it->n++;
      printf ("%d\n", it->n);
#if R == 0
      free (it);
#endif
    }
    if (take_by (&Q, &it) == 0)
      it->n++;
#if R == 2 || R == 5
    struct item *k = __atomic_load_n (&known, __ATOMIC_SEQ_CST);
    if (k)
      printf ("%d\n", k->n);
#endif
  }
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 99; i++) {
    struct item *it = malloc (sizeof *it);
    it->n = i;
    put (&Q, it);
#if R == 1
    it->n = 0;
#elif R == 2
    __atomic_store_n (&known, it, __ATOMIC_SEQ_CST);
#elif R == 4
    put (&Q, it);
#endif
  }
  pthread_mutex_lock (&Q.lock);
  Q.closed = 1;
  pthread_cond_broadcast (&Q.more);
  pthread_mutex_unlock (&Q.lock);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
