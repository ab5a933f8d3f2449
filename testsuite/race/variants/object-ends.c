/* A list of messages of two kinds, which are told apart by a number: an access behind the end of the
   smaller kind is none to it.
   RACY 1 'shared.n': the smaller one is allocated with the size of the other
   RACY 2 'shared.n': it has been made larger
   RACY 3 'shared.n': there are several of them, one behind the other
   RACY 4 'shared.n': one function makes both, as the caller says
   RACY 5 'shared.n': ... in one of two ways
   RACY 6 'shared.n': it ends in an array whose length is not told
   RACY 7 'shared.n': the pointer is at the end of the smaller one
   RACY 8 'shared.n': the smaller one is in a page of its own
   RACY 9 'shared.n': ... which an allocator has made for it
   RACY 10 'shared.n': it is found from its end
   RACY 11 'shared.n': ... and filled */
#include "common.h"
#include <malloc.h>
#include <sys/mman.h>
struct counter {
  long pad[2];
  long n;
} shared;
struct small {
  long kind;
  struct counter *to;
#if R == 6
  struct counter *more[];
#elif R == 7
  long pad[2];
  struct counter *end;
#endif
};
struct large {
  long kind;
  long pad[3];
  struct counter *other;
  long rest[3];
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *list[8];
static unsigned n, which;
static struct counter mine;
static void add (void *p)
{
  pthread_mutex_lock (&lock);
  list[n++] = p;
  pthread_mutex_unlock (&lock);
}
static void *allocate (size_t size)
{
  void *p = malloc (size);
  if (!p)
    abort ();
  return p;
}
static void *reader (void *unused)
{
  pthread_mutex_lock (&lock);
  struct large *l = n ? list[which % n] : NULL;
  pthread_mutex_unlock (&lock);
#if R == 10 || R == 11
  struct small *e = (struct small *)l;
  return e && e[R == 10 ? -(long)which : 0].to->n ? unused : NULL;
#else
  return l && l->kind == 2 && l->other->n ? unused : NULL;
#endif
}
static void *writer (void *unused)
{
  shared.n++;
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t s[12], t;
  struct small *a;
  which = argc;
#if R == 1
  a = malloc (sizeof (struct large));
#elif R == 3
  a = malloc (4 * sizeof *a);
#elif R == 4
  a = allocate (argc > 1 ? sizeof *a : sizeof (struct large));
#elif R == 5
  static void *held;
  if (argc > 1)
    held = allocate (sizeof *a);
  else
    held = allocate (sizeof (struct large));
  a = held;
#elif R == 6
  a = malloc (sizeof *a + 4 * sizeof (void *));
#elif R == 8
  a = mmap (NULL, sizeof *a, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#elif R == 9
  a = pvalloc (sizeof *a);
#else
  a = malloc (sizeof *a);
#endif
  struct large *b = malloc (sizeof *b);
  if (!a || !b)
    abort ();
#if R == 2
  a = realloc (a, sizeof (struct large));
#endif
  a->kind = 1;
#if R == 11
  struct small *end = a + 1;
  end[-(long)which].to = &shared;
#else
  a->to = &shared;
#endif
#if R == 6
  a->more[2] = &shared;
  a->kind = 2;
#elif R == 7
  a->end = &shared;
  a->kind = 2;
#elif R == 3
  a[2].kind = (long)&shared;
  a->kind = 2;
#elif R && R < 10
  ((struct large *)a)->other = &shared;
  a->kind = 2;
#endif
  b->kind = 2;
  b->other = &mine;
#if R == 10
  add (a + 1);
#else
  add (a);
#endif
#if R < 10
  add (b);
#endif
  for (int i = 0; i < 12; i++)
    pthread_create (&s[i], NULL, reader, NULL);
  pthread_create (&t, NULL, writer, NULL);
  for (int i = 0; i < 12; i++)
    pthread_join (s[i], NULL);
  pthread_join (t, NULL);
  return 0;
}
