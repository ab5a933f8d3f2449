/* RULES 1.1 substitution: between taking a and giving it back b is given back. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int x;

static void f (pthread_mutex_t *a, pthread_mutex_t *b)
{
  pthread_mutex_lock (a);
  pthread_mutex_unlock (b);
  x++;
  pthread_mutex_lock (b);
  pthread_mutex_unlock (a);
}

static void *first (void *unused)
{
  pthread_mutex_lock (&own[0]);
  f (&m, &own[0]);
  pthread_mutex_unlock (&own[0]);
  return unused;
}

static void *second (void *unused)
{
  pthread_mutex_lock (&own[1]);
  f (&m, &own[1]);
  pthread_mutex_unlock (&own[1]);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
