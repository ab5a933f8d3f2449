/* The flag that makes them lock is set when there is one thread already.  */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int threaded, data;

static void lock (void)
{
  if (threaded) /* dg-warning "data race on .threaded." dg-message "read here" */
    pthread_mutex_lock (&mutex);
}

static void unlock (void)
{
  if (threaded)
    pthread_mutex_unlock (&mutex);
}

static void *work (void *p)
{
  lock ();
  data++; /* dg-warning "data race on 'data'" dg-message "updated here" */
  unlock ();
  return p;
}

static void run (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  threaded = 1; /* dg-message "written here" */
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

int main (void)
{
  work (NULL);
  run ();
  return data;
}
