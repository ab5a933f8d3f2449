/* Whoever finds that something is wrong ends the program: what is done at its end is done once. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int closed;
static char *name;

static void close_log (void)
{
  closed++;
}

static void forget (void)
{
  closed++;
  free (name);
  name = NULL;
}

static void __attribute__ ((destructor)) goodbye (void)
{
  closed++;
  name = "nobody";
}

static void *work (void *arg)
{
  if (getenv ("BAD"))
    exit (2);
  return arg;
}

int main (void)
{
  pthread_t id;

  name = malloc (10);
  atexit (close_log);
  atexit (forget);
  for (int i = 0; i < 3; i++) {
    pthread_create (&id, NULL, work, NULL);
    pthread_detach (id);
  }
  if (getenv ("WORSE"))
    exit (3);
  return 0;
}
