/* A function joins the worker, starts it again and touches its result.  Racy: it touches it while
   the new one runs. */
#include <pthread.h>
#include <stdio.h>

struct worker {
  pthread_t thread;
  int result;
};

static void *work (void *argument)
{
  struct worker *w = argument;

  w->result++; /* dg-warning "data race on 'a\.result'" dg-message "updated here" */
  return NULL;
}

static void restart (struct worker *w)
{
  pthread_join (w->thread, NULL);
  pthread_create (&w->thread, NULL, work, w);
  w->result = 5; /* dg-message "written here" */
}

int main (void)
{
  static struct worker a;

  pthread_create (&a.thread, NULL, work, &a);
  restart (&a);
  pthread_join (a.thread, NULL);
  printf ("%d\n", a.result);
  return 0;
}
