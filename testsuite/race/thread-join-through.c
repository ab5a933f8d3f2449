/* A thread joins another whose handle main has put where it finds it; main joins only that
   one. Racy: the helper does not join it. */
#include <pthread.h>
#include <stdio.h>

static pthread_t worker_id;
static int result;

static void *worker (void *arg)
{
  result = 3; /* dg-warning "data race on 'result'" dg-message "written here" */
  return arg;
}

static void *helper (void *arg)
{
  return arg;
}

int main (void)
{
  pthread_t id;
  pthread_create (&worker_id, NULL, worker, NULL);
  pthread_create (&id, NULL, helper, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", result); /* dg-message "read here" */
  return 0;
}
