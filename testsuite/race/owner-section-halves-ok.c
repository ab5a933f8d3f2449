/* Two threads, each with its half of the array.  */
#include <pthread.h>

#define N 1000

static int a[N];

static void *low (void *p)
{
  for (int i = 0; i < N / 2; i++)
    a[i] = i; /* dg-bogus "data race" */
  return p;
}

static void *high (void *p)
{
  for (int i = N / 2; i < N; i++)
    a[i] = i; /* dg-bogus "data race" */
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, low, NULL);
  pthread_create (&u, NULL, high, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return a[5];
}
