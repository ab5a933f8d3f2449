/* Structs in an array, each with a lock and with slots that it guards: by number, from both ends, in loops, in
   arrays of arrays; the array may come first.
   RACY 1 'queues[].slot[]': behind the lock
   RACY 2 'queues[].slot[]': those of the next one
   RACY 3 'boards[].cell[][]': under the lock of another board
   RACY 4 'boards[].cell[][]': that of the number of the row */
#include "common.h"
enum { QUEUES = 4, SLOTS = 16 };
extern int any (void);
struct queue {
  pthread_mutex_t lock;
  int slot[SLOTS], n;
};
struct board {
  int cell[4][4];
  pthread_mutex_t lock;
};
static struct queue queues[QUEUES];
static struct board boards[QUEUES];
static void put (struct queue *q, int value)
{
  pthread_mutex_lock (&q->lock);
  if (q->n < SLOTS)
    q->slot[q->n++] = value;
  pthread_mutex_unlock (&q->lock);
#if R == 1
  q->slot[0]++;
#endif
}
static int get (struct queue *q)
{
  int value = -1;
  pthread_mutex_lock (&q->lock);
  if (q->n > 0)
    value = q->slot[--q->n];
  pthread_mutex_unlock (&q->lock);
  return value;
}
static int sum (int k)
{
  int s = 0;
  pthread_mutex_lock (&queues[k].lock);
#if R == 2
  struct queue *q = &queues[(k + 1) % QUEUES];
#else
  struct queue *q = &queues[k];
#endif
  for (int i = 0; i < SLOTS; i++)
    s += q->slot[i];
  pthread_mutex_unlock (&queues[k].lock);
  return s;
}
static void turn (struct board *b, struct board *other)
{
#if R == 3
  pthread_mutex_t *lock = &other->lock;
#elif R == 4
  pthread_mutex_t *lock = &boards[any () & 3].lock;
#else
  pthread_mutex_t *lock = &b->lock;
#endif
  pthread_mutex_lock (lock);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < i; k++) {
      int x = b->cell[i][k];
      b->cell[i][k] = b->cell[k][i];
      b->cell[k][i] = x;
    }
  pthread_mutex_unlock (lock);
}
static void *work (void *a)
{
  for (int k = 0; k < 9; k++) {
    put (&queues[any () & 3], k);
    get (&queues[k & 3]);
    sum (k & 3);
    turn (&boards[any () & 3], &boards[k & 3]);
  }
  return a;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < QUEUES; i++) {
    pthread_mutex_init (&queues[i].lock, 0);
    pthread_mutex_init (&boards[i].lock, 0);
  }
  for (int i = 0; i < 2; i++)
    spawn (&t[i], work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
