/* An allocator that gets its memory through a variable, from posix_memalign: each call makes an object of its own,
   as malloc does.
   RACY 1 'first->n': both are the same
   RACY 2 'first->n': the variable held what was there before, and that is returned
   RACY 3 'first->n': somebody else gets at the variable, and keeps what it holds */
#include "common.h"
struct counter {
  long n;
};
static struct counter *first, *two, *kept;

#if R == 3
static void keep (void **p)
{
  kept = *p;
}
#endif

static void *aligned (size_t size)
{
  void *p = NULL;
#if R == 2
  p = first;
  if (!p)
#endif
  if (posix_memalign (&p, 64, size))
    return NULL;
#if R == 3
  keep (&p);
#endif
  return p;
}

static struct counter *counter (void)
{
  struct counter *c = aligned (sizeof *c);
  if (!c)
    abort ();
  c->n = 0;
  return c;
}

static void *one_thread (void *arg)
{
  for (int i = 0; i < 10; i++)
    first->n++;
#if R == 3
  kept->n++;
#endif
  return arg;
}

static void *other_thread (void *arg)
{
  for (int i = 0; i < 10; i++)
    two->n++;
  return arg;
}

int main (void)
{
  pthread_t a, b;
  first = counter ();
#if R == 1
  two = first;
#else
  two = counter ();
#endif
  pthread_create (&a, NULL, one_thread, NULL);
  pthread_create (&b, NULL, other_thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%ld %ld\n", first->n, two->n);
  free (first);
  free (two);
  return 0;
}
