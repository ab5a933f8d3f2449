/* A spinlock by __sync_bool_compare_and_swap, given back by a barrier and a plain store of an
   atomic. Racy: the loop ends when the exchange fails. */
#include <pthread.h>
#include <stdio.h>

static int lock;
static int value;

static void *step (void *arg)
{
  while (__sync_bool_compare_and_swap (&lock, 0, 1))
    ;
  value++; /* dg-warning "data race on 'value'" dg-message "updated here" */
  __sync_bool_compare_and_swap (&lock, 1, 0);
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, step, NULL);
  pthread_create (&b, NULL, step, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", value);
  return 0;
}
