/* A helper stores a lock and the data it guards in a struct; another uses the two. */
#include <pthread.h>

struct guarded {
  pthread_mutex_t *lock;
  int *data;
};

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock2 = PTHREAD_MUTEX_INITIALIZER;
static int data1, data2;

static void init (struct guarded *g, pthread_mutex_t *lock, int *data)
{
  g->lock = lock;
  g->data = data;
}

static void use (struct guarded *g)
{
  pthread_mutex_lock (g->lock);
  ++*g->data;
  pthread_mutex_unlock (g->lock);
}

static void *first (void *unused)
{
  struct guarded a, b;

  init (&a, &lock1, &data1);
  init (&b, &lock2, &data2);
  use (&a);
  use (&b);
  return unused;
}

static void *second (void *unused)
{
  struct guarded p, q;

  init (&p, &lock1, &data1);
  init (&q, &lock2, &data2);
  use (&q);
  use (&p);
  return unused;
}

int main (void)
{
  pthread_t s, t;

  pthread_create (&s, NULL, first, NULL);
  pthread_create (&t, NULL, second, NULL);
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  return 0;
}
