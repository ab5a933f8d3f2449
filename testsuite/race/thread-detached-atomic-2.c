/* Detached threads count down an atomic; main spins until it is zero. Racy: the write comes
   after the decrement. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N = 4 };

static atomic_int left = N;
static int item[N];

static void *worker (void *arg)
{
  int *p = arg;
  atomic_fetch_sub (&left, 1);
  *p = 1; /* dg-warning "data race on 'item..'" dg-message "written here" */
  return NULL;
}

int main (void)
{
  pthread_attr_t attr;
  pthread_t id;

  pthread_attr_init (&attr);
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < N; i++)
    pthread_create (&id, &attr, worker, &item[i]);
  while (atomic_load (&left) != 0)
    ;
  for (int i = 0; i < N; i++)
    printf ("%d\n", item[i]); /* dg-message "read here" */
  return 0;
}
