/* Behind its loop each thread writes one element more.  */
#include <pthread.h>

#define N 1000
#define THREADS 4

static int a[N];

static void *work (void *p)
{
  int id = (int)(long)p;
  int chunk = N / THREADS;
  int i;
  for (i = id * chunk; i < (id + 1) * chunk; i++)
    a[i] = i; /* dg-warning "data race on .a" */
  if (i < N)
    a[i] = 0; /* dg-message "written here by another thread .work." */
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
