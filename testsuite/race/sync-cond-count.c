/* Main waits with a condition variable until all workers have counted themselves. Racy: it
   waits for one less. */
#include <pthread.h>
#include <stdio.h>

enum { N = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int finished;
static int result[N];

static void *worker (void *arg)
{
  long me = (long)arg;

  result[me] = (int)me; /* dg-warning "data race on 'result..'" dg-message "written here" */
  pthread_mutex_lock (&lock);
  finished++;
  pthread_cond_signal (&all_done);
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void)
{
  pthread_t id[N];
  int sum = 0;

  for (long i = 0; i < N; i++)
    pthread_create (&id[i], NULL, worker, (void *)i);
  pthread_mutex_lock (&lock);
  while (finished < N - 1)
    pthread_cond_wait (&all_done, &lock);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < N; i++)
    sum += result[i]; /* dg-message "read here" */
  printf ("%d\n", sum);
  for (int i = 0; i < N; i++)
    pthread_join (id[i], NULL);
  return 0;
}
