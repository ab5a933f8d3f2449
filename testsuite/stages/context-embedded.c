/* The lock is part of the struct that it guards: the helper knows it by the struct. */

#include <pthread.h>

struct counter {
  pthread_mutex_t lock;
  long n;
};

static struct counter one = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct counter many[4];
static int which;

static void count (struct counter *c)
{
  pthread_mutex_lock (&c->lock);
  c->n++; /* guarded by the lock of the same object */
  pthread_mutex_unlock (&c->lock);
}

static void count_at (int i)
{
  count (&many[i]);
}

static void count_wrongly (int i)
{
  pthread_mutex_lock (&many[i].lock);
  many[i + 1].n++; /* a race: the lock is that of another element */
  pthread_mutex_unlock (&many[i].lock);
}

static void *work (void *arg)
{
  count (&one);
  count_at (which);
  count_wrongly (which);
  return arg;
}

int main (int argc, char **argv)
{
  pthread_t t;
  (void)argv;
  which = argc;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
