/* Columns where rows were meant: a thread writes elements of all rows.  */
#include <pthread.h>

#define N 64
#define THREADS 4

static double a[N][N], c[N][N];

static void *work (void *p)
{
  long id = (long)p;
  for (int i = id * N / THREADS; i < (id + 1) * N / THREADS; i++)
    for (int j = 0; j < N; j++)
      c[j][(i + 8) / 16] += a[i][j]; /* dg-warning "data race on .c" */
  return NULL;
}

int main (void)
{
  pthread_t t[THREADS];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i;
  for (long i = 0; i < THREADS; i++)
    pthread_create (&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return c[5][5] > 1;
}
