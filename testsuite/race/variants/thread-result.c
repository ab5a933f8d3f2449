/* Functions that return what a creation has returned, or whether it was one.
   RACY 1 'data': joined only if there is no thread
   RACY 2 'data': the same, by a function that returns the opposite
   RACY 3 'data': the result is that of another creation */
#include "common.h"
static int data, other;
static int create (pthread_t *t, void *(*f) (void *), void *a)
{
  return pthread_create (t, NULL, f, a);
}
static int started (pthread_t *t, void *(*f) (void *), void *a)
{
  return pthread_create (t, NULL, f, a) == 0;
}
static int join (pthread_t t)
{
  return pthread_join (t, NULL);
}
static void *worker (void *a)
{
  data++;
  return a;
}
static void *second (void *a)
{
  other++;
  return a;
}
static void run (void)
{
  pthread_t t;
#if R == 1
  if (create (&t, worker, NULL))
#else
  if (!create (&t, worker, NULL))
#endif
    join (t);
}
static void run_again (void)
{
  pthread_t t;
#if R == 2
  if (!started (&t, worker, NULL))
#else
  if (started (&t, worker, NULL))
#endif
    join (t);
}
static void run_two (void)
{
  pthread_t t, u;
  int result = create (&u, second, NULL);
#if R == 3
  create (&t, worker, NULL);
#else
  int made = create (&t, worker, NULL);
#endif
  if (!result)
    join (u);
#if R == 3
  if (!result && other > 5)
    join (t);
#else
  if (!made)
    join (t);
#endif
}
int main (void)
{
  run ();
  data++;
  run_again ();
  data++;
  run_two ();
  data++;
  return 0;
}
