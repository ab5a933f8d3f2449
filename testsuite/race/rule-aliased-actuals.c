/* RULES 1.1 substitution: between taking a and giving it back b is given back.
   Racy: a and b are the same. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void f (pthread_mutex_t *a, pthread_mutex_t *b)
{
  pthread_mutex_lock (a);
  pthread_mutex_unlock (b);
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_lock (b);
  pthread_mutex_unlock (a);
}

static void *first (void *unused)
{
  f (&m, &m);
  return unused;
}

static void *second (void *unused)
{
  f (&m, &m);
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
