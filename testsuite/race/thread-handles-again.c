/* The array of handles is used again before the threads are joined.  */
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

static void *sum (void *p)
{
  long s = 0;
  for (int k = 0; k < N * PART; k++)
    s += data[k]; /* dg-message "read here by thread 'sum'" */
  return s > 0 ? p : NULL;
}

int main (void)
{
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, fill, (void *)i);
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, sum, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  return 0;
}
