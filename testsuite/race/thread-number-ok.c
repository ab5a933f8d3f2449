/* One of several threads, which knows its number, does something alone. */
#include <pthread.h>

enum { THREADS = 8 };
static pthread_t t[THREADS];
static int rounds;

static void *worker (void *argument)
{
  long me = (long)argument;
  if (me == 0)
    rounds++;
  return NULL;
}

int main (void)
{
  for (long i = 0; i < THREADS; i++)
    pthread_create (&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return rounds;
}
