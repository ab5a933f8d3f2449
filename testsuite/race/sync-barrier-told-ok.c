/* One thread is told at a barrier to add up what all have done, in each of several rounds. */
#include <pthread.h>
#include <stdio.h>
#define N 3
static pthread_barrier_t b;
static int part[N];
static int out;
static void *work (void *a)
{
  long me = (long)a;
  for (int k = 0; k < 5; k++) {
    part[me] = k * me;
    int rc = pthread_barrier_wait (&b);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD)
      for (int i = 0; i < N; i++)
        out += part[i];
    pthread_barrier_wait (&b);
  }
  return NULL;
}
int main (void)
{
  pthread_t t[N];
  pthread_barrier_init (&b, 0, N);
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], 0);
  printf ("%d\n", out);
  return 0;
}
