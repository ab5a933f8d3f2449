/* Waiting for a condition with the mutex: in a loop, in a callee, after a wrapper has taken it. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  int n;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int done;

static void wait_for (struct queue *q)
{
  while (!q->n)
    pthread_cond_wait (&q->filled, &q->lock);
}

static void enter (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
}

static void *taker (void *arg)
{
  enter (&queue);
  wait_for (&queue);
  queue.n--;
  pthread_mutex_unlock (&queue.lock);
  return arg;
}

static void *waiter (void *arg)
{
  struct timespec soon = { 1, 0 };
  pthread_mutex_lock (&m);
  while (!done)
    if (pthread_cond_timedwait (&ready, &m, &soon))
      break;
  pthread_mutex_unlock (&m);
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
  enter (&queue);
  queue.n++;
  pthread_cond_signal (&queue.filled);
  pthread_mutex_unlock (&queue.lock);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
