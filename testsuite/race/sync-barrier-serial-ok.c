/* After the barrier one thread, which the barrier chooses, adds up; a second barrier lets the
   others see the sum. */
#include <pthread.h>
#include <stdio.h>

enum { N = 3 };

static pthread_barrier_t b;
static int part[N], sum;

static void *worker (void *arg)
{
  long me = (long)arg;

  part[me] = (int)me * 2;
  int r = pthread_barrier_wait (&b);
  if (r == PTHREAD_BARRIER_SERIAL_THREAD)
    for (int i = 0; i < N; i++)
      sum += part[i];
  pthread_barrier_wait (&b);
  printf ("%d\n", sum);
  return NULL;
}

int main (void)
{
  pthread_t id[N];

  pthread_barrier_init (&b, NULL, N);
  for (long i = 0; i < N; i++)
    pthread_create (&id[i], NULL, worker, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  return 0;
}
