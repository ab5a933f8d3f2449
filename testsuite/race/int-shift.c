/* A pointer and a count share a word: the pointer is shifted to make room. */
#include <pthread.h>
#include <stdint.h>

static long counter;
static uint64_t word;

static void *worker (void *unused)
{
  ++*(long *)(word >> 16); /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  word = (uint64_t)(uintptr_t)&counter << 16 | 7;
  pthread_create (&t, NULL, worker, NULL);
  ++counter;
  pthread_join (t, NULL);
  return 0;
}
