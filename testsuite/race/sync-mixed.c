/* A counter is only used through atomics. Racy: main reads it plainly while the threads run. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int hits;

static void *visit (void *arg)
{
  __atomic_fetch_add (&hits, 1, __ATOMIC_SEQ_CST); /* dg-warning "data race on 'hits'" dg-message "updated here" */
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, visit, NULL);
  pthread_create (&b, NULL, visit, NULL);
  printf ("%d\n", hits); /* dg-message "read here" */
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
