/* The halves of a union of a word and two halves belong to two threads.  Racy: one of them writes
   the word. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static union {
  uint64_t word;
  uint32_t half[2];
} reg;

static void *low (void *unused)
{
  reg.word = 1; /* dg-warning "data race on '[^']*reg" dg-message "written here" */
  return unused;
}

static void *high (void *unused)
{
  reg.half[1] = 2; /* dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, low, NULL);
  pthread_create (&b, NULL, high, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", reg.word > 0);
  return 0;
}
