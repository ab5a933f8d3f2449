/* Pointers that are taken or new, used by who has them for himself; and what only looks like that.
   RACY 1 'f->v': the new one is used after one of the two has become known
   RACY 2 'p->v': the new one is known before
   RACY 3 'p->v': known on one way
   RACY 4 'p->v': a helper function makes it known
   RACY 5 'p->v': one of the round before
   RACY 6 'd->v': it is in another list by then
   RACY 7 'struct it.v': a helper function takes it out only sometimes
   RACY 8 'struct it.v': another one is taken out
   RACY 9 'struct it.v': taken out without the lock
   RACY 10 'B.v': a function of the table releases the lock
   RACY 11 'B[].v': the smaller one of two and the larger one of two others are locked
   RACY 12 'struct it.v': a helper function keeps it
   RACY 13 'p->v': known by its other name
   RACY 14 '*x': a copy that others know */
#include "common.h"
struct n {
  struct n *next, *prev;
  int v;
};
static struct n *fl, *g, *tab[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static struct list_head H = {&H, &H}, H2 = {&H2, &H2};
struct it {
  int v;
  struct list_head l;
};
#define L pthread_mutex_lock (&m)
#define U pthread_mutex_unlock (&m)
static struct n *pop (void)
{
  L;
  struct n *x = fl;
  if (x)
    fl = x->next;
  U;
  return x;
}
static void push (struct n *x)
{
  L;
  x->next = fl;
  fl = x;
  U;
}
#if R == 0
static void *w (void *a)
{
  struct n *p = pop ();
  if (!p)
    p = malloc (sizeof *p);
  p->v++;
  push (p);
  return 0;
}
#elif R == 1  /* phi published, operand name used */
static void *w (void *a)
{
  struct n *f = malloc (sizeof *f), *t = pop (), *p = t ? t : f;
  L;
  g = p;
  U;
  f->v++;
  L;
  if (g)
    g->v++;
  U;
  return 0;
}
#elif R == 2  /* operand published before the phi */
static void *w (void *a)
{
  struct n *f = malloc (sizeof *f);
  L;
  g = f;
  U;
  struct n *t = pop (), *p = t ? t : f;
  p->v++;
  L;
  if (g)
    g->v++;
  U;
  return 0;
}
#elif R == 3  /* published on one way */
static void *w (void *a)
{
  struct n *p = pop ();
  if (!p) {
    p = malloc (sizeof *p);
    L;
    g = p;
    U;
  }
  p->v++;
  L;
  if (g)
    g->v++;
  U;
  return 0;
}
#elif R == 4  /* phi result of a helper that publishes */
static struct n *get (void)
{
  struct n *p = pop ();
  if (!p) {
    p = malloc (sizeof *p);
  }
  L;
  g = p;
  U;
  return p;
}
static void *w (void *a)
{
  struct n *p = get ();
  p->v++;
  L;
  if (g)
    g->v++;
  U;
  return 0;
}
#elif R == 5  /* kept from the round before */
static void *w (void *a)
{
  struct n *old = 0;
  for (int i = 0; i < 9; i++) {
    struct n *p = pop ();
    if (!p)
      p = malloc (sizeof *p);
    p->v = i;
    if (old)
      old->v++;
    push (p);
    old = p;
  }
  return 0;
}
#elif R == 6  /* pointer to link leads into another list under another lock */
static struct n *gl;
static void *w (void *a)
{
  L;
  struct n **pp = &fl;
  while (*pp && (*pp)->v != 3)
    pp = &(*pp)->next;
  struct n *d = *pp;
  if (d)
    *pp = d->next;
  U;
  if (d) {
    d->v++;
    pthread_mutex_lock (&m2);
    d->next = gl;
    gl = d;
    pthread_mutex_unlock (&m2);
    d->v++;
  }
  pthread_mutex_lock (&m2);
  if (gl)
    gl->v++;
  pthread_mutex_unlock (&m2);
  return 0;
}
#elif R == 7  /* list_del only sometimes, in a helper */
static void maybe_del (struct list_head *e, int c)
{
  if (c)
    list_del (e);
}
static void *w (void *a)
{
  struct it *x = malloc (sizeof *x);
  x->v = 0;
  L;
  list_add (&x->l, &H);
  U;
  L;
  x = 0;
  if (!list_empty (&H)) {
    x = list_first_entry (&H, struct it, l);
    maybe_del (&x->l, x->v > 3);
  }
  U;
  if (x)
    x->v++;
  return 0;
}
#elif R == 8  /* another node is deleted */
static void *w (void *a)
{
  struct it *x = malloc (sizeof *x);
  x->v = 0;
  L;
  list_add (&x->l, &H);
  U;
  struct it *y = 0;
  L;
  if (!list_empty (&H)) {
    y = list_first_entry (&H, struct it, l);
    struct list_head *z = H.prev;
    list_del (z);
  }
  U;
  if (y)
    y->v++;
  return 0;
}
#elif R == 9  /* deleted under no lock */
static void *w (void *a)
{
  struct it *x = malloc (sizeof *x);
  x->v = 0;
  L;
  list_add (&x->l, &H);
  U;
  x = 0;
  if (!list_empty (&H)) {
    x = list_first_entry (&H, struct it, l);
    list_del (&x->l);
  }
  if (x)
    x->v++;
  return 0;
}
#elif R == 10 /* table of functions: one unlocks */
struct o;
struct ops {
  void (*f) (struct o *);
};
struct o {
  pthread_mutex_t m;
  const struct ops *ops;
  int v;
};
static void f1 (struct o *o)
{
  o->v++;
}
static void f2 (struct o *o)
{
  pthread_mutex_unlock (&o->m);
  o->v++;
  pthread_mutex_lock (&o->m);
}
static const struct ops o1 = {f1}, o2 = {f2};
static struct o A = {PTHREAD_MUTEX_INITIALIZER, &o1, 0}, B = {PTHREAD_MUTEX_INITIALIZER, &o2, 0},
                *os[2] = {&A, &B};
static void call (struct o *o)
{
  pthread_mutex_lock (&o->m);
  o->ops->f (o);
  pthread_mutex_unlock (&o->m);
}
static void *w (void *a)
{
  call (os[0]);
  call (os[1]);
  return 0;
}
#elif R == 11 /* the locks of two others */
struct b {
  pthread_mutex_t m;
  int v;
};
static struct b B[9];
static void *w (void *a)
{
  for (int i = 0; i < 7; i++) {
    int x = i, y = (i * 3) % 7, z = (i + 2) % 7;
    pthread_mutex_lock (&B[x < y ? x : y].m);
    pthread_mutex_lock (&B[x < z ? z : x].m);
    B[x].v++;
    B[y].v++;
    pthread_mutex_unlock (&B[x < z ? z : x].m);
    pthread_mutex_unlock (&B[x < y ? x : y].m);
  }
  return 0;
}
#elif R == 12 /* node handed to a global before unlink by a helper */
static void keep (struct it *x)
{
  g = (void *)x;
}
static void *w (void *a)
{
  struct it *x = malloc (sizeof *x);
  x->v = 0;
  L;
  list_add (&x->l, &H);
  U;
  x = 0;
  L;
  if (!list_empty (&H)) {
    x = list_first_entry (&H, struct it, l);
    keep (x);
    list_del (&x->l);
  }
  U;
  if (x)
    x->v++;
  L;
  if (g)
    ((struct it *)g)->v++;
  U;
  return 0;
}
#elif R == 13 /* join of NULL or taken, then published through the operand */
static void *w (void *a)
{
  struct n *t = 0;
  L;
  if (fl) {
    t = fl;
    fl = t->next;
  }
  U;
  struct n *p = t;
  if (!p)
    p = malloc (sizeof *p);
  L;
  g = t;
  U;
  p->v++;
  L;
  if (g)
    g->v++;
  U;
  return 0;
}
#elif R == 14 /* a library function fills what others know by then? strdup stored, then written */
static char *s;
static void *w (void *a)
{
  char *x = strdup ("abc");
  L;
  s = x;
  U;
  x[0] = 'z';
  L;
  if (s)
    s[1] = 'y';
  U;
  return 0;
}
#endif
int main (int argc, char **argv)
{
  pthread_t t[3];
  for (int i = 0; i < argc; i++) {
    struct n *x = calloc (1, sizeof *x);
    x->v = i;
    push (x);
  }
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
