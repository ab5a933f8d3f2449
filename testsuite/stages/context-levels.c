/* Two calls of one helper with two pairs of lock and data: they stay apart through three levels. */

#include <pthread.h>

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a, b;   /* guarded, each by its own lock */
static int both;   /* a race: each call has another lock */

static void add (int *data)
{
  ++*data;
}

static void locked (pthread_mutex_t *lock, int *data)
{
  pthread_mutex_lock (lock);
  add (data);
  pthread_mutex_unlock (lock);
}

static void update (int *data, pthread_mutex_t *lock)
{
  locked (lock, data);
}

static void *work (void *arg)
{
  update (&a, &lock_a);
  update (&b, &lock_b);
  update (&both, &lock_a);
  update (&both, &lock_b);
  return arg;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
