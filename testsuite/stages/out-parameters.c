/* What a function stores through its parameters, its caller finds there. */

#include <pthread.h>

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a, b; /* guarded, each by its own lock */

static void find_a (int **data, pthread_mutex_t **lock)
{
  *data = &a;
  *lock = &lock_a;
}

static void find_b (int **data, pthread_mutex_t **lock)
{
  *data = &b;
  *lock = &lock_b;
}

static void add (int *data, pthread_mutex_t *lock)
{
  pthread_mutex_lock (lock);
  ++*data;
  pthread_mutex_unlock (lock);
}

static void *work (void *arg)
{
  int *data, *more;
  pthread_mutex_t *lock, *other;
  find_a (&data, &lock);
  find_b (&more, &other);
  add (data, lock);
  add (more, other);
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
