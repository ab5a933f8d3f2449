/* New memory and variables that a recursive function gives to itself, or to one of many that it does not tell apart.
   RACY 1 'q->v': it keeps it
   RACY 2 'q->v': ... the other function of the recursion does
   RACY 3 'q->v': ... which returns it to who keeps it
   RACY 4 'q->v': it is found in what the recursion gets
   RACY 5 'q->v': one of many keeps it
   RACY 6 'q->v': ... in what it gets besides
   RACY 7 'q->v': a thread gets it in the recursion
   RACY 8 'path[]': a variable is kept */
#include "common.h"
struct n {
  struct n *inner;
  int v;
};
static struct n *head;
static char *text;
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
static void many0 (struct n *p, struct n *o) { if (p->inner && 0 == 9) abort (); }
static void many1 (struct n *p, struct n *o) { if (p->inner && 1 == 9) abort (); }
static void many2 (struct n *p, struct n *o) { if (p->inner && 2 == 9) abort (); }
static void many3 (struct n *p, struct n *o) { if (p->inner && 3 == 9) abort (); }
static void many4 (struct n *p, struct n *o) { if (p->inner && 4 == 9) abort (); }
static void many5 (struct n *p, struct n *o) { if (p->inner && 5 == 9) abort (); }
static void many6 (struct n *p, struct n *o) { if (p->inner && 6 == 9) abort (); }
static void many7 (struct n *p, struct n *o) { if (p->inner && 7 == 9) abort (); }
static void many8 (struct n *p, struct n *o)
{
#if R == 5
  publish (p);
#elif R == 6
  o->inner = p;
#endif
}
static void (*const many[]) (struct n *, struct n *) = {many0, many1, many2, many3, many4,
                                                        many5, many6, many7, many8};
static struct n *down (struct n *p, char *above, int depth);
static void *other_thread (void *a)
{
  L;
  ((struct n *)a)->v++;
  U;
  return 0;
}
static struct n *side (struct n *p, char *above, int depth)
{
  if (depth & 1)
    down (p, above, depth - 1);
#if R == 2
  publish (p);
#elif R == 7
  pthread_t t;
  if (!pthread_create (&t, 0, other_thread, p))
    pthread_detach (t);
#endif
#if R == 3
  return p;
#else
  return 0;
#endif
}
static struct n *down (struct n *p, char *above, int depth)
{
  char path[40];
  if (!depth)
    return 0;
  snprintf (path, sizeof path, "%.20s/%d", above, depth);
  struct n *q = calloc (1, sizeof *q);
  q->v = path[0];
#if R == 1
  publish (p);
#elif R == 4
  q->inner = calloc (1, sizeof *q);
  struct n *inner = q->inner;
  if (p->inner)
    publish (p->inner);
#elif R == 8
  L;
  text = above;
  U;
#endif
  many[depth % 9](q, p);
  down (q, path, depth - 1);
  struct n *back = side (q, path, depth - 1);
#if R == 3
  publish (back);
#elif R == 4
  q = inner;
#elif R == 6
  publish (p->inner);
#endif
  q->v++;
  path[1] = 0;
  free (back);
  publish (q);
  return 0;
}

static void *thread (void *a)
{
  struct n *p = calloc (1, sizeof *p);
  for (int i = 0; i < 100; i++)
    down (p, "", 4);
  L;
  if (head)
    sum += head->v++;
  if (text)
    sum += text[0];
  U;
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
