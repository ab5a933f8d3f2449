/* printf reads a shared string with %s under the lock that its writer holds. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char status[16] = "idle";

static void *work (void *unused)
{
  pthread_mutex_lock (&lock);
  status[0] = 'I';
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  pthread_mutex_lock (&lock);
  printf ("status: %s\n", status);
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  return 0;
}
