/* Another thread may have created the crawler before main looks at its state; but only a function that is called
   from outside does that, and nobody knows when. */
#include <pthread.h>
#include <stddef.h>

extern void register_callback (void (*callback) (void *), void *argument);
extern void event_loop (void);

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
  register_callback (on_request, argument);
  event_loop ();
  return argument;
}

int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, NULL);
  state = 0; /* dg-warning "possible data race on .state." */
  start_crawler ();
  pthread_join (thread, NULL);
  return 0;
}
