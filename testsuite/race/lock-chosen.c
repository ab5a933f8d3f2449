/* m = &s->lock; d = &s->depth, s chosen earlier.  Racy: s is chosen again in between. */
#include <pthread.h>
#include <stdio.h>

struct queue {
  pthread_mutex_t lock;
  int depth;
};

static struct queue urgent = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct queue normal = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void push (int is_urgent)
{
  struct queue *s = is_urgent ? &urgent : &normal;
  pthread_mutex_t *m = &s->lock;
  int *d;

  pthread_mutex_lock (m);
  if (is_urgent > 1)
    s = &normal;
  d = &s->depth;
  *d += 1; /* dg-warning "data race on '[^']*depth" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (m);
}

static void *timer (void *unused)
{
  push (2);
  push (1);
  return unused;
}

static void *user (void *unused)
{
  push (0);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, timer, NULL);
  pthread_create (&b, NULL, user, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", urgent.depth, normal.depth);
  return 0;
}
