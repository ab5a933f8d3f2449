/* Recursive mutex, taken twice and given back once is still held. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;
static int total;

static void init (void)
{
  pthread_mutexattr_t attr;

  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&lock, &attr);
  pthread_mutexattr_destroy (&attr);
}

static void *deep (void *unused)
{
  pthread_mutex_lock (&lock);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *shallow (void *unused)
{
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  init ();
  pthread_create (&a, NULL, deep, NULL);
  pthread_create (&b, NULL, shallow, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", total);
  return 0;
}
