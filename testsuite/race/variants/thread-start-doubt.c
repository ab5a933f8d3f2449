/* Pointers say whether there are threads: who starts them is set together with who joins them.
   DOUBTED 1 'count': another way has created none
   CERTAIN 2 'count': one way that creates them does not call who may join them */
#include "common.h"
#include <signal.h>
static int count;
static pthread_t all[2];
static void (*start) (void), (*stop) (void);
static void *work (void *p)
{
  if (count)
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
  start = start_threads;
  stop = stop_threads;
  if (R && argc < 3) {
    start = nothing;
    stop = nothing;
  }
  if (argc > 1) {
    start ();
    if (R != 2 || argc > 3)
      stop ();
  }
  count = 1;
  return 0;
}
