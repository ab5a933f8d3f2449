/* Two threads, of which one goes beyond its half.  */
#include <pthread.h>

#define N 1000

static int a[N];

static void *low (void *p)
{
  for (int i = 0; i <= N / 2; i++)
    a[i] = i; /* dg-warning "data race on .a" */
  return p;
}

static void *high (void *p)
{
  for (int i = N / 2; i < N; i++)
    a[i] = i; /* dg-message "written here" */
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
