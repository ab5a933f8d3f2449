/* A mode takes one of three values; the case that writes is none of them. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int trace;

static int pick (int n)
{
  switch (n & 3) {
  case 0:
    return 1;
  case 1:
    return 2;
  default:
    return 4;
  }
}

static void *work (void *arg)
{
  switch (pick (getpid ())) {
  case 8:
    trace++;
    break;
  default:
    break;
  }
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return trace;
}
