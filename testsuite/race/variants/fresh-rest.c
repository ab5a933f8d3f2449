/* New memory that is an argument behind `...': who only prints it does not make it known.
   RACY 1 'p->v': the function keeps it
   RACY 2 'p->v': a function keeps it that gets the list
   RACY 3 'p->v': ... a copy of the list
   RACY 4 'p->v': it is another argument, too
   RACY 5 'p->v': ... a struct in which the list is
   RACY 6 'p->v': it is in a struct that is an argument
   RACY 7 'p->v': ... which is stored elsewhere before it is kept
   RACY 8 'p->v': kept by the second one that is asked for
   RACY 9 'p->v': ... by who calls a function with what it has got */
#include "common.h"
#include <stdarg.h>
struct n {
  struct n *next;
  int v;
  char text[20];
};
struct pair {
  long k;
  struct n *p;
};
struct lists {
  int n;
  va_list *l;
};
static struct n *head;
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define L pthread_mutex_lock (&m)
#define U pthread_mutex_unlock (&m)

static void publish (struct n *p)
{
  L;
  head = p;
  U;
}
static void vsay (const char *format, va_list l)
{
  char line[100];
  vsnprintf (line, sizeof line, format, l);
  L;
  fputs (line, stdout);
  U;
}
static void say (const char *format, ...)
{
  va_list l;
  va_start (l, format);
  vsay (format, l);
  va_end (l);
}
static void keep_first (int n, ...)
{
  va_list l;
  va_start (l, n);
  publish (va_arg (l, struct n *));
  va_end (l);
}
static void take (va_list l)
{
  publish (va_arg (l, struct n *));
}
static void keep_by_list (int n, ...)
{
  va_list l;
  va_start (l, n);
  take (l);
  va_end (l);
}
static void keep_by_copy (int n, ...)
{
  va_list l, k;
  va_start (l, n);
  va_copy (k, l);
  take (k);
  va_end (k);
  va_end (l);
}
static void keep_and_use (struct n *p, ...)
{
  va_list l;
  va_start (l, p);
  publish (va_arg (l, struct n *));
  va_end (l);
  p->v++;
}
static void take_inside (struct lists *s)
{
  publish (va_arg (*s->l, struct n *));
}
static void keep_inside (int n, ...)
{
  va_list l;
  struct lists s = {n, &l};
  va_start (l, n);
  take_inside (&s);
  va_end (l);
}
static void keep_pair (int n, ...)
{
  va_list l;
  va_start (l, n);
  struct pair q = va_arg (l, struct pair);
  publish (q.p);
  va_end (l);
}
static void keep_later (int n, ...)
{
  va_list l;
  struct pair q = {n, 0};
  va_start (l, n);
  q.p = va_arg (l, struct n *);
  va_end (l);
  publish (q.p);
}
static void keep_second (int n, ...)
{
  va_list l;
  va_start (l, n);
  int k = va_arg (l, int);
  publish (k ? va_arg (l, struct n *) : 0);
  va_end (l);
}
static void pass_on (int n, ...)
{
  va_list l;
  va_start (l, n);
  keep_first (n, va_arg (l, struct n *));
  va_end (l);
}

static void once (void)
{
  struct n *p = calloc (1, sizeof *p);
  say ("%d %s\n", p->v, p->text);
  p->v = 1;
  struct pair q = {0, p};
#if R == 1
  keep_first (1, p);
#elif R == 2
  keep_by_list (1, p);
#elif R == 3
  keep_by_copy (1, p);
#elif R == 4
  keep_and_use (p, p);
#elif R == 5
  keep_inside (1, p);
#elif R == 6
  keep_pair (1, q);
#elif R == 7
  keep_later (1, p);
#elif R == 8
  keep_second (1, 1, p);
#elif R == 9
  pass_on (1, p);
#endif
#if R != 4
  p->v++;
#endif
  say ("%s %p\n", p->text, (void *)q.p);
  p->text[0] = 0;
  publish (p);
  L;
  if (head)
    head->v++;
  sum += head->v;
  U;
}

static void *thread (void *a)
{
  for (int i = 0; i < 100; i++)
    once ();
  return a;
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, thread, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return sum & 1;
}
