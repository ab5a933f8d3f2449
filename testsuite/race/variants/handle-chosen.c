/* A helper creates threads that its callers choose, also for one that such a thread calls: what that one creates
   writes over no handle of the others.
   RACY 1 'count': the thread that is chosen writes over a handle, while who has chosen it waits
   RACY 2 'count': so it does for a caller of who has chosen it
   RACY 3 'count': so it does, and nobody waits
   RACY 4 'count': who waits is called through a pointer
   WITHOUT schedule: it would do */
#include "common.h"
static pthread_t handle;
static int count, total;
static void *counts (void *a)
{
  for (int i = 0; i < 9; i++)
    count++;
  return a;
}
static void *adds (void *a)
{
  total++;
  return a;
}
static void start (pthread_t *to, void *(*f) (void *), void *argument)
{
  if (pthread_create (to, 0, f, argument))
    abort ();
}
static void wait_for (void *(*f) (void *))
{
  pthread_t t;
  start (&t, f, 0);
  pthread_join (t, 0);
}
static void pair (void)
{
  pthread_t a, b;
  if (pthread_create (&a, 0, counts, 0))
    abort ();
  start (&b, adds, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  count++;
  total++;
}
static void *pairs (void *a)
{
  pair ();
  return a;
}
static void *over (void *a)
{
  start (&handle, adds, a);
  pthread_join (handle, 0);
  return a;
}
static void look_at (void *(*f) (void *))
{
  total += !f;
}
static void (*ways[]) (void *(*)(void *)) = {wait_for, look_at};
static void chooses (void)
{
#if R == 2
  wait_for (over);
#elif R == 4
  ways[getpid () & 1](over);
#else
  ways[0] = ways[1];
#endif
}
int main (int argc, char **argv)
{
  pthread_t t, u;
  start (&t, pairs, argv);
  pthread_join (t, 0);
  start (&handle, counts, argv);
#if R == 1
  wait_for (over);
#elif R == 3
  start (&u, over, argv);
  usleep (argc);
#else
  start (&u, adds, argv);
#endif
  chooses ();
  pthread_join (handle, 0);
  count++;
#if R != 1
  pthread_join (u, 0);
#endif
  return count + total + !over;
}
