/* if (threaded) lock, threaded set once before the threads start.
   Racy: the access also if not threaded. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threaded, verbose;
static int lines;

static void print_line (int n)
{
  int old = 0;

  if (threaded)
    pthread_mutex_lock (&lock);
  if (threaded || verbose)
    old = lines++; /* dg-warning "data race on 'lines'" dg-message "updated here" dg-message "updated here" */
  if (threaded)
    pthread_mutex_unlock (&lock);
  printf ("%d: %d\n", old, n);
}

static void *worker (void *unused)
{
  for (int i = 0; i < 3; i++)
    print_line (i);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t id;

  threaded = argc > 1;
  verbose = argc > 0 && argv[0];
  pthread_create (&id, NULL, worker, NULL);
  print_line (10);
  pthread_join (id, NULL);
  printf ("%d\n", lines);
  return 0;
}
