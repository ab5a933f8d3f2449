/* A nested function is called by others, but always in the thread whose variables it has. */
/* { dg-options "-pthread" } */
#include <pthread.h>

static void each (void (*f) (int, int *), int depth, int *out)
{
  f (depth, out);
  if (depth < 9)
    each (f, depth + 1, out);
}

static void *worker (void *arg)
{
  long counter = 0;
  int sum = 0;
  void count (int n, int *out)
  {
    counter += n;
    *out += n;
  }
  void subtract (int n, int *out)
  {
    counter -= n;
    *out -= n;
  }
  each (arg ? count : subtract, 0, &sum);
  ++counter;
  return counter == sum ? arg : 0;
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
