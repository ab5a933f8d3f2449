/* An allocator that calls a handler if there is no memory, which reports that by functions that allocate, and ends
   the program: that all of these call each other tells nothing of what the allocator returns.
   RACY 1 'p->v': it is written when others know it
   RACY 2 'p->v': who ends the program makes it known, and writes it then
   RACY 3 'p->v': ... and writes it before it is made known, but the program goes on, in another place
   RACY 4 'reports': the end of the program gives back the lock first
   RACY 5 'p->v': the handler returns, and gives out memory that is known
   RACY 6 'p->v': the handler keeps what the caller made before */
#include "common.h"
#include <setjmp.h>
struct n {
  struct n *next;
  int v;
};
static struct n *head, *spare;
static int reports;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static __thread jmp_buf back;
#define L pthread_mutex_lock (&m)
#define U pthread_mutex_unlock (&m)

static void *xmalloc (size_t n);
static void xfree (void *p) { free (p); }
static void publish (struct n *p)
{
  L;
  p->next = head;
  head = p;
  U;
}
static char *text_of (int n)
{
  char *t = xmalloc (20);
  snprintf (t, 20, "%d", n);
  return t;
}
static void report (const char *why, struct n *p)
{
  char *t = text_of (p ? p->v : 0);
  L;
  reports++;
#if R == 4
  U;
  reports++;
  L;
#endif
  fprintf (stderr, "%s: %s\n", why, t);
  U;
  xfree (t);
}
static void die (const char *why, struct n *p)
{
  report (why, p);
#if R == 2
  publish (p);
  p->v = 7;
#elif R == 3
  publish (p);
  longjmp (back, 1);
#endif
  exit (1);
}
static void on_no_memory (size_t n)
{
#if R == 5
  L;
  spare = head;
  U;
#elif R == 6
  publish (spare);
#else
  die ("no memory", 0);
#endif
}
static void (*handler) (size_t) = on_no_memory;
static size_t used;
static void *try_malloc (size_t n, size_t *got)
{
  void *p = malloc (n);
  if (!p)
    return 0;
  __atomic_fetch_add (&used, n, __ATOMIC_RELAXED);
  if (got)
    *got = n;
  return p;
}
static void *xmalloc (size_t n)
{
  void *p = try_malloc (n, 0);
  if (!p)
    handler (n);
#if R == 5
  if (!p)
    p = spare;
#endif
  return p;
}
static void init (struct n *p, int v)
{
  p->next = 0;
  p->v = v;
}
static struct n *make (int v)
{
  struct n *p = xmalloc (sizeof *p);
  init (p, v);
#if R == 6
  L;
  spare = p;
  U;
  xfree (xmalloc (3));
  p->v = 2;
#endif
  return p;
}
static void check (struct n *p)
{
  if (p->v < 0)
    die ("negative", p);
}
static void *run (void *a)
{
  for (int i = 0; i < 100; i++) {
    struct n *p = make (i);
#if R == 3
    if (!setjmp (back))
#endif
      check (p);
    p->v++;
    publish (p);
#if R == 1
    p->v++;
#endif
    L;
    head->v++;
    U;
  }
  return a;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
