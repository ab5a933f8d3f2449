/* Another thread may create the crawler, too.
   DOUBTED 1 'state': perhaps before main looks at its state: nobody knows when it is called from outside
   CERTAIN 2 'state': perhaps before that, as soon as it runs */
#include "common.h"
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
#if R == 2
  on_request (argument);
#else
  register_callback (on_request, argument);
  event_loop ();
#endif
  return argument;
}
int main (void)
{
  pthread_t thread;
#if R == 0
  state = 0;
#endif
  spawn (&thread, worker, NULL);
#if R != 0
  state = 0;
#endif
  start_crawler ();
  pthread_join (thread, NULL);
  return 0;
}
