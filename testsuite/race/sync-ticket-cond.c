/* Tickets that are drawn and served under a mutex.  Racy: somebody else serves the next one,
   too. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned next, serving;
static int data;

static void enter (void)
{
  pthread_mutex_lock (&lock);
  unsigned mine = next++;
  while (serving != mine)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
}

static void leave (void)
{
  pthread_mutex_lock (&lock);
  serving++;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static void *worker (void *unused)
{
  for (int i = 0; i < 10; i++) {
    enter ();
    data++; /* dg-warning "data race on 'data'" dg-message "updated here" */
    leave ();
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  leave ();
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return data;
}
