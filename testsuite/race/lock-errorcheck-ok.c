/* Error-checking mutex. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock;
static int faults;

static void enter (void)
{
  if (pthread_mutex_lock (&lock) != 0)
    abort ();
}

static void leave (void)
{
  if (pthread_mutex_unlock (&lock) != 0)
    abort ();
}

static void *prober (void *unused)
{
  enter ();
  faults++;
  leave ();
  return unused;
}

static void *reporter (void *unused)
{
  int n;

  enter ();
  n = faults;
  leave ();
  printf ("%d\n", n);
  return unused;
}

int main (void)
{
  pthread_mutexattr_t attr;
  pthread_t a, b;

  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&lock, &attr);
  pthread_create (&a, NULL, prober, NULL);
  pthread_create (&b, NULL, reporter, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
