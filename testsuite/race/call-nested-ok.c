/* A nested function is the start of a thread: it shares the variables of the function around it, which
   a lock protects. */
/* { dg-options "-pthread" } */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main (void)
{
  pthread_t t;
  long counter = 0;
  void count (void)
  {
    pthread_mutex_lock (&lock);
    ++counter;
    pthread_mutex_unlock (&lock);
  }
  void *worker (void *unused)
  {
    count ();
    return unused;
  }
  counter = 1;
  pthread_create (&t, NULL, worker, NULL);
  count ();
  pthread_join (t, NULL);
  ++counter;
  return counter != 4;
}
