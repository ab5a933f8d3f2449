/* A counter is counted down in a loop that looks at it first: what that tells is another thing once
   it is known that it is counted further. */

#include <pthread.h>

static int left = 8;
static void *handlers[8];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void drop (int n)
{
  handlers[n] = 0;
  while (left > 0) {
    if (handlers[left - 1])
      break;
    left--;
  }
}

static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  drop (1);
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, handlers);
  pthread_mutex_lock (&lock);
  drop (2);
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return 0;
}
