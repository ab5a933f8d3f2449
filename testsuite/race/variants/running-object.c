/* A pointer to the object that a handle is in says whether the thread runs.
   WITHOUT schedule: it would do
   RACY 1 'total': forgotten while it runs
   RACY 2 'total': null is returned although the thread runs
   RACY 3 'total': a second one cannot be created, and takes the place of the first
   RACY 4 'total': the pointer is that of the other thread
   RACY 5 'total': asked before it is set
   RACY 6 'total': another thread may forget it
   RACY 7 'total': the pointer is to something else
   RACY 8 'total': not always set
   RACY 9 'kept': the object of an earlier thread takes its place
   RACY 10 'kept': set again to what may be null
   RACY 11 'total': who finds the thread touches what it does
   RACY 12 'total': one of two threads of a loop is left when null is returned
   RACY 13 'kept': the handle is put into another object
   RACY 14 'last': forgotten between
   RACY 15 'last': another object is stored between
   RACY 16 'last': forgotten by a function */
#include "common.h"
struct worker { int number; pthread_t thread; };
static int total, kept, last, other, third;
static struct worker *worker, *keeper, *second, *direct;
static void *count (void *a) { total++; return a; }
static void *keep (void *a) { kept++; return a; }
static void *count_other (void *a)
{
  other++;
#if R == 6
  if (other)
    worker = NULL;
#endif
  return a;
}
static void *end (void *a) { last++; return a; }
static void *work (void *a) { third++; return a; }
static struct worker *start (void *(*f) (void *))
{
  struct worker *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  if (pthread_create (&w->thread, NULL, f, NULL) == 0) {
#if R == 2
    if (third)
      return NULL;
#endif
    return w;
  }
  free (w);
  return NULL;
}
#if R == 12
static struct worker *start_two (void)
{
  struct worker *w = calloc (2, sizeof *w);
  if (!w)
    return NULL;
  for (int i = 0; i < 2; i++)
    if (pthread_create (&w[i].thread, NULL, count, NULL))
      return NULL;
  return w;
}
#endif
static void finish (struct worker *w)
{
  pthread_join (w->thread, NULL);
}
static void stop_worker (void)
{
#if R == 4
  if (second)
#else
  if (worker)
#endif
    finish (worker);
  total++;
}
static void stop_keeper (void)
{
  if (keeper)
    finish (keeper);
  kept++;
}
static int begin (struct worker *w, void *(*f) (void *))
{
  w->number = 1;
  return pthread_create (&w->thread, NULL, f, NULL);
}
static void begin_keeper (int often)
{
  struct worker *w = malloc (sizeof *w);
  if (!w)
    return;
  keeper = w;
#if R == 13
  struct worker *v = malloc (sizeof *v);
  if (!v)
    return;
  *v = *w;
  if (begin (v, keep)) {
#else
  if (begin (w, keep)) {
#endif
    keeper = NULL;
    free (w);
    return;
  }
#if R == 9
  w = malloc (sizeof *w);
  keeper = w;
#elif R == 10
  if (often)
    keeper = calloc (1, sizeof *w);
#endif
}
#if R == 16
static void forget (int often)
{
  if (often > 1)
    direct = NULL;
}
#endif
static void begin_direct (int often)
{
  direct = malloc (sizeof *direct);
  if (!direct)
    return;
  direct->number = 0;
#if R == 14
  struct worker *w = direct;
  if (often > 1)
    direct = NULL;
  begin (w, end);
#elif R == 15
  pthread_t *handle = &direct->thread;
  direct = calloc (often, sizeof *direct);
  if (pthread_create (handle, NULL, end, NULL)) {
#else
  if (pthread_create (&direct->thread, NULL, end, NULL)) {
#endif
#if R != 14
    free (direct);
    direct = NULL;
  }
#endif
#if R == 16
  forget (often);
#endif
}
static void stop_direct (void)
{
  if (direct)
    finish (direct);
  last++;
}
int main (int argc, char **argv)
{
  if (argc > 5) {
    stop_worker ();
    stop_keeper ();
    return 1;
  }
  pthread_t late;
  spawn (&late, work, NULL);
  pthread_join (late, NULL);
  second = start (count_other);
#if R == 3
  for (int i = 0; i < argc; i++)
    worker = start (count);
#elif R == 12
  worker = start_two ();
#elif R == 5
  struct worker *w = start (count);
  stop_worker ();
  worker = w;
#elif R == 7
  struct worker *w = start (count);
  worker = calloc (1, argc);
  if (worker)
    worker->thread = w->thread;
#elif R == 8
  struct worker *w = start (count);
  if (argc > 1)
    worker = w;
#else
  worker = start (count);
#endif
  begin_keeper (argc);
  begin_direct (argc);
#if R == 1
  worker = NULL;
#elif R == 11
  if (worker)
    total++;
#endif
  if (!worker)
    total++;
  stop_worker ();
  stop_keeper ();
  stop_direct ();
  if (second)
    finish (second);
  struct worker *own = malloc (sizeof *own);
  if (own) {
    spawn (&own->thread, work, NULL);
    pthread_join (own->thread, NULL);
  }
  third++;
  return total + kept + last + other + third;
}
