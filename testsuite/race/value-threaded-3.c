/* Main has found that there are no threads before it creates one. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threaded;
static int data;
static pthread_t other;

static void *worker (void *unused)
{
  if (threaded)
    pthread_mutex_lock (&lock);
  data++; /* dg-message "updated here by thread 'worker'" */
  if (threaded)
    pthread_mutex_unlock (&lock);
  return unused;
}

static void start (void)
{
  pthread_create (&other, NULL, worker, NULL);
}

int main (void)
{
  int before = threaded;
  threaded = 1;
  start ();
  if (before)
    pthread_mutex_lock (&lock);
  data++; /* dg-warning "data race on 'data'" dg-message "updated here by thread 'main'" */
  if (before)
    pthread_mutex_unlock (&lock);
  pthread_join (other, NULL);
  return 0;
}
