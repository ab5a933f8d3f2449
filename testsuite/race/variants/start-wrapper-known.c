/* Threads that are created by one function, which gives them new memory with what they are to call, and joined by
   another: what each calls is known, and which one a join is of.
   CERTAIN 1 'count': the other one was joined
   CERTAIN 2 'count': both call the same
   DOUBTED 3 'count': it may be the other function that is called
   DOUBTED 4 'count': it may be the other one that was joined
   RACY 4 'total': the other one may be
   DOUBTED 5 'count': it may be a function that nobody sees */
#include "common.h"
struct work {
  void (*f) (int);
  int by;
};
struct worker {
  pthread_t id;
};
static int count, total;
static void counts (int by)
{
  count += by;
}
static void adds (int by)
{
#if R == 2
  count += by;
#elif R == 4
  total += by;
#else
  (void)by;
#endif
}
static void *starter (void *data)
{
  struct work *w = data;
  void (*f) (int) = w->f;
  int by = w->by;
  free (w);
  f (by);
  return 0;
}
static struct worker *create (void (*f) (int), int by)
{
  struct worker *t = calloc (1, sizeof *t);
  struct work *w = malloc (sizeof *w);
  if (!t || !w)
    abort ();
  w->f = f;
  w->by = by;
  if (pthread_create (&t->id, 0, starter, w))
    abort ();
  return t;
}
static void join (struct worker *t)
{
  pthread_join (t->id, 0);
  free (t);
}
int main (int argc, char **argv)
{
  struct worker *a, *b;
  if (argc > 5)
    pthread_cancel (pthread_self ()); /* such programs are not tried out */
#if R == 3
  a = create (argc > 1 ? adds : counts, 1);
#elif R == 5
  extern void (*told) (int);
  a = create (argc > 1 ? told : counts, 1);
#else
  a = create (counts, 1);
#endif
  b = create (adds, 2);
#if R == 4
  join (argc > 1 ? a : b);
  count++;
  total++;
#elif R == 1
  join (b);
  count++;
  join (a);
#elif R == 3 || R == 5
  join (b);
  count++;
  join (a);
#else
  join (a);
  join (b);
  count++;
#endif
  return count + total + !argv;
}
