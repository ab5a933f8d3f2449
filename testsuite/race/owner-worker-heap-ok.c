/* Workers in the heap, each started and stopped by functions; results are read after that. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  int input, result;
};

static void *work (void *argument)
{
  struct worker *w = argument;

  w->result = w->input * 3;
  return NULL;
}

static struct worker *worker_start (int input)
{
  struct worker *w = malloc (sizeof *w);

  if (!w)
    abort ();
  w->input = input;
  w->result = 0;
  if (pthread_create (&w->thread, NULL, work, w))
    abort ();
  return w;
}

static int worker_stop (struct worker *w)
{
  int result;

  pthread_join (w->thread, NULL);
  result = w->result;
  free (w);
  return result;
}

int main (void)
{
  struct worker *a = worker_start (2), *b = worker_start (5);

  printf ("%d\n", worker_stop (a) + worker_stop (b));
  return 0;
}
