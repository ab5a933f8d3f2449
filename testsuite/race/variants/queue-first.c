/* Workers that wait until something is in a queue have what was prepared before anything was put
   there, though they have been created before that.
   RACY 1 'table[]': prepared when something is in the queue already
   RACY 2 'table[]': another thread puts something there, too
   RACY 3 'table[]': the queue is not empty at the start
   RACY 4 'table[]': who finds the queue empty goes on all the same
   RACY 5 'table[]': a thread that has seen nothing counts up, too
   RACY 6 'table[]': a worker puts something there before it has found anything
   RACY 7 'table[]': prepared before another queue is filled */
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
static int table[8];
static struct job first;
static struct queue other = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int count;

static void put (struct queue *q, int number)
{
  struct job *j = malloc (sizeof *j);
  j->number = number;
  j->next = NULL;
  pthread_mutex_lock (&q->lock);
  if (q->tail)
    q->tail->next = j;
  else
    q->head = j;
  q->tail = j;
  pthread_cond_signal (&q->more);
  pthread_mutex_unlock (&q->lock);
}

static struct job *get (struct queue *q)
{
  struct job *j;
  pthread_mutex_lock (&q->lock);
  while (q->head == NULL && !q->stop) {
    pthread_cond_wait (&q->more, &q->lock);
#if R == 4
    break;
#endif
  }
#if R == 4
  if (!q->head) {
    pthread_mutex_unlock (&q->lock);
    return &first;
  }
#endif
  if (q->head == NULL && q->stop) {
    pthread_mutex_unlock (&q->lock);
    return NULL;
  }
  j = q->head;
  q->head = j->next;
  if (!q->head)
    q->tail = NULL;
  pthread_mutex_unlock (&q->lock);
  return j;
}

static void *worker (void *a)
{
  struct queue *q = a;
  struct job *j;
#if R == 6
  put (q, 1);
#endif
  while ((j = get (q))) {
    printf ("%d\n", table[j->number % 8]);
    if (j != &first)
      free (j);
  }
  return NULL;
}

/* Waits for a number. */
static void *counting (void *a)
{
  pthread_mutex_lock (&lock);
  while (count <= 0)
    pthread_cond_wait (&more, &lock);
  count--;
  pthread_mutex_unlock (&lock);
  printf ("%d\n", table[0]);
  return NULL;
}

static void *putting (void *a)
{
  put (a, 2);
  return NULL;
}

static void *meddling (void *a)
{
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t;
  struct queue *q = calloc (1, sizeof *q);
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->more, NULL);
#if R == 3
  q->head = q->tail = &first;
#endif
  for (int i = 0; i < argc; i++) {
    pthread_create (&t, NULL, worker, q);
    pthread_create (&t, NULL, counting, q);
  }
#if R == 1
  put (q, 7);
#elif R == 2
  pthread_create (&t, NULL, putting, q);
#elif R == 5
  pthread_create (&t, NULL, meddling, q);
#elif R == 7
  put (q, 3);
  for (int i = 0; i < 8; i++)
    table[i] = argc;
  put (&other, 3);
#endif
#if R != 7
  for (int i = 0; i < 8; i++)
    table[i] = argc;
#endif
  for (int i = 0; i < 100; i++)
    put (q, i);
  pthread_mutex_lock (&lock);
  count += argc;
  pthread_cond_broadcast (&more);
  pthread_mutex_unlock (&lock);
  pthread_exit (NULL);
}
