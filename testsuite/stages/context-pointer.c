/* A helper calls what it is given, with what it is given. */

#include <pthread.h>

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a, b; /* guarded, each by its own lock */
static int c;    /* guarded by lock_a: whoever is called takes no lock */

static void add (int *data, pthread_mutex_t *lock)
{
  pthread_mutex_lock (lock);
  ++*data;
  pthread_mutex_unlock (lock);
}

static void bare (int *data, pthread_mutex_t *lock)
{
  (void)lock;
  ++*data;
}

static void apply (void (*f) (int *, pthread_mutex_t *), int *data, pthread_mutex_t *lock)
{
  f (data, lock);
}

static void outer (void (*f) (int *, pthread_mutex_t *), int *data, pthread_mutex_t *lock)
{
  apply (f, data, lock);
}

static void *work (void *arg)
{
  outer (add, &a, &lock_a);
  outer (add, &b, &lock_b);
  pthread_mutex_lock (&lock_a);
  outer (bare, &c, &lock_b);
  pthread_mutex_unlock (&lock_a);
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
