/* Servers with a thread each or a pool of workers: the thread is created through a function that packs its argument, in one
   of two ways, and joined by another one, unless there is a pool, or the options say that there is no thread.
   WITHOUT schedule: the program is small
   RACY 1 's->count': there may be a pool and a thread
   RACY 2 's->count': the pool is made behind the creation
   RACY 3 's->count': the function that joins may return before
   RACY 4 's->count': both ways of creation may be gone
   RACY 5 's->count': the function creates a second thread for the server
   RACY 6 's->count': the pool is looked at for null
   RACY 7 's->count': the memory is not 0 at first, and the pool not set
   RACY 8 's->count': a way around the function that joins
   RACY 9 's->count': what makes the memory leaves something else than 0 there */
#include "common.h"
enum { THREAD = 8, POOL = 2, BIG = 1 };
struct server {
  int options, number, count;
  int *pool;
  pthread_t thread;
};
struct start {
  void *(*f) (void *);
  void *arg;
};
static void *serve (void *a)
{
  struct server *s = a;
  for (int i = 0; i < s->number; i++)
    s->count += i;
  return 0;
}
static void *begin (void *a)
{
  struct start *p = a;
  void *(*f) (void *) = p->f, *arg = p->arg;
  free (p);
  return f (arg);
}
static int create (pthread_t *t, int big, void *p)
{
  int failed;
  if (big) {
    pthread_attr_t attr;
    failed = pthread_attr_init (&attr);
    if (!failed) {
      failed = pthread_attr_setstacksize (&attr, 1 << 20);
      if (!failed)
        failed = pthread_create (t, &attr, begin, p);
      pthread_attr_destroy (&attr);
    }
#if R == 4
    if (big > 1)
      failed = pthread_create (t, 0, begin, p);
#endif
  } else
    failed = pthread_create (t, 0, begin, p);
  return !failed;
}
static int create_packed (pthread_t *t, int big, void *(*f) (void *), void *arg)
{
  struct start *p = malloc (sizeof *p);
  if (!p)
    return 0;
  p->f = f;
  p->arg = arg;
  if (!create (t, big, p)) {
    free (p);
    return 0;
  }
  return 1;
}
static struct server *make_zero (int options)
{
  struct server *s = calloc (1, sizeof *s);
#if R == 9
  if (s && options & BIG)
    s->pool = calloc (8, sizeof *s->pool);
#endif
  (void)options;
  return s;
}
static struct server *make (int options, int number)
{
#if R == 7
  struct server *s = malloc (sizeof *s);
  if (s)
    s->count = 0;
#else
  struct server *s = make_zero (options);
#endif
  if (!s)
    return 0;
  s->options = options;
  s->number = number;
#if R == 1
  if (options & POOL)
    s->pool = calloc (8, sizeof *s->pool);
#endif
  if (s->options & THREAD) {
    if (!(s->options & POOL) || R == 1) {
      if (!create_packed (&s->thread, s->options & BIG, serve, s)) {
        free (s);
        return 0;
      }
#if R == 5
      create_packed (&s->thread, 0, serve, s);
#endif
#if R == 2
      if (s->options & BIG)
        s->pool = calloc (8, sizeof *s->pool);
#endif
    } else {
      s->pool = calloc (8, sizeof *s->pool);
      if (!s->pool) {
        free (s);
        return 0;
      }
    }
  }
  return s;
}
static void wait_for (struct server *s)
{
#if R == 3
  if (s->number > 7)
    return;
#endif
#if R == 6
  if (!s->pool)
    return;
#endif
  if (s->pool)
    free (s->pool);
  else if (s->options & THREAD)
    pthread_join (s->thread, 0);
}
static int stop (struct server *s)
{
  if (!s)
    return 0;
#if R == 8
  if (s->number & 1)
#endif
  wait_for (s);
  int count = s->count;
  free (s);
  return count;
}
int main (int argc, char **argv)
{
  struct server *v[10];
  int sum = 0;
  for (int i = 0; i < 10; i++)
    v[i] = make (argc > i ? atoi (argv[i]) : 0, i);
  for (int i = 0; i < 10; i++)
    sum += stop (v[i]);
  return sum;
}
