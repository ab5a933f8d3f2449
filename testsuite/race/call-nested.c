/* A nested function is the start of a thread: it shares the variables of the function around it. */
/* { dg-options "-pthread" } */
#include <pthread.h>

int main (void)
{
  pthread_t t;
  long counter = 0;
  void *worker (void *unused)
  {
    ++counter; /* { dg-warning "data race on .counter" } */
    return unused;
  }
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  pthread_join (t, NULL);
  return counter != 2;
}
