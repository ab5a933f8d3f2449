/* A flag in each of several objects says whether its thread runs.  Racy: the thread is not joined.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct svc {
  pthread_t t;
  int running;
  int quit;
  pthread_mutex_t m;
  long stats;
};
static void *run (void *p)
{
  struct svc *s = p;
  for (;;) {
    pthread_mutex_lock (&s->m); /* dg-warning "data race on '.p'" dg-warning "data race on '.p'" */
    int q = s->quit;
    pthread_mutex_unlock (&s->m);
    if (q)
      break;
    s->stats++; /* dg-warning "data race on 's->stats'" dg-warning "data race on 's->stats'" */
  }
  return NULL;
}
static int start (struct svc *s)
{
  if (s->running)
    return 0;
  s->quit = 0;
  if (pthread_create (&s->t, NULL, run, s))
    return -1;
  s->running = 1;
  return 0;
}
static void stop (struct svc *s)
{
  if (!s->running)
    return;
  pthread_mutex_lock (&s->m);
  s->quit = 1;
  pthread_mutex_unlock (&s->m);
  s->running = 0;
}
static struct svc *make (void)
{
  struct svc *s = calloc (1, sizeof *s);
  pthread_mutex_init (&s->m, NULL);
  return s;
}
int main (void)
{
  struct svc *a = make (), *b = make ();
  start (a);
  start (b);
  stop (a);
  stop (b);
  printf ("%ld %ld\n", a->stats, b->stats);
  free (a); /* dg-warning "data race on 's->quit'" */
  free (b); /* dg-warning "data race on 's->quit'" */
  return 0;
}
