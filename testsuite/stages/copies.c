/* Copies of memory that holds pointers: assignment, memcpy that GCC makes a load and a store of,
   with unknown size, by value, returned, through unions, in parts. */
#include <stdlib.h>
#include <string.h>
int a, b, c, d;
struct two { int *p, *q; };
struct three { int *p, *q, *r; };
struct big { int *p; int *v[40]; int *q; };
struct two from = {&a, &b}, assigned, copied, sized, returned, part;
struct three three = {&a, &b, &c}, three_copy;
struct big big = {&a, {&b}, &c}, big_copy;
int *r_passed, *r_union, *r_wide, *r_shifted, *r_realloc, *r_old, *r_array, *r_middle, *r_typed;

static struct two make (int *x) { struct two t = {x, &d}; return t; }
static void pass (struct two t) { r_passed = t.q; }
struct two (*maker) (int *) = make;

struct bits { unsigned long p : 48, tag : 16; };
struct bits bits;

int main (int argc, char **argv)
{
  (void)argv;
  assigned = from;                          /* a | b */
  memcpy (&copied, &from, sizeof from);     /* a | b: 16 bytes are one load */
  memcpy (&sized, &from, (size_t)argc);     /* a | b */
  memcpy (&part, &from.q, sizeof from.q);   /* p: b */
  three_copy = three;                       /* a | b | c */
  big_copy = big;                           /* a | b | c */
  returned = maker (&c);                    /* c | d */
  pass (from);                              /* b */
  union { struct two t; unsigned long w[2]; } u;
  u.t = from;
  r_union = (int *)u.w[1];                  /* b: the first of two that are as large tells the layout */
  __int128 wide;
  memcpy (&wide, &from, sizeof wide);
  r_wide = (int *)(unsigned long)(wide >> 64); /* b; halves are not told apart: a b */
  bits.p = (unsigned long)&d;
  r_shifted = (int *)(unsigned long)bits.p; /* d */
  int **old = malloc (16), **new;
  old[1] = &c;
  new = realloc (old, 64);
  r_realloc = new[1];                       /* c */
  r_old = *new;
  int *array[3] = {&a, &b, &c}, *other[3];
  memcpy (other, array, sizeof array);
  r_array = other[2];                       /* a b c */
  struct three *t = malloc (sizeof *t);
  memcpy (t, array, sizeof array);
  r_typed = t->r;                           /* a b c: c, but arrays are one */
  memcpy (&other[0], &three.q, 2 * sizeof (int *));
  r_middle = other[1];                      /* and c */
  return 0;
}
