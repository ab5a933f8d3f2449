/* A thread that helper functions create and join under one condition; the creation may fail.  */
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *work (void *p)
{
  count++;
  return p;
}

static int start (pthread_t *handle)
{
  if (pthread_create (handle, NULL, work, NULL) != 0)
    return -1;
  return 0;
}

static void finish (pthread_t *handle)
{
  pthread_join (*handle, NULL);
}

int main (int argc, char **argv)
{
  pthread_t t, u;
  int wanted = argc > 1;
  (void)argv;
  if (wanted)
    if (start (&t))
      return count;
  if (wanted)
    finish (&t);
  count++;
  if (start (&u) == 0)
    finish (&u);
  return count;
}
