/* There are two threads of each number. */
#include <pthread.h>

enum { THREADS = 8 };
static pthread_t t[THREADS];
static int rounds;

static void *worker (void *argument)
{
  long me = (long)argument;
  if (me == 0)
    rounds++; /* dg-warning "data race on 'rounds'" dg-message "updated here" */
  return NULL;
}

static void start (int from)
{
  for (long i = 0; i < THREADS / 2; i++)
    pthread_create (&t[from + i], NULL, worker, (void *)i);
}

int main (void)
{
  start (0);
  start (THREADS / 2);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return rounds;
}
