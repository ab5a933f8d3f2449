/* Results in objects of which there are several, each with a flag.  Racy: nobody waits. */
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
struct future {
  pthread_mutex_t m;
  pthread_cond_t c;
  int done;
  int arg;
  int answer;
};
static void *solve (void *p)
{
  struct future *f = p;
  f->answer = f->arg * 2; /* dg-warning "data race on 'f->answer'" */
  pthread_mutex_lock (&f->m);
  f->done = 1;
  pthread_cond_signal (&f->c);
  pthread_mutex_unlock (&f->m);
  return NULL;
}
static struct future *ask (int v)
{
  struct future *f = malloc (sizeof *f);
  pthread_t t;
  pthread_mutex_init (&f->m, NULL);
  pthread_cond_init (&f->c, NULL);
  f->done = 0;
  f->arg = v;
  pthread_create (&t, NULL, solve, f);
  pthread_detach (t);
  return f;
}
static int await (struct future *f)
{
  return f->answer;
}
int main (void)
{
  struct future *f[4];
  int s = 0;
  for (int i = 0; i < 4; i++)
    f[i] = ask (i);
  for (int i = 0; i < 4; i++)
    s += await (f[i]);
  printf ("%d\n", s);
  return 0;
}
