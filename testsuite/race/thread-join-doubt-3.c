/* Pointers say whether there are threads: who starts them is set together with who joins them.  And another way has
   created none.  */
#include <pthread.h>
#include <signal.h>

static int count;
static pthread_t all[2];
static void (*start) (void), (*stop) (void);

static void *work (void *p)
{
  if (count) /* dg-warning "possible data race on 'count'" dg-message "read here by thread 'work'" dg-message "may have been joined before the other access" */
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
    stop ();
  }
  count = 1; /* dg-message "written here by thread 'main'" */
  return 0;
}
