/* The flag is looked at before it is set.  */
#include <pthread.h>
#include <stdatomic.h>

static int count;
static pthread_t thread;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'work'" */
  return p;
}

static int running;

static void stop (void)
{
  if (running) {
    pthread_join (thread, NULL);
    running = 0;
  }
}

static void start (void)
{
  pthread_create (&thread, NULL, work, NULL);
  stop ();
  count++; /* dg-message "updated here by thread 'main'" */
  running = 1;
}

int main (void)
{
  start ();
  stop ();
  return 0;
}
