/* Objects with a thread each, if a field says so that is only set before the creation: then they are joined by another
   function, under the same condition.
   WITHOUT schedule: the program is small
   RACY 1 'o->count': the option is taken back behind the creation
   RACY 2 'o->count': another option is looked at
   RACY 3 'o->count': the option of another object is looked at
   RACY 4 'o->count': the opposite condition
   RACY 5 'o->count': on one way the object is freed without a join
   RACY 6 'o->count': the handle is overwritten by another creation
   RACY 7 'o->count': a function that gets the object takes the option back
   RACY 8 'o->count': the option is taken back between the look and the creation
   RACY 9 'o->count': who looks creates the thread then
   RACY 10 'o->count': others know the object before it has its thread
   RACY 11 'o->count': another thing is asked for, too, before the join
   RACY 12 'o->count': the access before the join
   RACY 13 'o->count': the object is joined that comes before it
   RACY 14 'o->count': a thread takes back its own option
   RACY 15 'o->count': the option is not there at first
   RACY 16 'o->count': the other one of two fields is stored there
   RACY 17 'o->count': the memory is made once for two creations */
#include "common.h"
enum { THREAD = 8, OTHER = 4 };
struct object {
  int options, others;
  int number, count;
  pthread_t thread;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct object *known;
static void *work (void *a)
{
  struct object *o = a;
#if R == 14
  o->options = 0;
#endif
  for (int i = 0; i < o->number; i++)
    o->count += i;
  return 0;
}
static void *idle (void *a) { return a; }
static void quiesce (struct object *o)
{
#if R == 7
  o->options &= ~THREAD;
#else
  o->others |= 1;
#endif
}
static struct object *start (int options, int number)
{
  struct object *o = calloc (1, sizeof *o);
  if (!o)
    return 0;
#if R == 15
  o->others = options;
#else
  o->options = options;
#endif
  o->number = number;
  if (number > 5)
    o->options |= THREAD;
#if R == 10
  pthread_mutex_lock (&m);
  known = o;
  pthread_mutex_unlock (&m);
  o->options = options;
#endif
#if R == 15
  if (o->others & THREAD)
#else
  if (o->options & THREAD)
#endif
  {
#if R == 8
    o->options = OTHER;
#endif
    if (pthread_create (&o->thread, 0, work, o)) {
      free (o);
      return 0;
    }
#if R == 6
    spawn (&o->thread, idle, 0);
#endif
  }
#if R == 1
  if (number == 3)
    o->options = OTHER;
#endif
  return o;
}
static int stop (struct object *o, struct object *before)
{
  int count;
  (void)before;
#if R == 5
  if (o->number == 4) {
    count = o->count;
    free (o);
    return count;
  }
#endif
#if R == 12
  count = o->count;
#endif
#if R == 2
  if (o->options & OTHER)
#elif R == 3
  if (before && before->options & THREAD)
#elif R == 4
  if (!(o->options & THREAD))
#elif R == 11
  if (o->options & THREAD && !(o->number & 1))
#elif R == 16
  if (o->others & THREAD)
#else
  if (o->options & THREAD)
#endif
#if R == 13
    pthread_join (before ? before->thread : o->thread, 0);
#else
    pthread_join (o->thread, 0);
#endif
#if R != 12
  count = o->count;
#endif
  if (!before)
    free (o);
  return count;
}
#if R == 9
static int run_late (struct object *o)
{
  if (o->options & THREAD)
    pthread_join (o->thread, 0);
  o->options = THREAD;
  if (o->options & THREAD)
    spawn (&o->thread, work, o);
  return o->count;
}
static int late (int number)
{
  struct object *o = calloc (1, sizeof *o);
  if (!o)
    return 0;
  o->number = number;
  return run_late (o);
}
#endif
#if R == 10
static void *reap (void *a)
{
  struct object *o;
  pthread_mutex_lock (&m);
  o = known;
  known = 0;
  pthread_mutex_unlock (&m);
  if (o)
    stop (o, 0);
  return a;
}
#endif
#if R == 17
static int twice (int options)
{
  struct object *o = calloc (1, sizeof *o);
  if (!o)
    return 0;
  o->options = options;
  for (int i = 0; i < 2; i++)
    if (o->options & THREAD)
      spawn (&o->thread, work, o);
  return stop (o, 0);
}
#endif
int main (int argc, char **argv)
{
  struct object *v[10];
  int sum = 0;
#if R == 10
  pthread_t t;
  spawn (&t, reap, 0);
#endif
#if R == 9
  sum += late (argc);
#endif
#if R == 17
  sum += twice (argc);
#endif
  for (int i = 0; i < 10; i++)
    v[i] = start (argc > i ? atoi (argv[i]) : 0, i);
  for (int i = 0; i < 10; i++) {
    if (v[i])
      quiesce (v[i]);
    if (v[i])
      sum += stop (v[i], i && v[i - 1] && R ? v[i - 1] : 0);
  }
  return sum;
}
