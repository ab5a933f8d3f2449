/* A pointer is stored in a union, copied as the integer that is in the same place, and used again. */
#include <pthread.h>
#include <stdint.h>

union word {
  long *pointer;
  uintptr_t number;
};

static long counter;
static union word here;

static void *worker (void *unused)
{
  union word mine;
  mine.number = here.number;
  ++*mine.pointer; /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  here.pointer = &counter;
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  pthread_join (t, NULL);
  return 0;
}
