/* RULES 1.4 handle reuse: a handle for each thread.
   Racy: the second create overwrites the first handle. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int slow_result, fast_result;

static void *slow (void *unused)
{
  usleep (1000);
  slow_result = 1; /* dg-warning "data race on 'slow_result'" dg-message "written here" */
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

  pthread_create (&id, NULL, slow, NULL);
  pthread_create (&id, NULL, fast, NULL);
  pthread_join (id, NULL);
  printf ("%d\n", slow_result); /* dg-message "read here" */
  printf ("%d\n", fast_result);
  return 0;
}
