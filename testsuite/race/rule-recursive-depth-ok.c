/* RULES 1.1 trap (e): recursive mutex taken once or twice, held until the end. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;

static void add (int deep)
{
  pthread_mutex_lock (&m);
  if (deep)
    pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
  if (deep)
    pthread_mutex_unlock (&m);
}

static void *shallow_thread (void *unused)
{
  add (0);
  return unused;
}

static void *deep_thread (void *unused)
{
  add (1);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, shallow_thread, NULL);
  pthread_create (&b, NULL, deep_thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
