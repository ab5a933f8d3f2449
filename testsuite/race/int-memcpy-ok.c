/* A pointer goes through integers, in and out by memcpy; one thread uses it at a time. */
#include <pthread.h>
#include <string.h>

static long counter;
static unsigned long kept;

static void *worker (void *unused)
{
  long *p;
  memcpy (&p, &kept, sizeof p);
  ++*p;
  return unused;
}

int main (void)
{
  pthread_t t;
  long *q = &counter;
  unsigned long word;
  memcpy (&word, &q, sizeof word);
  kept = word;
  pthread_create (&t, NULL, worker, NULL);
  pthread_join (t, NULL);
  ++counter;
  return 0;
}
