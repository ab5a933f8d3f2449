/* The handle of a thread in the memory that it gets: who creates it may write that when it runs already.
   WITHOUT schedule: it would do
   CERTAIN 1 'w->thread': in new memory
   CERTAIN 2 'w.thread': in a variable of the creator
   RACY 3 'w->thread': in memory that a function makes and creates a thread with
   RACY 4 'w->thread': in nodes of a list */
#include "common.h"
struct worker { pthread_t thread; int n; struct worker *next; };
static int seen;
static void *run (void *a)
{
  struct worker *w = a;
  w->n = 1;
#if R
  if (pthread_equal (w->thread, pthread_self ()))
    w->n = 2;
#endif
  return NULL;
}
static struct worker *make (void)
{
  struct worker *w = malloc (sizeof *w);
  spawn (&w->thread, run, w);
  return w;
}
static void finish (struct worker *w)
{
  pthread_join (w->thread, NULL);
  seen += w->n;
}
int main (void)
{
#if R == 1
  struct worker *w = malloc (sizeof *w);
  pthread_create (&w->thread, NULL, run, w);
  finish (w);
#elif R == 2
  struct worker w;
  pthread_create (&w.thread, NULL, run, &w);
  finish (&w);
#elif R == 4
  struct worker *all = NULL;
  for (int i = 0; i < 3; i++) {
    struct worker *w = malloc (sizeof *w);
    w->next = all;
    all = w;
    spawn (&w->thread, run, w);
  }
  for (; all; all = all->next)
    finish (all);
#else
  struct worker *a = make ();
  finish (a);
  struct worker b, *c = malloc (sizeof *c);
  spawn (&b.thread, run, &b);
  finish (&b);
  spawn (&c->thread, run, c);
  finish (c);
#endif
  return seen;
}
