/* A thread waits for what another one passes on, but that may be of earlier.  To be certain of the race one would have
   to count.  What both do again and again while they wait for each other only sometimes is certain.  */
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int n;
};

static struct queue *first, *second, *third;
static int table, total;

static struct queue *make (void)
{
  struct queue *q = calloc (1, sizeof *q);
  if (!q)
    abort ();
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->more, NULL);
  return q;
}

static void put (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
  q->n++;
  pthread_cond_signal (&q->more);
  pthread_mutex_unlock (&q->lock);
}

static void get (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
  while (!q->n)
    pthread_cond_wait (&q->more, &q->lock);
  q->n--;
  pthread_mutex_unlock (&q->lock);
}

static void *worker (void *unused)
{
  for (int i = 0; i < 2; i++) {
    get (first);
    put (second);
  }
  return unused;
}

static void *reader (void *unused)
{
  get (second);
  return table ? unused : NULL; /* dg-warning "possible data race on 'table'" dg-message "read here by thread 'reader'" dg-message "an atomic, a condition or a pipe for which one of the threads waits may order them" */
}

static void *counter (void *unused)
{
  for (int i = 0; i < 10; i++) {
    get (third);
    total++; /* dg-warning "^data race on 'total'" dg-message "updated here by thread 'counter'" */
  }
  return unused;
}

int main (void)
{
  pthread_t t;
  first = make ();
  second = make ();
  third = make ();
  pthread_create (&t, NULL, worker, NULL);
  pthread_create (&t, NULL, reader, NULL);
  pthread_create (&t, NULL, counter, NULL);
  put (first);
  table = 1; /* dg-message "written here by thread 'main'" */
  put (first);
  for (int i = 0; i < 10; i++) {
    total++; /* dg-message "updated here by thread 'main'" */
    put (third);
  }
  return 0;
}
