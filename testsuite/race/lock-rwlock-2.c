/* Read-write lock.  Racy: read without the lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int limit = 10;

static void *server (void *unused)
{
  int now;

  now = limit; /* dg-warning "data race on 'limit'" dg-message "read here" */
  printf ("limit %d\n", now);
  return unused;
}

static void *config (void *unused)
{
  pthread_rwlock_wrlock (&lock);
  limit = 20; /* dg-message "written here" */
  pthread_rwlock_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, server, NULL);
  pthread_create (&b, NULL, config, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
