/* Waiting for a condition without the mutex: never taken, already released, or another one. */
#include <pthread.h>
#include <stdio.h>

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  int n;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int done;

static void wait_for (struct queue *q)
{
  pthread_cond_wait (&q->filled, &q->lock); /* dg-warning "wait with 'q->lock', which is not held \[-Wrace-wait-not-held\]" dg-message "waited for here by thread 'taker' with no lock held, called from 'taker'" */
}

static void *taker (void *arg)
{
  pthread_mutex_lock (&queue.lock);
  queue.n--;
  pthread_mutex_unlock (&queue.lock);
  wait_for (&queue);
  return arg;
}

static void *waiter (void *arg)
{
  pthread_mutex_lock (&other);
  pthread_cond_wait (&ready, &m); /* dg-warning "wait with 'm'" dg-message "waited for here by thread 'waiter' holding 'other'" */
  pthread_mutex_unlock (&other);
  return arg;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, taker, NULL);
  pthread_create (&u, NULL, waiter, NULL);
  pthread_mutex_lock (&m);
  done = 1;
  pthread_cond_broadcast (&ready);
  pthread_mutex_unlock (&m);
  pthread_mutex_lock (&queue.lock);
  queue.n++;
  pthread_cond_signal (&queue.filled);
  pthread_mutex_unlock (&queue.lock);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  printf ("%d\n", done);
  return 0;
}
