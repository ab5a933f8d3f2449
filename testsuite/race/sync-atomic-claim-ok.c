/* The first thread to exchange the flag initialises; nobody else touches the table before the
   join. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int claimed;
static int table;

static void *start (void *arg)
{
  int zero = 0;
  if (atomic_compare_exchange_strong (&claimed, &zero, 1))
    table = 7;
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, start, NULL);
  pthread_create (&b, NULL, start, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", table);
  return 0;
}
