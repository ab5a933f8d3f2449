/* Each call creates two threads, with new memory for each, and frees that when they have ended.
   RACY 1 'f->n': it is freed before
   RACY 2 'f->r': a result is read before
   RACY 3 'f->r': one of them is not waited for
   RACY 4 'f->r': both get the same
   RACY 5 'f->r': what a call has made is known to all
   RACY 6 'f->other->r': the second thread finds it in what it gets
   RACY 7 'f->r': a thread gets what its creator has got
   RACY 8 'f->r': they are waited for only sometimes
   RACY 9 'f->r': the memory is made once, and kept */
#include "common.h"
struct part {
  int n;
  long r;
  struct part *other;
};
static struct part *all;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct part *make (int n)
{
  struct part *p = malloc (sizeof *p);
  if (!p)
    abort ();
  p->n = n;
  p->other = NULL;
  return p;
}
static void *divide (void *a)
{
  struct part *f = a;
#if R == 6
  if (f->other)
    f->other->r++;
#endif
  if (f->n < 2) {
    f->r = f->n;
    return NULL;
  }
  struct part *x = malloc (sizeof *x), *y = make (f->n - 2);
  pthread_t t, u;
  if (!x)
    abort ();
#if R == 9
  pthread_mutex_lock (&m);
  if (!all)
    all = x;
  x = all;
  pthread_mutex_unlock (&m);
#endif
  x->n = f->n - 1;
  x->other = NULL;
#if R == 5
  pthread_mutex_lock (&m);
  if (all)
    all->r++;
  all = x;
  pthread_mutex_unlock (&m);
#endif
#if R == 6
  y->other = x;
#endif
  spawn (&t, divide, R == 7 ? f : x);
  if (pthread_create (&u, NULL, divide, R == 4 ? x : y))
    abort ();
#if R == 1
  free (x);
#endif
#if R == 2
  f->r = x->r;
#endif
#if R == 8
  if (f->n & 1)
    pthread_join (t, NULL);
#else
  pthread_join (t, NULL);
#endif
#if R != 3
  pthread_join (u, NULL);
#endif
#if R != 1
  f->r = x->r + y->r;
  free (x);
#endif
  free (y);
  return NULL;
}
int main (void)
{
  struct part whole = {10, 0, NULL};
  divide (&whole);
  return (int)whole.r;
}
