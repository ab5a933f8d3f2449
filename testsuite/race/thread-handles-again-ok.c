/* One array of handles, and one function that creates and joins, for several sorts of threads, one
   after the other; each thread has a part of the array of its own.  */
#include <pthread.h>

enum { N = 4, PART = 25 };

static int data[N * PART];

static void *fill (void *p)
{
  long i = (long)p;
  for (long k = i * PART; k < (i + 1) * PART; k++)
    data[k] = (int)k;
  return NULL;
}

static void *sum (void *p)
{
  long s = 0;
  for (int k = 0; k < N * PART; k++)
    s += data[k];
  return s > 0 ? p : NULL;
}

static void run (void *(*start) (void *))
{
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, start, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
}

int main (void)
{
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, fill, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, sum, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  for (int i = 0; i < 3; i++) {
    run (fill);
    run (sum);
  }
  return data[0];
}
