/* Argument on the stack of a creator that joins. */
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
    r->sum += i;
  return NULL;
}

static int parallel_sum (int n)
{
  struct range a = { 0, n / 2, 0 }, b = { n / 2, n, 0 };
  pthread_t s, t;

  pthread_create (&s, NULL, add_up, &a);
  pthread_create (&t, NULL, add_up, &b);
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  return a.sum + b.sum;
}

int main (void)
{
  printf ("%d\n", parallel_sum (100));
  printf ("%d\n", parallel_sum (10));
  return 0;
}
