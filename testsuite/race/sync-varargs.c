/* A function writes through its variable arguments, under the lock.  Racy: without it. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reads, writes;

static void bump (int n, ...)
{
  va_list list;

  va_start (list, n);
  while (n--)
    ++*va_arg (list, int *); /* dg-warning "data race on 'writes'" dg-message "updated here" */
  va_end (list);
}

static void *work (void *unused)
{
  bump (2, &reads, &writes);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  pthread_mutex_lock (&lock);
  writes += 5; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d %d\n", reads, writes);
  return 0;
}
