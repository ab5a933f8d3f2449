/* RULES 1.2: a static local lock exists once.  Racy: one on the stack once per activation. */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *thread (void *unused)
{
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

  pthread_mutex_lock (&m);
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (&m);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, thread, NULL);
  pthread_create (&b, NULL, thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
