/* Detached threads, created by a helper function, are counted until all are done; the number is set
   by the function that creates them, not by main.  */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int running, data;

static void *work (void *p)
{
  pthread_mutex_lock (&guard);
  data++;
  pthread_mutex_unlock (&guard);
  pthread_mutex_lock (&lock);
  running--;
  pthread_cond_signal (&done);
  pthread_mutex_unlock (&lock);
  return p;
}

static void start (pthread_t *handle, void *(*f) (void *))
{
  if (pthread_create (handle, NULL, f, NULL) != 0)
    abort ();
}

static void run (void)
{
  pthread_t t;
  running = 3;
  for (int i = 0; i < 3; i++) {
    start (&t, work);
    pthread_detach (t);
  }
  pthread_mutex_lock (&lock);
  while (running > 0)
    pthread_cond_wait (&done, &lock);
  pthread_mutex_unlock (&lock);
  data++;
}

int main (void)
{
  run ();
  return 0;
}
