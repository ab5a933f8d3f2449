/* Several threads put jobs into a queue with head and tail, others take them out and have them for
   themselves.
   RACY 1 'j->number': the producer writes to it when it is in the queue
   RACY 2 'q->tail': set when the lock is released
   RACY 3 'last->number': it is known by another name, too
   RACY 4 'j->number': the consumer does not take it out
   RACY 5 'q->head': taken out without the lock
   RACY 6 'j->number': some put it there under another lock */
#include "common.h"
struct job {
  struct job *next;
  int number;
};
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct job *head, *tail;
  int stop;
};
static struct job *last;
static pthread_mutex_t wrong = PTHREAD_MUTEX_INITIALIZER;

static void put (struct queue *q, int number, pthread_mutex_t *lock)
{
  struct job *j = malloc (sizeof *j);
  j->number = number;
  j->next = NULL;
  pthread_mutex_lock (lock);
  if (q->tail)
    q->tail->next = j;
  else
    q->head = j;
#if R != 2
  q->tail = j;
#endif
#if R == 3
  last = j;
#endif
  pthread_cond_signal (&q->more);
  pthread_mutex_unlock (lock);
#if R == 1
  j->number++;
#elif R == 2
  q->tail = j;
#elif R == 3
  last->number++;
#endif
}

static struct job *get (struct queue *q)
{
  struct job *j;
  pthread_mutex_lock (&q->lock);
  while (!q->head && !q->stop)
    pthread_cond_wait (&q->more, &q->lock);
  if (!q->head) {
    pthread_mutex_unlock (&q->lock);
    return NULL;
  }
#if R == 5
  pthread_mutex_unlock (&q->lock);
#endif
  j = q->head;
#if R != 4
  q->head = j->next;
  if (!q->head)
    q->tail = NULL;
#endif
#if R != 5
  pthread_mutex_unlock (&q->lock);
#endif
  return j;
}

static void *consumer (void *a)
{
  struct job *j;
  while ((j = get (a))) {
    j->number *= 2;
    printf ("%d\n", j->number);
#if R != 4
    free (j);
#endif
  }
  return NULL;
}

static void *producer (void *a)
{
  struct queue *q = a;
  for (int i = 0; i < 10; i++)
    put (q, i, &q->lock);
  return NULL;
}

static void *other (void *a)
{
  struct queue *q = a;
  put (q, 1, R == 6 ? &wrong : &q->lock);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t;
  struct queue *q = calloc (1, sizeof *q);
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->more, NULL);
  for (int i = 0; i < argc; i++) {
    spawn (&t, producer, q);
    spawn (&t, consumer, q);
  }
  spawn (&t, other, q);
  put (q, 7, &q->lock);
  pthread_exit (NULL);
}
