/* Who failed to take the word gives it back. */
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int l;
static int try_ (void)
{
  return atomic_exchange (&l, 1) == 0;
}
static void *t1 (void *p)
{
  for (int i = 0; i < 9; i++) {
    if (try_ ())
      x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
    atomic_store (&l, 0);
  }
  return p;
}

static void *t2 (void *p)
{
  for (int i = 0; i < 9; i++) {
    if (try_ ())
      x++; /* dg-message "updated here" */
    atomic_store (&l, 0);
  }
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
