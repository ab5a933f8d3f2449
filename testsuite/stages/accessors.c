/* Constructors and accessors: the lock and the data are what functions return. */

#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static struct box *new_box (int n)
{
  struct box *b = malloc (sizeof *b);
  if (!b)
    abort ();
  pthread_mutex_init (&b->lock, 0);
  b->n = n; /* nobody else knows it yet */
  return b;
}

static pthread_mutex_t *lock_of (struct box *b)
{
  return &b->lock;
}

static int *content (struct box *b)
{
  return &b->n;
}

static void put (struct box *b, int n)
{
  pthread_mutex_lock (lock_of (b));
  *content (b) = n;
  pthread_mutex_unlock (lock_of (b));
}

static void *work (void *arg)
{
  put (arg, 2);
  return arg;
}

int main (void)
{
  pthread_t t, u;
  struct box *one = new_box (1), *two = new_box (2);
  pthread_create (&t, 0, work, one);
  pthread_create (&u, 0, work, two);
  put (one, 3);
  *content (two) = 4; /* a race */
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
