/* A lock that is taken once there are threads; main has done the same without before. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threaded;
static int data;

static void add (int k)
{
  if (threaded)
    pthread_mutex_lock (&lock);
  data += k;
  if (threaded)
    pthread_mutex_unlock (&lock);
}

static void *worker (void *unused)
{
  add (1);
  return unused;
}

int main (void)
{
  pthread_t a, b;
  add (5);
  threaded = 1;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  add (6);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
