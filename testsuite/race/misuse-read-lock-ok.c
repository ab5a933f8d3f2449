/* Writing under a lock that is held for writing; under one for reading, only what is atomic, or what
   one thread has. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct table {
  pthread_rwlock_t lock;
  atomic_int hits;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct table table = { PTHREAD_RWLOCK_INITIALIZER, 0 };
static int cache, value, mine;

static int look_up (struct table *t)
{
  int n;
  pthread_rwlock_rdlock (&t->lock);
  n = ++t->hits;
  pthread_rwlock_unlock (&t->lock);
  return n;
}

static void *reader (void *arg)
{
  pthread_rwlock_wrlock (&lock);
  if (!cache)
    cache = value;
  pthread_rwlock_unlock (&lock);
  printf ("%d\n", look_up (&table));
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_rwlock_wrlock (&lock);
  value++;
  pthread_rwlock_unlock (&lock);
  pthread_rwlock_rdlock (&lock);
  mine = value;
  pthread_rwlock_unlock (&lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", mine);
  return 0;
}
