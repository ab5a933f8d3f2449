/* The other file of owner-queue-ring and its twin. */
#include "owner-queue-ring.h"

#define SIZE 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job *ring[SIZE];
static unsigned in, out;

void queue_put (struct job *j)
{
  pthread_mutex_lock (&lock);
  while (in - out == SIZE)
    pthread_cond_wait (&changed, &lock);
  ring[in++ % SIZE] = j;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

struct job *queue_get (void)
{
  struct job *j;

  pthread_mutex_lock (&lock);
  while (in == out)
    pthread_cond_wait (&changed, &lock);
  j = ring[out++ % SIZE];
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return j;
}
