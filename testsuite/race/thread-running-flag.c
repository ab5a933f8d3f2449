/* The flag is cleared by who does not join.  */
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

static void start (void)
{
  running = 1;
  pthread_create (&thread, NULL, work, NULL);
}

static void pause_it (void)
{
  running = 0;
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
  pause_it ();
  stop ();
  return count; /* dg-message "read here by thread 'main'" */
}
