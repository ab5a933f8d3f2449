/* A flag says whether main has a thread, which a function creates that others call for threads of their own.  Objects of
   other kinds come out of the table in which the threads are: what is counted there, or pointers, are no handles.
   RACY 1 'total': the flag is cleared where nothing is joined
   RACY 2 'total': the thread's handle is that of another one
   RACY 3 'total': so it is, stored as what is in a struct of another kind
   RACY 4 'total': main creates it a second time
   WITHOUT schedule: it would do */
#include "common.h"
struct worker {
  long id, started;
  pthread_t handle;
  void *(*start) (void *);
};
struct meter {
  long sum, last, count;
};
struct note {
  char *from, *to, *text;
};
static void *table[9];
static int n_table, total, running;
static struct worker *main_worker, *other_worker;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void keep (void *p)
{
  pthread_mutex_lock (&lock);
  table[n_table++ % 9] = p;
  pthread_mutex_unlock (&lock);
}
static void *find (int n)
{
  pthread_mutex_lock (&lock);
  void *p = table[n];
  pthread_mutex_unlock (&lock);
  return p;
}
static struct worker *make (void *(*start) (void *))
{
  struct worker *w = calloc (1, sizeof *w);
  if (!w)
    abort ();
  w->start = start;
  if (pthread_create (&w->handle, NULL, start, NULL))
    abort ();
  return w;
}
static void *idle (void *unused)
{
  return unused;
}
static void *count (void *unused)
{
  for (int i = 0; i < 9; i++)
    total++;
  return unused;
}
static void *server (void *argument)
{
  struct worker *w = make (idle);
  struct meter *m = argument;
  m->count += 3;
  keep (w);
#if R == 2
  ((struct worker *)find (1))->handle = w->handle;
#endif
#if R == 3
  ((struct meter *)find (1))->count = (long)w->handle;
#endif
  return argument;
}
static void measure (int n)
{
  struct meter *m = find (n);
  pthread_mutex_lock (&lock);
  if (m)
    m->count += 2;
  pthread_mutex_unlock (&lock);
}
static void describe (int n, char *text)
{
  struct note *o = find (n);
  pthread_mutex_lock (&lock);
  if (o)
    o->text = text;
  pthread_mutex_unlock (&lock);
}
static void begin (void)
{
  if (running)
    return;
  running = 1;
  main_worker = make (count);
  keep (main_worker);
}
static void end (void)
{
  if (!running)
    return;
  running = 0;
  pthread_join (main_worker->handle, NULL);
}
int main (int argc, char **argv)
{
  static struct meter mine;
  struct meter *m = calloc (1, sizeof *m);
  struct note *o = calloc (1, sizeof *o);
  pthread_t t;
  if (argc > 3) {
    end ();
    return total;
  }
  keep (m);
  keep (o);
  measure (0);
  describe (1, argv[0]);
  spawn (&t, server, &mine);
#if R != 4
  if (argc > 2)
#endif
    begin ();
#if R == 4
  running = 0;
  begin ();
#endif
#if R == 1
  if (argc > 5)
    running = 0;
#endif
  end ();
  total++;
  pthread_join (t, NULL);
  return total;
}
