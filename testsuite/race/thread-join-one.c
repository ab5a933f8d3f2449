/* Join of one thread, then access to what that thread wrote.
   Racy: to what the other wrote, which still runs. */
#include <pthread.h>
#include <stdio.h>

static long sum, product = 1;

static void *add (void *unused)
{
  for (int i = 1; i <= 10; i++)
    sum += i;
  return unused;
}

static void *multiply (void *unused)
{
  for (int i = 1; i <= 10; i++)
    product *= i; /* dg-warning "data race on 'product'" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, add, NULL);
  pthread_create (&b, NULL, multiply, NULL);
  pthread_join (a, NULL);
  printf ("%ld\n", product); /* dg-message "read here" */
  pthread_join (b, NULL);
  printf ("%ld\n", sum);
  return 0;
}
