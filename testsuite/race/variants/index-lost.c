/* Tables of two queues, whose elements are found by numbers that take long to tell: the queue is still known.
   WITHOUT schedule: it would do, too
   RACY 1 'q->table[n->number & 63]': the lock of the other queue is held by one kind of threads
   RACY 2 'q->table[n->number & 63]': both variables are of one queue at last
   RACY 3 'q->table[n->number & 63]': a pointer is to one of both
   RACY 4 'q->table[n->number & 63]': there is no lock
   RACY 5 'q->table[n->number & 63]': sometimes it is the table of the other queue
   RACY 6 'q->table[n->number & 63]': it is cleared by one who has only the lock of the other queue
   RACY 7 'q->table[n->number & 63]': it is that of the other queue, with the lock of this
   RACY 8 'q->table[n->number & 63]': one thread gets the table itself
   RACY 9 'q->table[n->number & 63]': which queue it is depends on the node */
#include "common.h"
struct node {
  long number;
  struct node *next;
  struct queue *of;
};
struct queue {
  long size, first;
  struct node *nodes[64];
  long table[64];
  pthread_mutex_t lock;
  struct queue *other;
};
static struct queue *one, *two;
static void count (struct queue *q, struct node *n)
{
  q->table[n->number & 63]++;
}
static void use (struct queue *q, struct queue *locked)
{
  struct node *n;
  pthread_mutex_lock (&locked->lock);
  for (n = q->nodes[q->first & 63]; n; n = n->next)
    if (n->number == q->first)
      break;
  if (n)
    count (R == 5 && n->number == 7 ? q->other : R == 7 ? q->other : R == 9 ? n->of : q, n);
  pthread_mutex_unlock (&locked->lock);
}
static void *run_one (void *unused)
{
  for (long i = 0; i < 100; i++) {
    use (one, one);
#if R == 4 || R == 7
    struct node *n = one->nodes[one->first & 63]->next;
    if (R == 7)
      pthread_mutex_lock (&one->lock);
    count (one, n);
    if (R == 7)
      pthread_mutex_unlock (&one->lock);
#endif
  }
  return unused;
}
static void *run_two (void *unused)
{
  struct queue *q = two;
#if R == 3
  if (two->nodes[3])
    q = one;
#endif
  for (long i = 0; i < 100; i++) {
#if R == 6
    pthread_mutex_lock (&two->lock);
    for (int k = 0; k < 64; k++)
      one->table[k] = 0;
    pthread_mutex_unlock (&two->lock);
#elif R == 8
    long *table = one->table;
    struct node *n = two->nodes[two->first & 63]->next;
    pthread_mutex_lock (&two->lock);
    table[n->number & 63]++;
    pthread_mutex_unlock (&two->lock);
#endif
    use (q, R == 1 && i > 5 ? one : two);
  }
  return unused;
}
static struct queue *make (void)
{
  struct queue *q = calloc (1, sizeof *q);
  if (!q)
    abort ();
  pthread_mutex_init (&q->lock, NULL);
  return q;
}
static void fill (struct queue *q, struct queue *of)
{
  for (long i = 0; i < 128; i++) {
    struct node *n = malloc (sizeof *n);
    if (!n)
      abort ();
    n->number = i;
    n->of = of;
    n->next = q->nodes[i & 63];
    q->nodes[i & 63] = n;
  }
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  one = make ();
  two = make ();
  one->other = two;
  two->other = one;
  fill (one, one);
  fill (two, R == 9 ? one : two);
  one->first = two->first = argc;
  for (int i = 0; i < 4; i++) {
#if R == 2
    if (i == 3)
      two = one;
#endif
    if (i & 1)
      pthread_create (&t[i], NULL, run_one, NULL);
    else
      pthread_create (&t[i], NULL, run_two, NULL);
  }
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
