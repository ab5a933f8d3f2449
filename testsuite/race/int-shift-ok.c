/* A pointer and a count share a word: the pointer is shifted to make room, and used by one at a time. */
#include <pthread.h>
#include <stdint.h>

static long counter;
static uint64_t word;

static void *worker (void *unused)
{
  ++*(long *)(word >> 16);
  return unused;
}

int main (void)
{
  pthread_t t;
  word = (uint64_t)(uintptr_t)&counter << 16 | 7;
  pthread_create (&t, NULL, worker, NULL);
  pthread_join (t, NULL);
  ++counter;
  return 0;
}
