/* Result of trylock stored and tested later.  Racy: another result is tested. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flushed;

static int prepare (void)
{
  return getpid () > 0 ? 0 : -1;
}

static void *flusher (void *unused)
{
  int busy = pthread_mutex_trylock (&lock);
  int bad = prepare ();

  if (!bad)
    flushed++; /* dg-warning "data race on 'flushed'" dg-message "updated here" */
  if (bad)
    puts ("not prepared");
  if (!busy)
    pthread_mutex_unlock (&lock);
  return unused;
}

static void *writer (void *unused)
{
  pthread_mutex_lock (&lock);
  usleep (2000);
  flushed = 0; /* dg-message "written here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, writer, NULL);
  usleep (500);
  pthread_create (&b, NULL, flusher, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", flushed);
  return 0;
}
