/* Threads are created until one cannot be; the first one is not joined.  */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  count++; /* dg-message "updated here by thread 'work'" */
  pthread_mutex_unlock (&lock);
  return p;
}

int main (int argc, char **argv)
{
  pthread_t t[8];
  int n;
  for (n = 0; n < 8; n++) {
    if (pthread_create (&t[n], NULL, work, NULL))
      break;
  }
  for (int i = 1; i < n; i++)
    pthread_join (t[i], NULL);
  return argv[0][0] + count; /* dg-warning "data race on 'count'" */
}
