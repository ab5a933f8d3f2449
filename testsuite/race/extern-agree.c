/* Two functions that nobody sees get the same struct, and are not believed to agree about it. */
/* dg-racecheck-options "--no-assume=libraries" */
#include <pthread.h>

struct queue {
  int head, tail;
};
extern void queue_put (struct queue *, int);
extern int queue_get (struct queue *);
static struct queue q;

static void *producer (void *unused)
{
  queue_put (&q, 1); /* dg-warning "race on 'q'" dg-message "here" */
  return unused;
}

int main (void)
{
  pthread_t id;
  pthread_create (&id, NULL, producer, NULL);
  int got = queue_get (&q); /* dg-message "here" */
  pthread_join (id, NULL);
  return got;
}
