/* Functions that lock only once there are threads; the flag is set by who creates them.  */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int threaded, data;

static void lock (void)
{
  if (threaded)
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
  data++;
  unlock ();
  return p;
}

static void run (void)
{
  pthread_t a, b;
  threaded = 1;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

int main (int argc, char **argv)
{
  (void)argv;
  work (NULL);
  if (argc > 1)
    run ();
  work (NULL);
  return data;
}
