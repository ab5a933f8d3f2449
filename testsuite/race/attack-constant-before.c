/* The switch is set before the threads start, but not on every way. */
#include <pthread.h>
#include <stdlib.h>
static int x;
static int mode = 3;
static void setup (void)
{
  if (getenv ("A"))
    mode = 1;
}
static void *t1 (void *p)
{
  if (mode == 3)
    x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
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
  setup ();
  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);

  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
