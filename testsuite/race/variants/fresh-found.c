/* New memory, while pointers to memory of its kind are found and stored elsewhere: it is not one of these as long as no
   pointer to it is stored anywhere.
   RACY 1 'p->v': a pointer to it is stored, and found by a function that makes it known
   RACY 2 'p->v': that function uses it afterwards
   RACY 3 'p->v': ... and is called by another one that gets both
   RACY 4 'p->v': a function returns what it gets
   RACY 5 'p->v': it is one of two
   RACY 6 'p->v': found in an array
   RACY 7 'p->v': found in a copy
   RACY 8 'p->v': it was a number meanwhile
   RACY 9 'p->v': found in thread-local memory
   RACY 10 'p->v': a function stores it, another one finds it
   RACY 11 'p->v': it is in a struct that is an argument
   RACY 12 'p->v': a function makes its argument known, its caller has stored a pointer to it
   RACY 13 'p->v': its creator returns one that is known
   RACY 14 'p->v': it is put into memory whose contents become known, before that
   RACY 15 'p->v': ... in the round before
   RACY 16 'p->v': ... and what is put there is taken for another one */
#include "common.h"
struct n {
  struct n *next;
  int v;
};
struct box {
  int k;
  struct n *p;
};
static struct n *head, *last;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static __thread struct n *mine;
static int turn;
#define L pthread_mutex_lock (&m)
#define U pthread_mutex_unlock (&m)

static void publish (struct n *p)
{
  L;
  p->next = head;
  head = p;
  U;
}
/* Finds one that is known, and stores it elsewhere. */
static void touch (void)
{
  L;
  last = head ? head->next : 0;
  U;
}
static void fill (struct n *p, int v)
{
  touch ();
  L;
  last = head;
  U;
  p->v += v;
}
static struct n *either (struct n *a, struct n *b)
{
  return turn ? a : b;
}
static struct n *make (void)
{
  struct n *p = calloc (1, sizeof *p);
  touch ();
  p->v = 1;
  return p;
}
static void show (struct box *b)
{
  L;
  head = b->p;
  U;
}
static void show_and_use (struct box *b, struct n *p)
{
  L;
  head = b->p;
  U;
  p->v++;
}
static void pass (struct box *b, struct n *p)
{
  show_and_use (b, p);
}
static void keep (struct box *b, struct n *p)
{
  b->p = p;
}
static void show_mine (void)
{
  L;
  head = mine;
  U;
}
static void show_value (struct box b)
{
  L;
  head = b.p;
  U;
}
static struct n *make_known (void)
{
  L;
  struct n *p = head;
  if (!p)
    head = p = calloc (1, sizeof *p);
  U;
  return p;
}

static void work (struct n *p, struct box *b)
{
#if R == 0
  L;
  last = either (head, last);
  U;
  p->v++;
  fill (p, 2);
  p->v++;
#elif R == 1
  b->p = p;
  show (b);
  p->v++;
#elif R == 2
  b->p = p;
  show_and_use (b, p);
#elif R == 3
  b->p = p;
  pass (b, p);
#elif R == 4
  L;
  head = either (p, last);
  U;
  p->v++;
#elif R == 5
  L;
  struct n *q = head;
  head = turn ? p : q;
  U;
  p->v++;
#elif R == 6
  struct n *a[4] = {p, p, p, p};
  L;
  head = a[turn & 3];
  U;
  p->v++;
#elif R == 7
  struct box c;
  b->p = p;
  memcpy (&c, b, sizeof c);
  L;
  head = c.p;
  U;
  p->v++;
#elif R == 8
  uintptr_t i = (uintptr_t)p;
  L;
  head = (struct n *)(i | 0);
  U;
  p->v++;
#elif R == 9
  mine = p;
  show_mine ();
  p->v++;
#elif R == 10
  keep (b, p);
  show (b);
  p->v++;
#elif R == 11
  b->p = p;
  show_value (*b);
  p->v++;
#elif R == 12
  show (b);
  p->v++;
#elif R == 13
  p = make_known ();
  p->v++;
#endif
}

/* What is in the box becomes known, now and then, before something else is put there. */
static void fill_box (struct box *b)
{
#if R == 15
  struct n *p = 0;
  for (int i = 0; i < 2; i++) {
    show (b);
    if (p)
      p->v++;
    p = make ();
    b->p = p;
  }
#elif R == 16
  struct n *p = make (), *q = make ();
  b->p = turn ? q : p;
  show (b);
  p->v++;
#else
  struct n *p = make ();
#if R == 14
  b->p = p;
#endif
  if (b->p)
    show (b);
  p->v++;
  b->p = p;
#endif
}

static void once (void)
{
  struct n *p = make ();
  struct box *b = calloc (1, sizeof *b);
  touch ();
  p->v++;
#if R == 12
  b->p = p;
#endif
  work (p, b);
#if R == 0 || R > 13
  b = calloc (1, sizeof *b);
  fill_box (b);
  fill_box (b);
#endif
#if R == 0
  publish (p);
#endif
  L;
  for (struct n *q = head; q; q = q->next)
    turn += q->v;
  if (head)
    head->v++;
  U;
}

static void *thread (void *a)
{
  for (int i = 0; i < 500; i++)
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
  return 0;
}
