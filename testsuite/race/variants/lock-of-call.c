/* A lock in a variable of a function that main calls several times, one call at a time; workers have pointers
   to it.
   RACY 1 'rounds': threads call the function, too
   RACY 2 'rounds': a call inside of a call
   RACY 3 'rounds': each thread has a lock of its own
   RACY 4 'rounds': without the lock
   RACY 5 'rounds': threads of one call still run in the next one
   RACY 6 'rounds': ... if it returns early */
#include "common.h"
struct line {
  pthread_mutex_t lock;
  struct worker *workers;
  int n;
};
struct worker {
  struct line *line;
  int step;
  pthread_mutex_t own;
};
static int rounds;
static void *work (void *data)
{
  struct worker *w = data;
  struct line *l = w->line;
  int busy;
  do {
    busy = 0;
#if R == 3
    pthread_mutex_lock (&w->own);
#elif R != 4
    pthread_mutex_lock (&l->lock);
#endif
    rounds++;
    w->step++;
#if R == 3
    pthread_mutex_unlock (&w->own);
#elif R != 4
    pthread_mutex_unlock (&l->lock);
#endif
    pthread_mutex_lock (&l->lock);
    for (int i = 0; i < l->n; i++)
      busy |= &l->workers[i] != w && l->workers[i].step < 5;
    pthread_mutex_unlock (&l->lock);
  } while (busy);
  return 0;
}
static void pipeline (int n, int deep)
{
  struct line l;
  pthread_t *t = calloc (n, sizeof *t);
  pthread_mutex_init (&l.lock, 0);
  l.workers = calloc (n, sizeof *l.workers);
  l.n = n;
  for (int i = 0; i < n; i++) {
    l.workers[i].line = &l;
    l.workers[i].step = 0;
    pthread_mutex_init (&l.workers[i].own, 0);
  }
  for (int i = 0; i < n; i++)
    pthread_create (&t[i], 0, work, &l.workers[i]);
#if R == 2
  if (deep)
    pipeline (n, deep - 1);
#endif
#if R == 6
  if (deep > 1)
    return;
#endif
  for (int i = 0; i < n - (R == 5); i++)
    pthread_join (t[i], 0);
  free (t);
  free (l.workers);
  pthread_mutex_destroy (&l.lock);
}
static void *start (void *unused)
{
  pipeline (3, 0);
  return unused;
}
int main (int argc, char **argv)
{
#if R == 1
  pthread_t t;
  pthread_create (&t, 0, start, 0);
#endif
  pipeline (argc, 2);
  pipeline (3, 2);
#if R == 1
  pthread_join (t, 0);
#endif
  return 0;
}
