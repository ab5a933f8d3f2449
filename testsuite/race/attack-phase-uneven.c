/* One thread passes the barrier more often than the other in each round. */
#include <pthread.h>
static int x;
static pthread_barrier_t b;

static void *t1 (void *p)
{
  for (int i = 0; i < 4; i++) {
    x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
    pthread_barrier_wait (&b);
    if (i & 1)
      pthread_barrier_wait (&b);
  }
  return p;
}
static void *t2 (void *p)
{
  for (int i = 0; i < 4; i++) {
    pthread_barrier_wait (&b);
    x++; /* dg-message "updated here" */
  }
  pthread_barrier_wait (&b);
  pthread_barrier_wait (&b);
  return p;
}
int main (void)
{
  pthread_t a, c;
  (void)0;
  pthread_barrier_init (&b, 0, 2);
  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&c, NULL, t2, NULL);

  pthread_join (a, NULL);
  pthread_join (c, NULL);
  return x;
}
