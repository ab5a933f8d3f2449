/* Two functions that nobody sees get the same struct: they are taken to agree about it. */
#include <pthread.h>

struct queue {
  int head, tail;
};
extern void queue_put (struct queue *, int);
extern int queue_get (struct queue *);
static struct queue q;

static void *producer (void *unused)
{
  queue_put (&q, 1);
  return unused;
}

int main (void)
{
  pthread_t id;
  pthread_create (&id, NULL, producer, NULL);
  int got = queue_get (&q);
  pthread_join (id, NULL);
  return got;
}
