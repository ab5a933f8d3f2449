/* RULES 1.4 handle reuse: a handle for each thread. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int slow_result, fast_result;

static void *slow (void *unused)
{
  usleep (1000);
  slow_result = 1;
  return unused;
}

static void *fast (void *unused)
{
  fast_result = 2;
  return unused;
}

int main (void)
{
  pthread_t id;
  pthread_t other;

  pthread_create (&id, NULL, slow, NULL);
  pthread_create (&other, NULL, fast, NULL);
  pthread_join (id, NULL);
  pthread_join (other, NULL);
  printf ("%d\n", slow_result);
  printf ("%d\n", fast_result);
  return 0;
}
