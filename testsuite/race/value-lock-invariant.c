/* A flag that is zero whenever the lock is free: it is set and reset inside the critical
   section. Racy: it is left set. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int busy;
static int dump;

static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  busy = 1;
  pthread_mutex_unlock (&lock);
  return arg;
}

static void *watch (void *arg)
{
  int b;
  pthread_mutex_lock (&lock);
  b = busy;
  pthread_mutex_unlock (&lock);
  if (b)
    dump++; /* dg-warning "data race on 'dump'" dg-message "updated here" */
  return arg;
}

int main (void)
{
  pthread_t a, b, c;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, watch, NULL);
  pthread_create (&c, NULL, watch, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  return dump;
}
