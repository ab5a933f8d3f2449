/* One way does not set the flag.  */
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

static void start (int keep)
{
  if (pthread_create (&thread, NULL, work, NULL) == 0 && keep)
    running = 1;
}

static void stop (void)
{
  if (running) {
    pthread_join (thread, NULL);
    running = 0;
  }
}

int main (int argc, char **argv)
{
  (void)argv;
  start (argc > 1);
  stop ();
  return count; /* dg-message "read here by thread 'main'" */
}
