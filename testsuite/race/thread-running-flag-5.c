/* A thread that has failed to be created again clears the flag of the one that runs.  */
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

static int start (void)
{
  if (pthread_create (&thread, NULL, work, NULL) != 0) {
    running = 0;
    return -1;
  }
  running = 1;
  return 0;
}

static void stop (void)
{
  if (running) {
    pthread_join (thread, NULL);
    running = 0;
  }
}

int main (void)
{
  start ();
  start ();
  stop ();
  return count; /* dg-message "read here by thread 'main'" */
}
