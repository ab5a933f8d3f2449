/* What pthread_once has initialised is written by all that have waited for it: that is no lock.  */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int limit;

static void start (void)
{
  limit = 5;
}

static void *work (void *p)
{
  pthread_once (&once, start);
  limit++; /* dg-warning "data race on 'limit' .-Wrace." dg-message "updated here by thread 'work' with no lock held" dg-message "updated here by another thread 'work' with no lock held" */
  return p;
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
