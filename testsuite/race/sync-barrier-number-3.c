/* The number is another one when the threads are created. */
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t barrier;
static int n;
static int data[64];
static int sums[64];

static void *worker (void *argument)
{
  long me = (long)argument;
  data[me] = 1; /* dg-warning "data race on 'data" */
  pthread_barrier_wait (&barrier);
  for (int i = 0; i < n; i++)
    sums[me] += data[i]; /* dg-message "read here" */
  return NULL;
}

int main (int argc, char **argv)
{
  if (argc < 2)
    return 1;
  n = atoi (argv[1]);
  if (n > 64)
    return 1;
  pthread_t *t = calloc ((size_t)n, sizeof *t);
  pthread_barrier_init (&barrier, NULL, (unsigned)n);
  n++;
  for (int i = 0; i < n; i++)
    pthread_create (&t[i], NULL, worker, (void *)(long)i);
  for (int i = 0; i < n; i++)
    pthread_join (t[i], NULL);
  return 0;
}
