/* A function creates a thread with memory of its caller, or publishes that, and then uses it, itself or by a function
   that it gets.
   WITHOUT schedule: it would do
   RACY 1 'n': a variable of main
   RACY 2 '*n': new memory of main
   RACY 3 'n': a variable of each call
   RACY 4 'n': by a function that it gets
   RACY 5 'n': ... through another one
   RACY 6 '*n': new memory that is published on the way
   RACY 7 '*n': ... by another function that it gets
   RACY 8 'n': by a function that it calls */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *published;
static void *count (void *a)
{
  int *n = a;
  ++*n;
  return NULL;
}
static void *look (void *a)
{
  pthread_mutex_lock (&m);
  if (published)
    ++*published;
  pthread_mutex_unlock (&m);
  return a;
}
static void add (int *n) { ++*n; }
static void add_locked (int *n)
{
  pthread_mutex_lock (&m);
  ++*n;
  pthread_mutex_unlock (&m);
}
static void publish (int *n)
{
  pthread_mutex_lock (&m);
  published = n;
  pthread_mutex_unlock (&m);
}
static void start (pthread_t *t, int *n)
{
  ++*n;
  spawn (t, count, n);
#if R == 8
  add (n);
#elif R == 1 || R == 2 || R == 3
  ++*n;
#endif
}
static void start_and (pthread_t *t, int *n, void (*f) (int *))
{
  f (n);
  spawn (t, count, n);
#if R == 4 || R == 5
  f (n);
#endif
}
static void pass (pthread_t *t, int *n, void (*f) (int *)) { start_and (t, n, f); }
static void publish_and (int *n, void (*f) (int *))
{
  publish (n);
  f (n);
}
static void both (int *n, void (*f) (int *), void (*g) (int *))
{
  f (n);
  g (n);
}
static void *call (void *a)
{
  int n = 0;
  pthread_t t;
  start (&t, &n);
  pthread_join (t, NULL);
  return a;
}
int main (void)
{
  pthread_t t, u;
  int *p = malloc (sizeof *p), *q = malloc (sizeof *q), *r = malloc (sizeof *r), n = 0;
  *p = *q = *r = 0;
#if R == 2
  start (&t, p);
  pthread_join (t, NULL);
#elif R == 3
  spawn (&t, call, NULL);
  spawn (&u, call, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
#elif R == 5
  pass (&t, &n, add);
  pthread_join (t, NULL);
#elif R == 4
  start_and (&t, &n, add);
  pthread_join (t, NULL);
#else
  start (&t, &n);
  pthread_join (t, NULL);
#endif
  spawn (&u, look, NULL);
#if R == 6
  publish_and (q, add);
#else
  publish_and (q, add_locked);
#endif
#if R == 7
  both (r, publish, add);
#else
  both (r, add, publish);
#endif
  pthread_join (u, NULL);
  return n + *p + *q + *r;
}
