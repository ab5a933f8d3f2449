/* Each of four threads has every third element.  */
#include <pthread.h>

#define N 1000
#define THREADS 4

static int a[N];

static void *work (void *p)
{
  int id = (int)(long)p;
  for (int i = id; i < N; i += THREADS - 1)
    a[i] = i; /* dg-warning "data race on .a" */
  return NULL;
}

int main (void)
{
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return a[5];
}
