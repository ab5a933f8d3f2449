/* Argument on the stack of a creator that joins.  Racy: the result is read before the join. */
#include <pthread.h>
#include <stdio.h>

struct range {
  int low, high;
  int sum;
};

static void *add_up (void *argument)
{
  struct range *r = argument;

  for (int i = r->low; i < r->high; i++)
    r->sum += i; /* dg-warning "data race on '[^']*sum" dg-message "updated here" */
  return NULL;
}

static int parallel_sum (int n)
{
  struct range a = { 0, n / 2, 0 }, b = { n / 2, n, 0 };
  pthread_t s, t;
  int early;

  pthread_create (&s, NULL, add_up, &a);
  pthread_create (&t, NULL, add_up, &b);
  early = a.sum; /* dg-message "read here" */
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  return early + b.sum;
}

int main (void)
{
  printf ("%d\n", parallel_sum (100));
  printf ("%d\n", parallel_sum (10));
  return 0;
}
