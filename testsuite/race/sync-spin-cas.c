/* A spinlock by compare and exchange from 0 to 1. Racy: the lock may be taken by failing: the
   result of the exchange is not tested. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int word;
static int top;

static void enter (void)
{
  int expected = 0;
  atomic_compare_exchange_strong (&word, &expected, 1);
}

static void leave (void)
{
  atomic_store (&word, 0);
}

static void *raise (void *arg)
{
  enter ();
  if (top < 10) /* dg-message "read here" */
    top = 10; /* dg-warning "data race on 'top'" dg-message "written here" */
  leave ();
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, raise, NULL);
  pthread_create (&b, NULL, raise, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", top);
  return 0;
}
