/* A mutex initialised at run time, attributes and all. */
#include <pthread.h>
#include <stdio.h>

static struct {
  pthread_mutex_t lock;
  long bytes_in, bytes_out;
} stats;

static void stats_init (void)
{
  pthread_mutexattr_t attr;

  pthread_mutexattr_init (&attr);
  pthread_mutex_init (&stats.lock, &attr);
  pthread_mutexattr_destroy (&attr);
  stats.bytes_in = stats.bytes_out = 0;
}

static void *receiver (void *unused)
{
  for (int i = 1; i < 50; i++) {
    pthread_mutex_lock (&stats.lock);
    stats.bytes_in += i;
    pthread_mutex_unlock (&stats.lock);
  }
  return unused;
}

static void *resetter (void *unused)
{
  pthread_mutex_lock (&stats.lock);
  stats.bytes_in = 0;
  pthread_mutex_unlock (&stats.lock);
  return unused;
}

int main (void)
{
  pthread_t in, reset;

  stats_init ();
  pthread_create (&in, NULL, receiver, NULL);
  pthread_create (&reset, NULL, resetter, NULL);
  pthread_join (in, NULL);
  pthread_join (reset, NULL);
  printf ("%ld %ld\n", stats.bytes_in, stats.bytes_out);
  pthread_mutex_destroy (&stats.lock);
  return 0;
}
