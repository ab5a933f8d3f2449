/* There is no doubt if one way that creates the threads does not call who may join them.  */
#include <pthread.h>
#include <signal.h>

static int count;
static pthread_t all[2];
static void (*start) (void), (*stop) (void);

static void *work (void *p)
{
  if (count) /* dg-warning "^data race on 'count'" dg-message "read here by thread 'work'" */
    pthread_exit (p);
  return NULL;
}

static void start_threads (void)
{
  for (int i = 0; i < 2; i++)
    pthread_create (&all[i], NULL, work, NULL);
}

static void stop_threads (void)
{
  for (int i = 0; i < 2; i++)
    pthread_join (all[i], NULL);
}

static void nothing (void)
{
}

static void handler (int number)
{
  (void)number;
}

int main (int argc, char **argv)
{
  (void)argv;
  signal (SIGUSR1, handler);
  if (argc > 2) {
    start = start_threads;
    stop = stop_threads;
  } else {
    start = nothing;
    stop = nothing;
  }
  if (argc > 1) {
    start ();
    if (argc > 3)
      stop ();
  }
  count = 1; /* dg-message "written here by thread 'main'" */
  return 0;
}
