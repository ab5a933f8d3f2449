/* Structs that are passed and returned by value: a lock and what it protects, new memory in a result, memory of each
   thread.
   WITHOUT schedule: it would do without
   RACY 1 'total': the lock of the other struct
   RACY 2 'total': another lock in the struct that is returned
   RACY 3 '*w->own.v': two threads get the same memory
   RACY 4 'total': the callee changes its copy
   RACY 5 'total': the caller changes the struct before
   RACY 6 'total': by a pointer to the function
   RACY 7 '*kept': what is returned is kept by others too
   RACY 8 'last.n': the struct is copied without the lock, though nobody reads that part
   RACY 9 'total': one of two returns has another lock
   RACY 10 'last.v': where the result goes
   RACY 11 'total': stored through a pointer to the struct between
   RACY 12 'total': a struct in a struct
   RACY 13 'total': two locks in the struct, by their number */
#include "common.h"
struct pair { pthread_mutex_t *lock; int *value; };
struct own { long *v; long n; };
struct worker { pthread_t t; struct own own; };
struct outer { struct pair in; int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int total, odd;
static long *kept;
static struct own last;

static struct pair make (pthread_mutex_t *lock, int *value)
{
  struct pair p;
  p.lock = lock;
  p.value = value;
#if R == 9
  struct pair q = { &other, value };
  if (odd)
    return q;
#endif
  return p;
}

static void add (struct pair p, int n)
{
#if R == 4
  p.lock = &other;
#endif
  pthread_mutex_lock (p.lock);
  *p.value += n;
  pthread_mutex_unlock (p.lock);
}

static void add_outer (struct outer o)
{
  pthread_mutex_lock (o.in.lock);
  *o.in.value += o.n;
  pthread_mutex_unlock (o.in.lock);
}

#if R == 13
struct locks { pthread_mutex_t *of[2]; int *value; };
static void add_by (struct locks l, int i)
{
  pthread_mutex_lock (l.of[0]);
  pthread_mutex_unlock (l.of[0]);
  pthread_mutex_lock (l.of[i]);
  ++*l.value;
  pthread_mutex_unlock (l.of[i]);
}
#endif

static struct own extend (struct own own, long n)
{
  struct own more;
  more.n = own.n + n;
#if R == 7
  kept = more.v = malloc (more.n * sizeof *more.v);
#else
  more.v = malloc (more.n * sizeof *more.v);
#endif
  for (long i = 0; i < own.n; i++)
    more.v[i] = own.v[i];
  free (own.v);
  return more;
}

static long first (struct own own) { return own.v ? own.v[0] : 0; }

static void *work (void *a)
{
  struct worker *w = a;
  struct pair p = make (R == 2 ? &other : &m, &total);
#if R == 1
  struct pair q = make (&other, &total);
  add (q, 1);
#elif R == 5
  p.lock = &other;
#elif R == 11
  struct pair *to = &p;
  to->lock = &other;
#elif R == 6
  void (*volatile by) (struct pair, int) = add;
  p.lock = &other;
  by (p, 2);
#endif
  add (p, 1);
#if R == 12
  struct outer o = { { &other, &total }, 1 };
#else
  struct outer o = { { &m, &total }, 1 };
#endif
  add_outer (o);
  w->own = extend (w->own, 4);
  w->own.v[0] = 1;
#if R == 7
  kept[0]++;
#endif
#if R == 13
  struct locks l = { { &m, &other }, &total };
  add_by (l, 1);
#elif R == 8
  first (last);
#endif
#if R == 10
  last = extend (last, 1);
#endif
  return NULL;
}

static void *another (void *unused)
{
  pthread_mutex_lock (&m);
  total++;
  pthread_mutex_unlock (&m);
#if R == 8
  last.n++;
#endif
  return unused;
}

int main (int argc, char **argv)
{
  odd = argc > 2;
  pthread_t t;
  struct worker w[3] = { 0 };
  long *one = malloc (8);
  spawn (&t, another, NULL);
  for (int i = 0; i < 3; i++) {
    w[i].own.v = R == 3 ? one : malloc (8);
    w[i].own.n = 1;
    spawn (&w[i].t, work, &w[i]);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join (w[i].t, NULL);
    printf ("%ld\n", first (w[i].own));
    free (w[i].own.v);
  }
  pthread_join (t, NULL);
  return total;
}
