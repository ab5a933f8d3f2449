/* A local flag that stays 0 on every path. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *work (void *argument)
{
  int n = (intptr_t) argument, skip_lock = 0;

  if (n < 0) {
    n = -n;
  }
  if (skip_lock)
    balance -= n;
  else {
    pthread_mutex_lock (&lock);
    balance += n;
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, (void *) -5);
  pthread_create (&b, NULL, work, (void *) -3);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", balance);
  return 0;
}
