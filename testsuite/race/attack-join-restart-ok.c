/* A function joins the worker, starts it again and touches its result. */
#include <pthread.h>
#include <stdio.h>

struct worker {
  pthread_t thread;
  int result;
};

static void *work (void *argument)
{
  struct worker *w = argument;

  w->result++;
  return NULL;
}

static void restart (struct worker *w)
{
  pthread_join (w->thread, NULL);
  w->result = 5;
  pthread_create (&w->thread, NULL, work, w);
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
