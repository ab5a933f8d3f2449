/* As thread-call-memory, but a helper creates the threads for the array that it gets, and another one joins them.
   RACY 1 'w->sum': the helper is called twice for one array
   RACY 2 'w->sum': the loop runs twice before its threads are joined
   RACY 3 'w->sum': two threads get one element
   RACY 4 'w->sum': a call gives its array to the next one, which creates threads for it, too
   RACY 5 'w->sum': some of the threads get the same elements of an array that is made later
   RACY 6 'w->sum': an element is written before they are joined
   RACY 7 'w->sum': the array is freed before that
   RACY 8 'w->sum': the helper is called in a loop for one array, with handles of their own
   RACY 9 'w->sum': ... with the same handles */
#include "common.h"
#include <signal.h>
struct part {
  long sum, more;
};
static void *work (void *p)
{
  struct part *w = p;
  w->sum++;
  return NULL;
}
static void launch (pthread_t *t, struct part *w, int n)
{
  for (int i = 0; i < n; i++)
    spawn (&t[i], work, &w[i]);
}
static void finish (pthread_t *t, int n)
{
  for (int i = 0; i < n; i++)
    pthread_join (t[i], NULL);
}
#if R == 4
static void nested (struct part *w, int depth)
{
  pthread_t t[4];
  struct part *mine = calloc (4, sizeof *mine);
  launch (t, depth ? w : mine, 4);
  if (depth < 2)
    nested (mine, depth + 1);
  finish (t, 4);
  free (mine);
}
#endif
static void each (int n)
{
  struct part *w = calloc (n, sizeof *w);
  pthread_t *t = calloc (n, sizeof *t), *u = calloc (n, sizeof *u);
#if R == 1
  launch (t, w, n);
  launch (u, w, n);
  finish (t, n);
  finish (u, n);
#elif R == 2
  for (int r = 0; r < 2; r++)
    for (int i = 0; i < n; i++)
      spawn (&t[i], work, &w[i]);
  finish (t, n);
#elif R == 3
  for (int i = 0; i < n; i++)
    spawn (&t[i], work, &w[i / 2]);
  finish (t, n);
#elif R == 4
  nested (w, 0);
#elif R == 5
  for (int i = 0; i < n; i++) {
    if (i == 2)
      w = calloc (n, sizeof *w);
    spawn (&t[i], work, &w[i & 1]);
  }
  finish (t, n);
#elif R == 8
  for (int r = 0; r < 2; r++)
    launch (r ? u : t, w, n);
  finish (t, n);
  finish (u, n);
#elif R == 9
  for (int r = 0; r < 2; r++)
    launch (t, w, n);
  finish (t, n);
#else
  for (int r = 0; r < 2; r++) {
    launch (t, w, n);
#if R == 6
    w[0].sum = 3;
#endif
#if R == 7
    free (w);
#endif
    finish (t, n);
#if R == 7
    w = NULL;
#endif
  }
#endif
  free (w);
  free (t);
  free (u);
}
static void *outer (void *p)
{
  for (int i = 0; i < 3; i++)
    each (3 + (i & 1));
  return p;
}
static void nothing (int number)
{
}
int main (void)
{
  pthread_t t[3];
  signal (SIGUSR1, nothing);
  for (int i = 0; i < 3; i++)
    spawn (&t[i], outer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
