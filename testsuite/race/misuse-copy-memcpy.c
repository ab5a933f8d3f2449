/* A lock that memcpy copies with the struct around it; both are locked. */
#include <pthread.h>
#include <string.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static struct box first = {PTHREAD_MUTEX_INITIALIZER, 0}, second;

static void *worker (void *arg)
{
  pthread_mutex_lock (&first.lock);
  first.n++;
  pthread_mutex_unlock (&first.lock);
  return arg;
}

int main (void)
{
  pthread_t t;
  memcpy (&second, &first, sizeof first); /* dg-warning "'first.lock' is copied, and the copy is used as a lock too" */
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&second.lock);
  second.n++;
  pthread_mutex_unlock (&second.lock);
  pthread_join (t, NULL);
  return first.n + second.n;
}
