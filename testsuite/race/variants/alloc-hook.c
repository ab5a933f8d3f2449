/* An allocator that the program may replace: who calls it has memory of its own, as with malloc, but not what the
   hook gives.
   RACY 1 'block.n': the hook returns the same memory each time
   RACY 2 'block.n': likewise, and there is a wrapper around the one with the hook
   RACY 3 'block.n': likewise, and it is called through more of them than are told apart
   RACY 4 't->n' (struct table.n): both threads have got the same object
   RACY 5 't->n' (struct table.n): the wrapper keeps what it returns, and somebody finds it there
   RACY 6 'block.n': the hook is set later, through a pointer to where it is
   RACY 7 'block.n': ... with a copy of another one */
#include "common.h"
struct hooks { void *(*alloc) (void *, size_t); void *opaque; };
struct table { long n, sum; };
struct list { struct list *next; long n; };
static struct table block, *kept;
static void *same (void *opaque, size_t size)
{
  return &block;
}
static void *get (size_t size, const struct hooks *h)
{
  void *p;
  if (size == 0)
    size = 1;
  if (h && h->alloc)
    p = h->alloc (h->opaque, size);
  else
    p = malloc (size);
#if R == 5
  if (!kept)
    kept = p;
#endif
  return p;
}
static void *get_checked (size_t size, const struct hooks *h)
{
  void *p = get (size, h);
  if (!p)
    abort ();
  return p;
}
#define LEVEL(n, of) \
  static void *get_##n (size_t size, const struct hooks *h) { return of (size, h); }
LEVEL (1, get) LEVEL (2, get_1) LEVEL (3, get_2) LEVEL (4, get_3) LEVEL (5, get_4)
LEVEL (6, get_5) LEVEL (7, get_6) LEVEL (8, get_7) LEVEL (9, get_8) LEVEL (10, get_9)
#if R == 2
#define GET get_checked
#elif R == 3
#define GET get_10
#else
#define GET get
#endif
static struct hooks hooks = {
#if R >= 1 && R <= 3
    same,
#endif
};
static void *first (void *arg)
{
  struct table *t = arg;
  for (int i = 0; i < 100; i++)
    t->n++;
  return NULL;
}
static void *second (void *arg)
{
  struct list *l = arg;
#if R == 5
  kept->n++;
#endif
  for (int i = 0; i < 100; i++)
    l->next = NULL;
  return NULL;
}
#if R == 4
static void *third (void *arg)
{
  long *b = arg;
  ++*b;
  return NULL;
}
#endif
enum { MANY = 12 };
int main (int argc, char **argv)
{
#if R == 6
  void *(**at) (void *, size_t) = &hooks.alloc;
  *at = same;
#elif R == 7
  struct hooks others = {same};
  memcpy (&hooks, &others, sizeof hooks);
#endif
  pthread_t a, b[MANY];
  struct hooks *chosen = argc > 1 ? &hooks : NULL;
  struct table *t = GET (sizeof *t, chosen);
  pthread_create (&a, NULL, first, t);
  for (int i = 0; i < MANY; i++) {
    struct list *l = GET (sizeof *l, chosen);
#if R == 4
    pthread_create (&b[i], NULL, third, t);
#else
    pthread_create (&b[i], NULL, second, l);
#endif
  }
  pthread_join (a, NULL);
  for (int i = 0; i < MANY; i++)
    pthread_join (b[i], NULL);
  printf ("%ld\n", t->n);
  return 0;
}
