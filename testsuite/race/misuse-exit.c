/* A thread ends with a lock: on one way, and on every. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *first (void *argument)
{
  pthread_mutex_lock (&a); /* dg-warning "'a' is not released on all paths \[-Wrace-lock-leak\]" dg-message "locked here" */
  x++;
  if (!argument)
    pthread_exit (NULL);
  pthread_mutex_unlock (&a);
  return NULL;
}

static void *second (void *argument)
{
  pthread_mutex_lock (&b); /* dg-warning "'b' is not released on all paths" dg-message "locked here" */
  y++;
  pthread_exit (argument);
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, first, &x);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return x + y;
}
