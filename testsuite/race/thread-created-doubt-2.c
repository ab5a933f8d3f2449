/* Another thread creates the crawler, perhaps before main looks at its state. */
#include <pthread.h>
#include <stddef.h>

static int state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *crawler (void *argument)
{
  pthread_mutex_lock (&lock);
  state++;
  pthread_mutex_unlock (&lock);
  return argument;
}

static void start_crawler (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, crawler, NULL);
  pthread_detach (thread);
}

static void on_request (void *argument)
{
  (void)argument;
  start_crawler ();
}

static void *worker (void *argument)
{
  on_request (argument);
  return argument;
}

int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, NULL);
  state = 0; /* dg-warning "^data race on .state." */
  start_crawler ();
  pthread_join (thread, NULL);
  return 0;
}
