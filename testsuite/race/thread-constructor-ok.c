/* Constructor that sets up what its thread uses, then starts it. */
#include <pthread.h>
#include <stdio.h>

static pthread_t watcher;
static int interval;

static void *watch (void *unused)
{
  printf ("every %d s\n", interval);
  return unused;
}

static void __attribute__ ((constructor)) watcher_start (void)
{
  interval = 5;
  pthread_create (&watcher, NULL, watch, NULL);
}

int main (void)
{
  puts ("main");
  pthread_join (watcher, NULL);
  return 0;
}
