/* A function that a wrapper starts twice gives the same numbers to threads.  */
#include <pthread.h>
#include <stdlib.h>

static int results[4];

static void start (pthread_t *t, void *(*f) (void *), void *p)
{
  if (pthread_create (t, NULL, f, p) != 0)
    abort ();
}

static void *one (void *p)
{
  results[(long)p]++; /* dg-warning "data race on .results" */
  return NULL;
}

static void *team (void *p)
{
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, one, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return p;
}

int main (void)
{
  pthread_t t[2];
  start (&t[0], team, NULL);
  start (&t[1], team, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return 0;
}
