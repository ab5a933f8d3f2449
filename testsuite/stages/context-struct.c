/* A struct holds a lock and what it guards: a helper gets only the struct. */

#include <pthread.h>

struct pair {
  pthread_mutex_t *lock;
  long *data;
};

static pthread_mutex_t lock_x = PTHREAD_MUTEX_INITIALIZER, lock_y = PTHREAD_MUTEX_INITIALIZER;
static long x, y; /* guarded by lock_x, lock_y */
static long z;    /* a race: by one of them each time */

static void change (struct pair *p)
{
  pthread_mutex_lock (p->lock);
  ++*p->data;
  pthread_mutex_unlock (p->lock);
}

static void again (struct pair *p)
{
  change (p);
}

static void *work (void *arg)
{
  struct pair for_x = {&lock_x, &x}, for_y = {&lock_y, &y};
  again (&for_x);
  again (&for_y);
  for_x.data = for_y.data = &z;
  again (&for_x);
  again (&for_y);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
