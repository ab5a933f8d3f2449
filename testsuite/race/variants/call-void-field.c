/* Functions that are kept in a void pointer of a struct, whose objects are in a container with others: what is called
   was stored into that field.
   RACY 1 'total': the function is stored there, too
   RACY 2 'total': by an initialiser
   RACY 3 'total': through the address of the field
   RACY 4 'total': with the struct, which is copied
   RACY 5 'total': with memory that is no struct, which is copied
   RACY 6 'total': it was in a variable before
   RACY 7 'total': one of two pointers is called, the other one holds it
   RACY 8 'total': another struct that is alike is used as this one
   RACY 9 'total': as a number, through the address of the field */
#include "common.h"
struct option {
  int kind, flags;
  void *cb;
};
struct handler {
  long kind;
  void (*fn) (int);
};
struct alike {
  int kind, flags;
  void *other;
};
static void *all[8]; /* of options and handlers */
static int n_all, total, counted;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void count (int k)
{
  pthread_mutex_lock (&m);
  counted += k;
  pthread_mutex_unlock (&m);
}
static void add (int k) { total += k; }

static void put (void *p) { all[n_all++ & 7] = p; }
static struct option first = {1, 0, count};
static struct handler second = {2, add};
#if R == 2
static struct option third = {1, 0, add};
#else
static struct option third = {1, 0, 0};
#endif

static void fill (struct option *o)
{
  o->kind = 1;
#if R == 1
  o->cb = add;
#elif R == 3
  void **at = &o->cb;
  *at = add;
#elif R == 4
  struct option from = {1, 0, add};
  *o = from;
#elif R == 5
  void *raw[2] = {0, add};
  memcpy (o, raw, sizeof *o);
#elif R == 9
  *(uintptr_t *)&o->cb = (uintptr_t)add;
#elif R == 6
  void *f = n_all ? (void *)add : 0;
  o->cb = f;
#endif
}
static void apply (const struct option *o, const struct option *p, int k)
{
  void (*fn) (int) = o->cb;
  if (p)
    fn = p->cb;
  if (fn)
    fn (k);
}
static void *run (void *a)
{
  for (int i = 0; i < 8; i++) {
    const struct option *o = all[i];
    if (o && o->kind == 1)
      apply (o, i & 1 ? all[7 - i] : 0, i);
  }
  return a;
}
int main (void)
{
  pthread_t t[2];
  struct option *made = calloc (1, sizeof *made);
  fill (made);
  put (&first);
  put (&second);
  put (&third);
  put (made);
#if R == 7
  struct option *last = calloc (1, sizeof *last);
  last->cb = add;
  put (last);
#elif R == 8
  struct alike *like = calloc (1, sizeof *like);
  like->kind = 1;
  like->other = add;
  put (like);
#endif
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, 0);
  for (int i = 0; i < 8; i++) {
    struct handler *h = all[i];
    if (h && h->kind == 2)
      h->fn (1);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return total + counted;
}
