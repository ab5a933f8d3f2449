/* RULES 1.2: a lock allocated by a call that happens once.
   Racy: by two calls of the same wrapper. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int x;

static pthread_mutex_t *new_lock (void)
{
  pthread_mutex_t *m = malloc (sizeof *m);

  if (!m)
    abort ();
  pthread_mutex_init (m, NULL);
  return m;
}

static void *thread (void *arg)
{
  pthread_mutex_t *m = arg;

  pthread_mutex_lock (m);
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (m);
  return NULL;
}

int main (void)
{
  pthread_mutex_t *first = new_lock ();
  pthread_mutex_t *second = new_lock ();
  pthread_t a, b;

  pthread_create (&a, NULL, thread, first);
  pthread_create (&b, NULL, thread, second);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
