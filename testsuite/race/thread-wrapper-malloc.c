/* Start routine and argument packed in a malloc'ed struct that the thread frees.
   Racy: both run without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct start {
  void (*run) (int);
  int arg;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *run_and_free (void *arg)
{
  struct start *s = arg;
  void (*run) (int) = s->run;
  int n = s->arg;

  free (s);
  run (n);
  return NULL;
}

static pthread_t spawn (void (*run) (int), int arg)
{
  struct start *s = malloc (sizeof *s);
  pthread_t id;

  if (!s)
    abort ();
  s->run = run;
  s->arg = arg;
  pthread_create (&id, NULL, run_and_free, s);
  return id;
}

static void add (int n)
{
  total += n; /* dg-warning "data race on 'total'" dg-message "updated here" dg-message "updated here" */
}

int main (void)
{
  pthread_t a = spawn (add, 1), b = spawn (add, 2);

  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_mutex_destroy (&lock);
  printf ("%d\n", total);
  return 0;
}
