/* A queue under one lock; what is taken out belongs to who took it. */

#include "demo.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static struct request *head;
static int closed;

void queue_put (struct request *r)
{
  pthread_mutex_lock (&lock);
  r->next = head;
  head = r;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
}

struct request *queue_get (void)
{
  pthread_mutex_lock (&lock);
  while (!head && !closed)
    pthread_cond_wait (&ready, &lock);
  struct request *r = head;
  if (r)
    head = r->next;
  pthread_mutex_unlock (&lock);
  return r;
}

void queue_close (void)
{
  closed = 1; /* a race: the workers read it under the lock */
  pthread_cond_broadcast (&ready);
}
