/* A branch that a value rules out: it is at most 10, and the access is done above 20. Racy:
   the access is done above 5. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int rare;

static void *work (void *arg)
{
  int a = getpid ();
  if (a > 10)
    a = 10;
  if (a > 5)
    rare++; /* dg-warning "data race on 'rare'" dg-message "updated here" */
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return rare;
}
