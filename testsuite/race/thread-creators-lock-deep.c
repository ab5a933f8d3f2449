/* A creator holds the lock until its child has been joined, which has joined its own child;
   the grandchild writes without a lock. Racy: the child does not join its child. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_size;

static void *grandchild (void *arg)
{
  log_size++; /* dg-warning "data race on 'log_size'" dg-message "updated here" */
  return arg;
}

static void *child (void *arg)
{
  pthread_t id;
  pthread_create (&id, NULL, grandchild, NULL);
  pthread_detach (id);
  return arg;
}

static void *job (void *arg)
{
  pthread_t id;
  pthread_mutex_lock (&lock);
  pthread_create (&id, NULL, child, NULL);
  pthread_join (id, NULL);
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, job, NULL);
  pthread_create (&b, NULL, job, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
