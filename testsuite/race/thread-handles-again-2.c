/* The function that creates threads does not join the last one, which has the same part of the
   array as the last one of the next call.  */
#include <pthread.h>

enum { N = 4, PART = 25 };

static int data[N * PART];

static void *fill (void *p)
{
  long i = (long)p;
  for (long k = i * PART; k < (i + 1) * PART; k++)
    data[k] = (int)k; /* dg-warning "data race on 'data" */
  return NULL;
}

static void run (void *(*start) (void *))
{
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, start, (void *)i);
  for (int i = 0; i < N - 1; i++)
    pthread_join (t[i], NULL);
}

int main (void)
{
  run (fill);
  run (fill);
  return 0;
}
