/* A pointer is stored in a union, copied as the integer that is in the same place, and used again once the thread has ended. */
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
  ++*mine.pointer;
  return unused;
}

int main (void)
{
  pthread_t t;
  here.pointer = &counter;
  pthread_create (&t, NULL, worker, NULL);
  pthread_join (t, NULL);
  ++counter;
  return 0;
}
