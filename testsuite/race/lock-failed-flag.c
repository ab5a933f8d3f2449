/* Whether the lock was taken is kept as a truth value; it is not where that is false.  */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *p)
{
  int locked = pthread_mutex_lock (&lock) == 0;
  if (!locked) {
    count++; /* dg-warning "data race on 'count'" */
    return NULL;
  }
  count++;
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
  return 0;
}
