/* Workers in a table of pointers to them, with their handles.
   RACY 1 '(*ws)->sum': every worker counts in the first one, too
   RACY 2 'w->sum': two threads get one worker
   RACY 3 'w->sum': read before the join */
#include "common.h"
struct worker {
  pthread_t tid;
  int id;
  long sum;
  char *buf;
};
static struct worker **ws;
static int nw;
static void *run (void *a)
{
  struct worker *w = a;
  for (int i = 0; i < 100; i++) {
    w->sum += i * w->id;
    w->buf[i % 32] = i;
  }
#if R == 1
  ws[0]->sum++;
#endif
  return 0;
}
static struct worker *mk (int i)
{
  struct worker *w = calloc (1, sizeof *w);
  w->id = i;
  w->buf = malloc (32);
  return w;
}
int main (int argc, char **argv)
{
  long s = 0;
  nw = argc > 1 ? atoi (argv[1]) : 4;
  ws = calloc (nw, sizeof *ws);
  for (int i = 0; i < nw; i++)
    ws[i] = mk (i);
  for (int i = 0; i < nw; i++)
#if R == 2
    if (pthread_create (&ws[i]->tid, 0, run, ws[i / 2]))
      abort ();
#else
    if (pthread_create (&ws[i]->tid, 0, run, ws[i]))
      abort ();
#endif
#if R == 3
  s += ws[0]->sum;
#endif
  for (int i = 0; i < nw; i++)
    pthread_join (ws[i]->tid, 0);
  for (int i = 0; i < nw; i++) {
    s += ws[i]->sum;
    free (ws[i]->buf);
    free (ws[i]);
  }
  free (ws);
  printf ("%ld\n", s);
  return 0;
}
