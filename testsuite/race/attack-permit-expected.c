/* The expected value is not set back to 0, so that the exchange succeeds from 1 to 1. */
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int l;
static void lock (void)
{
  int e = 0;
  while (!atomic_compare_exchange_strong (&l, &e, 1))
    ;
}
static void *t1 (void *p)
{
  lock ();
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  atomic_store (&l, 0);
  return p;
}

static void *t2 (void *p)
{
  lock ();
  x++; /* dg-message "updated here" */
  atomic_store (&l, 0);
  return p;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);

  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
