/* An error-checking mutex that its owner locks again stays held once. Racy: after one unlock
   it is free, and the update comes too late. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;
static int n;

static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  n++; /* dg-warning "data race on 'n'" dg-message "updated here" */
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_mutexattr_t attr;

  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&lock, &attr);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", n);
  return 0;
}
