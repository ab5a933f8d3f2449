/* Casts between structs with a common first part, unions, container_of, and a struct in the middle of
   an array. */
#include <stddef.h>
int a, b, c, d;
int *r_base, *r_extra, *r_union, *r_outer, *r_last, *r_middle;

struct base { int *x; };
struct derived { struct base base; int *extra; };
struct derived derived = {{&a}, &b};
static void use_base (struct base *p)
{
  r_base = p->x;                             /* a */
  r_extra = ((struct derived *)p)->extra;    /* b */
}

union either {
  struct { int tag; int *p; } one;
  struct { int tag; int *q; } two;
} either;

struct node { struct node *next; };
struct outer { int *first; struct node node; int *last; };
struct outer outer = {&c, {0}, &d};
static void from_node (struct node *n)
{
  struct outer *o = (struct outer *)((char *)n - offsetof (struct outer, node));
  r_outer = o->first; /* c */
  r_last = o->last;   /* d */
}

struct slot { int *value; int *other; };
struct table { int *head; struct slot slots[4]; int *tail; };
struct table table = {&a, {{0}, {0}, {&b, &c}}, &d};
static void from_value (int **value)
{
  struct slot *s = (struct slot *)((char *)value - offsetof (struct slot, value));
  r_middle = s->other; /* c: it stays in its element */
}

int main (void)
{
  use_base (&derived.base);
  either.one.p = &c;
  r_union = either.two.q; /* c */
  from_node (&outer.node);
  from_value (&table.slots[2].value);
  return 0;
}
