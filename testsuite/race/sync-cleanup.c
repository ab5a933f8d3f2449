/* A cleanup handler unlocks when the thread is cancelled in its wait. Racy: the handler writes
   after it has unlocked. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int waiters, work;

static void leave (void *arg)
{
  pthread_mutex_unlock (&lock);
  waiters--; /* dg-warning "data race on 'waiters'" dg-message "updated here" */
}

static void *wait_for_work (void *arg)
{
  pthread_mutex_lock (&lock);
  waiters++;
  pthread_cleanup_push (leave, NULL);
  while (!work)
    pthread_cond_wait (&more, &lock);
  pthread_cleanup_pop (1);
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, wait_for_work, NULL);
  pthread_create (&b, NULL, wait_for_work, NULL);
  pthread_cancel (a);
  pthread_cancel (b);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return waiters;
}
