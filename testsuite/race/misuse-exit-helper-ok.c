/* A function that ends the thread releases the lock before; another one ends the program. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void leave (pthread_mutex_t *m)
{
  pthread_mutex_unlock (m);
  pthread_exit (NULL);
}

static void check (int n)
{
  if (n > 9)
    exit (1);
}

static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  check (++count);
  if (count > 3)
    leave (&lock);
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
