/* Constructor that sets up what its thread uses, then starts it.
   Racy: it starts the thread first. */
#include <pthread.h>
#include <stdio.h>

static pthread_t watcher;
static int interval;

static void *watch (void *unused)
{
  printf ("every %d s\n", interval); /* dg-warning "data race on 'interval'" dg-message "read here" */
  return unused;
}

static void __attribute__ ((constructor)) watcher_start (void)
{
  pthread_create (&watcher, NULL, watch, NULL);
  interval = 5; /* dg-message "written here" */
}

int main (void)
{
  puts ("main");
  pthread_join (watcher, NULL);
  return 0;
}
