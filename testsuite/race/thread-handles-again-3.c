/* Two threads call the function that gives each of its threads a part of the array.  */
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

static void *run (void *p)
{
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, fill, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, run, NULL);
  pthread_create (&u, NULL, run, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
