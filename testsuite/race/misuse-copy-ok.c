/* Structs with locks that are copied: from a template that nobody locks, to a place where nobody does,
   and beside the lock. */
#include <pthread.h>
#include <stdio.h>

struct box {
  pthread_mutex_t lock;
  struct {
    int a, b, c, d, e;
  } data;
};

static const struct box template = { PTHREAD_MUTEX_INITIALIZER, { 0, 0, 0, 0, 0 } };
static struct box first = { PTHREAD_MUTEX_INITIALIZER, { 0, 0, 0, 0, 0 } }, second;

static void *worker (void *arg)
{
  pthread_mutex_lock (&first.lock);
  first.data.a++;
  pthread_mutex_unlock (&first.lock);
  return arg;
}

int main (void)
{
  pthread_t t;
  struct box snapshot;
  second = template;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&second.lock);
  second.data.b = 1;
  pthread_mutex_unlock (&second.lock);
  pthread_mutex_lock (&first.lock);
  second.data = first.data;
  pthread_mutex_unlock (&first.lock);
  pthread_join (t, NULL);
  snapshot = first;
  printf ("%d %d\n", snapshot.data.a, second.data.a);
  return 0;
}
