/* A small counter wraps in a loop, and then the condition holds. */
#include <pthread.h>
static int x;
static void *t1 (void *p)
{
  signed char n = 120;
  for (int i = 0; i < 12; i++) {
    if (n < 0)
      x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
    n += 1;
  }
  return p;
}
static void *t2 (void *p)
{
  x++; /* dg-message "updated here" */
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
