/* All but the thread that the barrier chooses write, and the chosen one does too. */
#include <pthread.h>
static int x;
static pthread_barrier_t b;

static void *t1 (void *p)
{
  if (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    x++; /* dg-message "updated here" */
  return p;
}
static void *t2 (void *p)
{
  if (pthread_barrier_wait (&b) != PTHREAD_BARRIER_SERIAL_THREAD)
    x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return p;
}
int main (void)
{
  pthread_t a, c;
  pthread_barrier_init (&b, 0, 2);
  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&c, NULL, t2, NULL);

  pthread_join (a, NULL);
  pthread_join (c, NULL);
  return x;
}
