/* A worker that a function starts and another one joins; then its result is read. Racy: the result
   is read before the worker is stopped. */
#include <pthread.h>
#include <stdio.h>

struct worker {
  pthread_t thread;
  int input, result;
};

static void *work (void *argument)
{
  struct worker *w = argument;

  w->result = w->input * 3; /* dg-warning "data race on 'a\.result'" dg-message "written here" */
  return NULL;
}

static void worker_start (struct worker *w, int input)
{
  w->input = input;
  w->result = 0;
  if (pthread_create (&w->thread, NULL, work, w))
    w->result = -1;
}

static void worker_stop (struct worker *w)
{
  pthread_join (w->thread, NULL);
}

int main (void)
{
  struct worker a, b;
  int sum;

  worker_start (&a, 2);
  worker_start (&b, 5);
  sum = a.result; /* dg-message "read here" */
  worker_stop (&a);
  worker_stop (&b);
  sum += b.result;
  printf ("%d\n", sum);
  return 0;
}
