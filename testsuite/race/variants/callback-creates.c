/* Threads are created by functions that are called through pointers, which an argument chooses: nobody calls main, or
   what a thread begins with, who could say which it is.
   WITHOUT schedule: it would do
   RACY 1 'count': main's argument chooses
   RACY 2 'count': main's argument chooses, in a function that main calls
   RACY 3 'count': a thread is told by what it gets
   RACY 4 'count': two threads are told by what they get
   RACY 5 'count': a library calls back with what tells
   RACY 6 'count': main's argument chooses who writes over the handle
   RACY 7 'count': main's argument chooses one of a function that calls itself
   RACY 8 'count': a signal's number chooses */
#include "common.h"
#include <signal.h>
struct job {
  void (*call) (pthread_t *);
};
static pthread_t handle, own, t[2];
static int count;
static struct job jobs[2];
static void *work (void *a)
{
  count++;
  return a;
}
static void create (pthread_t *to)
{
  spawn (to, work, NULL);
}
static void none (pthread_t *to)
{
  *to = pthread_self ();
}
static void other (pthread_t *to)
{
  (void)to;
}
static void *run (void *a)
{
  struct job *j = a;
  j->call (&own);
  return a;
}
static void choose (int n)
{
  (n > 2 ? R == 2 || R == 8 ? create : none : other) (&own);
}
static void again (int n, int often)
{
  if (often)
    again (n, often - 1);
  (n > 2 ? R == 7 ? create : none : other) (&own);
}
static int compare (const void *a, const void *b)
{
  (void)b;
  ((const struct job *)a)->call (&own);
  return 0;
}
int main (int argc, char **argv)
{
  if (argc > 5)
    pthread_cancel (pthread_self ()); /* such programs are not tried out */
  struct job *a = malloc (sizeof *a), *b = malloc (sizeof *b);
  if (!a || !b)
    abort ();
  a->call = R == 4 ? create : none;
  b->call = other;
  spawn (&t[0], run, a);
  spawn (&t[1], run, b);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  jobs[0].call = argc > 2 && R == 3 ? create : none;
  spawn (&t[0], run, &jobs[0]);
  pthread_join (t[0], NULL);
  jobs[1].call = R == 5 ? create : other;
  qsort (jobs, 2, sizeof *jobs, compare);
  (argc > 2 ? R == 1 ? create : none : other) (&own);
#if R == 8
  signal (SIGINT, choose);
#else
  choose (argc);
#endif
  again (argc, 2);
  create (&handle);
#if R == 6
  (argc > 2 ? create : other) (&handle);
#endif
  pthread_join (handle, NULL);
  count++;
  return argv[0][count] == 'a';
}
