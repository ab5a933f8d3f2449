/* An object with a thread, if a field says so that is only set before the creation; what the thread does to global
   variables is done when the function has returned that joins it then.
   WITHOUT schedule: the program is small
   RACY 1 'total': the option is taken back behind the creation
   RACY 2 'total': another option is looked at
   RACY 3 'total': the option of another object is looked at
   RACY 4 'total': the function that joins may return before
   RACY 5 'total': another thread takes the option back
   RACY 6 'total': the thread of another object runs on
   RACY 7 'total': the object gets its thread later
   RACY 8 'total': the access before the join
   RACY 9 'total': the flag that is kept is that of another option
   RACY 10 'total': another thread creates the object's thread
   RACY 11 'total': the handle is overwritten
   RACY 12 'total': the object is found where another one may have been put
   RACY 13 'total': of two objects one may be joined twice */
#include "common.h"
enum { THREAD = 8, OTHER = 4 };
struct object {
  int options, threaded;
  pthread_t thread;
};
static int total;
static struct object *first;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *a)
{
  struct object *o = a;
  for (int i = 0; i < 9; i++)
    total += i;
#if R == 5
  __atomic_store_n (&o->options, 0, __ATOMIC_SEQ_CST);
#endif
  return o;
}
static void *idle (void *a) { return a; }
static void run (struct object *o)
{
  spawn (&o->thread, work, o);
}
static struct object *start (int options)
{
  struct object *o = calloc (1, sizeof *o);
  if (!o)
    abort ();
  o->options = options;
#if R == 9
  o->threaded = options & OTHER;
#else
  o->threaded = options & THREAD;
#endif
#if R != 7 && R != 10
  if (options & THREAD)
    run (o);
#endif
#if R == 1
  if (options & OTHER)
    o->options = 0;
#endif
#if R == 11
  spawn (&o->thread, idle, 0);
#endif
  return o;
}
static void stop (struct object *o, struct object *other)
{
  (void)other;
#if R == 4
  if (o->options & OTHER)
    return;
#endif
#if R == 2
  if (o->options & OTHER)
#elif R == 3
  if (other->options & THREAD)
#elif R == 9
  if (o->threaded)
#elif R == 5
  if (__atomic_load_n (&o->options, __ATOMIC_SEQ_CST) & THREAD)
#else
  if (o->options & THREAD)
#endif
    pthread_join (o->thread, 0);
}
static void stop_kept (struct object *o)
{
  if (o->threaded)
    pthread_join (o->thread, 0);
  free (o);
}
#if R == 10
static void *late (void *a)
{
  struct object *o = start (THREAD);
  run (o);
  pthread_mutex_lock (&m);
  first = o;
  pthread_mutex_unlock (&m);
  return a;
}
#endif
static int with_flag (int options)
{
  struct object *o = start (options);
  stop_kept (o);
  return total;
}
int main (int argc, char **argv)
{
  (void)argv;
#if R == 10
  pthread_t t;
  spawn (&t, late, 0);
  pthread_mutex_lock (&m);
  struct object *o = first;
  pthread_mutex_unlock (&m);
  if (!o)
    return total;
  stop (o, o);
  return total;
#else
  struct object *o = start (argc);
#if R == 3 || R == 6 || R == 13
  struct object *other = start (argc + 1);
#else
  struct object *other = o;
#endif
#if R == 12
  first = o;
  if (argc > 3)
    first = start (argc + 2);
  o = first;
#endif
  getchar ();
#if R == 8
  int before = total;
  stop (o, other);
  return before;
#elif R == 7
  stop (o, other);
  if (o->options & THREAD)
    run (o);
  return total;
#else
  stop (o, other);
  int sum = total;
#if R == 3
  stop (other, o);
#elif R == 13
  stop (argc > 3 ? o : other, o);
#endif
  free (o);
#if R == 9 || !R
  return sum + with_flag (argc + 1);
#else
  return sum;
#endif
#endif
#endif
}
