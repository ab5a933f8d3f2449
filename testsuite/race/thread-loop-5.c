/* Create loop and join loop over an array.  Racy: the access is before the join loop. */
#include <pthread.h>
#include <stdio.h>

#define N 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  sum++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id[N];

  for (int i = 0; i < N; i++)
    pthread_create (&id[i], NULL, worker, NULL);
  printf ("%d\n", sum); /* dg-warning "data race on 'sum'" dg-message "read here" */
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  return 0;
}
