/* Writing under a lock that is held for reading only, as the others hold it. */
#include <pthread.h>
#include <stdio.h>

struct table {
  pthread_rwlock_t lock;
  int hits;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct table table = { PTHREAD_RWLOCK_INITIALIZER, 0 };
static int cache, value;

static int look_up (struct table *t)
{
  int n;
  pthread_rwlock_rdlock (&t->lock);
  n = ++t->hits; /* dg-warning "data race on .*hits.*, which is written under a read lock \[-Wrace-read-lock\]" dg-message "updated here" dg-message "updated here" */
  pthread_rwlock_unlock (&t->lock);
  return n;
}

static void *reader (void *arg)
{
  pthread_rwlock_rdlock (&lock);
  if (!cache)
    cache = value; /* dg-warning "data race on 'cache', which is written under a read lock" dg-message "written here by thread 'reader' holding 'lock' for reading only" dg-message "written here by another thread" */
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
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
