/* RULES 1.1 trap (d): robust mutex, EOWNERDEAD is a success.
   Racy: the access comes before the lock. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m;
static int x;

static int enter (void)
{
  int rc = pthread_mutex_lock (&m);

  if (rc == EOWNERDEAD) {
    pthread_mutex_consistent (&m);
    rc = 0;
  }
  return rc;
}

static void *one (void *unused)
{
  if (enter () == 0) {
    x++; /* dg-message "updated here" */
    pthread_mutex_unlock (&m);
  }
  return unused;
}

static void *two (void *unused)
{
  x += 2; /* dg-warning "data race on 'x'" dg-message "updated here" */
  if (enter () == 0) {
    pthread_mutex_unlock (&m);
  }
  return unused;
}

int main (void)
{
  pthread_mutexattr_t attr;
  pthread_t a, b;

  pthread_mutexattr_init (&attr);
  pthread_mutexattr_setrobust (&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&m, &attr);
  pthread_create (&a, NULL, one, NULL);
  pthread_create (&b, NULL, two, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
