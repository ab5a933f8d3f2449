/* A function that ends the thread is called with a lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void leave (int n)
{
  if (n > 3)
    pthread_exit (NULL);
}

static void check (int n)
{
  leave (n);
}

static void *work (void *p)
{
  pthread_mutex_lock (&lock); /* dg-warning "'lock' is not released on all paths \[-Wrace-lock-leak\]" dg-message "locked here" */
  check (++count);
  pthread_mutex_unlock (&lock);
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return count;
}
