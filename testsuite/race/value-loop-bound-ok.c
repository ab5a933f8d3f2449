/* A loop counts from 0 to 9; what happens from 10 on does not. */
#include <pthread.h>

static int over;

static void *work (void *arg)
{
  for (int i = 0; i < 10; i++)
    if (i >= 10)
      over++;
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return over;
}
