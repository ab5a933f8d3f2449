/* Whoever finds that something is wrong ends the program: what is done at its end is done once.
   Racy: a thread also calls what is done at the end, and goes on; another still uses what is freed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int closed, used;
static char *name;

static void close_log (void)
{
  closed++; /* dg-warning "data race on 'closed'" dg-message "updated here" */
}

static void forget (void)
{
  used = 0; /* dg-warning "data race on 'used'" dg-message "written here" */
}

static void *work (void *arg)
{
  used++; /* dg-message "updated here" */
  if (getenv ("BAD"))
    exit (2);
  if (getenv ("REOPEN"))
    close_log ();
  return arg;
}

int main (void)
{
  pthread_t id;

  atexit (close_log);
  atexit (forget);
  pthread_create (&id, NULL, work, NULL);
  pthread_detach (id);
  if (getenv ("WORSE"))
    exit (3);
  return 0;
}
