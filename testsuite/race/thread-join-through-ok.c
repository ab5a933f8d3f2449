/* A thread joins another whose handle main has put where it finds it; main joins only that
   one. */
#include <pthread.h>
#include <stdio.h>

static pthread_t worker_id;
static int result;

static void *worker (void *arg)
{
  result = 3;
  return arg;
}

static void *helper (void *arg)
{
  pthread_join (worker_id, NULL);
  return arg;
}

int main (void)
{
  pthread_t id;
  pthread_create (&worker_id, NULL, worker, NULL);
  pthread_create (&id, NULL, helper, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", result);
  return 0;
}
