/* Create loop upwards, join loop downwards with a while. */
#include <pthread.h>
#include <stdio.h>

#define WORKERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker_id[WORKERS];
static int finished;

static void *work (void *unused)
{
  pthread_mutex_lock (&lock);
  finished++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  int n = 0;

  while (n < WORKERS) {
    pthread_create (&worker_id[n], NULL, work, NULL);
    n++;
  }
  while (--n >= 0)
    pthread_join (worker_id[n], NULL);
  printf ("%d\n", finished);
  return 0;
}
