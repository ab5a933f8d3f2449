/* Objects with a thread each, and a flag that says whether that runs: whoever finds it unset need not join the thread.
   WITHOUT schedule: the program is small
   RACY 1 'o->count': the flag is reset without a join
   RACY 2 'o->count': the thread resets its own flag
   RACY 3 'o->count': the flag is not set on one way
   RACY 4 'o->count': somebody looks between the creation and the flag
   RACY 5 'o->count': the flag is reset where the creation has succeeded
   RACY 6 'o->count': the creation is tried again, without the flag
   RACY 7 'o->count': the same object gets a second thread
   RACY 8 'o->count': another object is joined
   RACY 9 'o->count': the flag is reset before the join, which may be left out
   RACY 10 'o->count': the flag is that of another object
   RACY 11 'o->count': others know the object before the flag is set
   RACY 12 'o->count': the flag is a number that is not that of the look
   RACY 13 'o->count': all of the object is cleared behind the creation
   RACY 14 'o->count': the flag is copied from another object
   RACY 15 'o->count': the function that makes the object keeps it, and resets the flag of the last one
   RACY 16 'o->count': the function that makes the object resets the flag of the one before
   RACY 17 'o->count': the access is on the way where the flag is set, before the join
   RACY 18 'o->count': who has the object from the function that makes it, and its thread, resets the flag
   RACY 19 'o->count': the function that sets the flag, and creates the thread, resets the flag
   RACY 20 'o->count': who has made the object resets the flag when another function has created the thread */
#include "common.h"
struct object {
  int number, count;
  int running;
  pthread_t thread;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct object *known, *last;
static int failures;
static void *work (void *a)
{
  struct object *o = a;
  for (int i = 0; i < o->number; i++)
    o->count += i;
#if R == 2
  o->running = 0;
#endif
  return 0;
}
static int stop (struct object *o)
{
  if (o->running) {
#if R == 17
    failures += o->count;
#endif
#if R == 9
    o->running = 0;
    if (o->number & 1)
#endif
    pthread_join (o->thread, 0);
    o->running = 0;
  }
  return o->count;
}
static void init (struct object *o, int number)
{
  o->number = number;
  o->count = 0;
  o->running = 0;
}
static struct object *make (int number)
{
  struct object *o = malloc (sizeof *o);
  if (!o)
    abort ();
#if R == 15 || R == 16
  if (last)
    last->running = 0;
#endif
  init (o, number);
#if R == 15
  last = o;
#endif
  return o;
}
static int start (struct object *o)
{
#if R == 5
  o->running = 1;
  if (!pthread_create (&o->thread, 0, work, o))
    o->running = 0;
#elif R == 6
  if (pthread_create (&o->thread, 0, work, o)) {
    o->running = 0;
    return -1;
  }
#else
  if (pthread_create (&o->thread, 0, work, o)) {
    fprintf (stderr, "no thread\n");
    return -1;
  }
#if R == 4
  if (o->number == 7)
    failures += stop (o);
#endif
#if R == 3
  if (o->number == 3)
    return 0;
#endif
#if R == 12
  o->running = 0;
#else
  o->running = 1;
#endif
#if R == 13
  if (o->number == 6)
    memset (o, 0, sizeof *o);
#endif
#endif
  return 0;
}
/* The flag is set first, and taken back if there is no thread. */
static int start_early (struct object *o)
{
  o->running = 1;
  if (pthread_create (&o->thread, 0, work, o)) {
    o->running = 0;
    return -1;
  }
#if R == 19
  o->running = 0;
#endif
  return 0;
}
/* One function makes the object and creates its thread, itself or by another one. */
static struct object *launch (int number)
{
  struct object *o = make (number);
  start_early (o);
#if R == 20
  o->running = 0;
#endif
  return o;
}
static struct object *launch_alone (int number)
{
  struct object *o = malloc (sizeof *o);
  if (!o)
    abort ();
  init (o, number);
  o->running = 1;
  if (pthread_create (&o->thread, 0, work, o))
    o->running = 0;
  return o;
}
static void cancel (struct object *o)
{
#if R == 1
  o->running = 0;
#elif R == 14
  if (known)
    o->running = known->running;
#else
  o->number++;
#endif
}
static int finish (struct object *o, struct object *other)
{
#if R == 8
  if (o->running)
    pthread_join (other->thread, 0);
#elif R == 10
  stop (other);
#else
  (void)other;
  stop (o);
#endif
  int count = o->count;
  if (o != other)
    free (o);
  return count;
}
#if R == 11
static void *reap (void *a)
{
  struct object *o;
  pthread_mutex_lock (&m);
  o = known;
  pthread_mutex_unlock (&m);
  if (o)
    finish (o, o);
  return a;
}
#endif
int main (int argc, char **argv)
{
  struct object *v[10], *w[10];
  int sum = 0;
  (void)argv;
#if R == 11
  pthread_t t;
  spawn (&t, reap, 0);
#endif
  for (int i = 0; i < 10; i++) {
    v[i] = make (i);
#if R == 11 || R == 14
    pthread_mutex_lock (&m);
    known = v[i];
    pthread_mutex_unlock (&m);
#endif
#if R == 6
    v[i]->running = 1;
    while (start (v[i]))
      failures++;
#elif R == 7
    start (v[i]);
    if (i == argc)
      start (v[i]);
#else
    if (i < argc)
      start (v[i]);
#endif
#if R == 16
    last = v[i];
#endif
  }
  for (int i = 0; i < 10; i++) {
#if R == 1 || R == 14
    cancel (v[i]);
#endif
    sum += finish (v[i], R ? v[(i + 1) % 10] : 0);
  }
#if !R || R > 17
  for (int i = 0; i < 10; i++) {
    struct object *o = R == 18 || (!R && i % 3) ? launch_alone (i) : launch (i);
#if R == 18
    o->running = 0;
#endif
    w[i] = o;
  }
  for (int i = 0; i < 10; i++)
    sum += finish (w[i], 0);
#else
  (void)w;
  (void)start_early;
  (void)launch;
  (void)launch_alone;
  (void)cancel;
#endif
  return sum + failures;
}
