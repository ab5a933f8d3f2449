/* Containers of anything: what is put into one is found in that one only.
   RACY 1 'a': put into both
   RACY 2 'b': moved to the other one, and still used
   RACY 3 'b': put there by a pointer to the function
   RACY 4 'a': the two have the same slots, which the function has kept
   RACY 5 'a': by a function that puts it into both
   RACY 6 'a': by a function that goes on with the next container
   RACY 7 'b': found in the next container if there is nothing
   RACY 8 'b': the slots of one are given to the other
   RACY 9 'b': by one of very many calls
   RACY 10 'b': by many functions, one in another
   RACY 11 'a': through the address of the container's variable
   RACY 12 'b': a callback of the library puts it there
   RACY 13 'a': all that is in one is copied to the other */
#include "common.h"
struct bag {
  void **slots;
  int n;
  pthread_mutex_t lock;
  struct bag *next;
};
static struct bag *first, *second;
static int a, b;
static unsigned which;
static struct bag *make (int size)
{
  static void **kept;
  struct bag *x = malloc (sizeof *x);
  if (!x)
    abort ();
#if R == 4
  if (!kept)
    kept = calloc (size, sizeof *kept);
  x->slots = kept;
#else
  x->slots = calloc (size, sizeof *x->slots);
#endif
  if (!x->slots)
    abort ();
  x->n = 0;
  x->next = NULL;
  pthread_mutex_init (&x->lock, NULL);
  return x;
}
static void put (struct bag *x, void *p)
{
  pthread_mutex_lock (&x->lock);
  x->slots[x->n++] = p;
  pthread_mutex_unlock (&x->lock);
#if R == 6
  if (x->next)
    put (x->next, p);
#endif
}
static void *get (struct bag *x)
{
  void *p = NULL;
  pthread_mutex_lock (&x->lock);
  if (x->n)
    p = x->slots[which % x->n];
  pthread_mutex_unlock (&x->lock);
#if R == 7
  if (!p && x->next)
    return get (x->next);
#endif
  return p;
}
static void put_both (struct bag *x, struct bag *y, void *p)
{
  put (x, p);
  put (y, p);
}
static void put4 (struct bag *x, void *p) { put (x, p); }
static void put3 (struct bag *x, void *p) { put4 (x, p); }
static void put2 (struct bag *x, void *p) { put3 (x, p); }
static void put1 (struct bag *x, void *p) { put2 (x, p); }
static int visit (const void *x, const void *y)
{
  put (first, *(void **)x);
  return x < y;
}
static void *one (void *unused)
{
  int *p = get (first);
  if (p)
    ++*p;
  return unused;
}
static void *two (void *unused)
{
  int *p = get (second);
#if R == 2
  put (first, p);
#endif
  if (p)
    ++*p;
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t s, t;
  int c = 0;
  which = argc;
  first = make (100);
  second = make (100);
#if R == 6 || R == 7
  first->next = second;
  second->next = first->next == first ? second : NULL;
#endif
  put (first, &a);
  put (second, &b);
#if R == 1
  put (second, &a);
#elif R == 3
  void (*volatile by) (struct bag *, void *) = put;
  by (first, &b);
#elif R == 5
  put_both (first, second, &a);
#elif R == 8
  first->slots = second->slots;
#elif R == 9
#define TEN put (first, &c); put (first, &c); put (first, &c); put (first, &c); put (first, &c); \
  put (first, &c); put (first, &c); put (first, &c); put (first, &c); put (first, &c);
  TEN TEN TEN TEN TEN TEN TEN TEN
  put (first, &b);
#elif R == 10
  put1 (second, &b);
  put1 (first, &b);
#elif R == 11
  struct bag **to = argc > 1 ? &first : &second;
  put (*to, &a);
#elif R == 12
  void *list[2] = {&b, &b};
  qsort (list, 2, sizeof *list, visit);
#elif R == 13
  memcpy (second->slots, first->slots, 8);
  second->n = 1;
#endif
  pthread_create (&s, NULL, one, NULL);
  pthread_create (&t, NULL, two, NULL);
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  printf ("%d %d\n", a, b);
  return 0;
}
