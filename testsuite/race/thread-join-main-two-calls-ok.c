/* Race-free twin: a thread joins main, whose handle a function has stored that main calls in two places. */
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread, cleaner;
static int count;

static void *clean (void *argument)
{
  pthread_join (main_thread, NULL);
  count = 0;
  return argument;
}

static void start (void)
{
  main_thread = pthread_self ();
}

int main (int argc, char **argv)
{
  (void)argv;
  if (argc > 1)
    start ();
  else
    start ();
  pthread_create (&cleaner, NULL, clean, NULL);
  count++;
  pthread_exit (NULL);
}
