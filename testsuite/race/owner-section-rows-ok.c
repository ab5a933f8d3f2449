/* The rows of a matrix are divided among the threads.  */
#include <pthread.h>

#define N 64
#define THREADS 4

static double a[N][N], b[N][N], c[N][N];

static void *work (void *p)
{
  long id = (long)p;
  for (int i = id * N / THREADS; i < (id + 1) * N / THREADS; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0; /* dg-bogus "data race" */
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j]; /* dg-bogus "data race" */
    }
  return NULL;
}

int main (void)
{
  pthread_t t[THREADS];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = i;
  for (long i = 0; i < THREADS; i++)
    pthread_create (&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return c[5][5] > 1;
}
