/* Two threads have the same number when it is kept in a byte. */
#include <pthread.h>

enum { THREADS = 300 };
static pthread_t t[THREADS];
static int rounds;

static void *worker (void *argument)
{
  long me = (long)argument;
  if ((unsigned char)me == 0)
    rounds++; /* dg-warning "data race on 'rounds'" dg-message "updated here" */
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
