/* Pointers on their way through integers, tags, lists, out-parameters, variable arguments. */
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int a, b, c, d;
int *r_round, *r_or, *r_and, *r_field, *r_same, *r_out, *r_through, *r_va, *r_va_list, *r_va_struct,
    *r_static, *r_align, *r_high, *r_select, *r_asm, *r_asm_mem, *r_xor, *r_kept, *r_added,
    *r_page, *r_tag;
__thread int *tls;
struct record { uint64_t bits; } record;
struct pair { int *p, *q; };
struct { int *x, *y; } points[4];

static int *same (int *x, int *y) { (void)y; return x; }
static void out (int **p, int *x) { *p = x; }
static void through (int ***pp, int *x) { **pp = x; }

static int *last (int n, va_list ap)
{
  int *p = NULL;
  while (n--)
    p = va_arg (ap, int *);
  return p;
}
static int *direct (int n, ...) { va_list ap; va_start (ap, n); int *p = va_arg (ap, int *); va_end (ap); return p; }
static int *indirect (int n, ...) { va_list ap, copy; va_start (ap, n); va_copy (copy, ap); int *p = last (n, copy); va_end (ap); return p; }
static int *aggregate (int n, ...) { va_list ap; va_start (ap, n); struct pair p = va_arg (ap, struct pair); va_end (ap); return p.q; }

static int *remember (int *x) { static int *kept; int *old = kept; kept = x; return old; }

struct list { struct list *next; int *value; };
static struct list *list;
static void push (int *x) { struct list *l = malloc (sizeof *l); l->next = list; l->value = x; list = l; }
struct tree { struct tree *left, *right; int *value; };
static struct tree *root;
static void insert (struct tree **at, int *x)
{
  while (*at)
    at = *at < (struct tree *)x ? &(*at)->left : &(*at)->right;
  *at = calloc (1, sizeof **at);
  (*at)->value = x;
}
static int *walk (struct tree *t) { return !t ? NULL : t->value ? t->value : walk (t->left); }
static int *even (int n, int *x);
static int *odd (int n, int *x) { return n ? even (n - 1, x) : &d; }
static int *even (int n, int *x) { return n ? odd (n - 1, x) : x; }

int main (int argc, char **argv)
{
  r_round = (int *)(void *)(intptr_t)&a;                    /* a */
  uintptr_t tagged = (uintptr_t)&b | 1;
  r_or = (int *)tagged;                                     /* b */
  r_and = (int *)(tagged & ~(uintptr_t)3);                  /* b */
  r_xor = (int *)((uintptr_t)&b ^ 1);                       /* b */
  r_align = (int *)((uintptr_t)&c >> 3 << 3);               /* c */
  r_high = (int *)((intptr_t)((uintptr_t)&d << 16) >> 16);  /* d */
  r_added = (int *)(((uintptr_t)&points[1].y + 1) & ~(uintptr_t)7); /* points + 8 */
  r_page = *(int **)((uintptr_t)&points[1].y & ~(uintptr_t)4095);   /* anywhere in points: a b */
  r_tag = (int *)((uintptr_t)&a & 7);                       /* nothing */
  points[2].x = &a;
  points[2].y = &b;
  record.bits = (uint64_t)&c;
  r_field = (int *)record.bits;                             /* c */
  r_same = same (&a, &b);                                   /* a */
  r_select = argc > 1 ? &a : &b;                            /* a b */
  int *local, **p = &local;
  out (&local, &b);
  r_out = local;                                            /* b c */
  through (&p, &c);
  r_through = *p;                                           /* b c */
  r_va = direct (1, &a);                                    /* a */
  r_va_list = indirect (2, &b, &c);                         /* b c */
  struct pair pair = {&c, &d};
  r_va_struct = aggregate (1, pair);                        /* c d */
  r_static = remember (&a);                                 /* a */
  tls = &d;
  push (&a);
  push (tls);
  insert (&root, &b);
  r_kept = walk (root);                                     /* b */
  r_kept = even (argc, list->next->value);                  /* a d, and b */
  int *in = &a, *mem;
  __asm__ ("mov %1, %0" : "=r" (r_asm) : "r" (in));         /* a */
  __asm__ ("mov %1, %0" : "=m" (mem) : "r" (in));
  r_asm_mem = mem;                                          /* a */
  char *copy = strdup (argv[0]);
  (void)copy;
  return 0;
}
