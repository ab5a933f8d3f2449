/* Allocation wrappers: each call of one makes an object of its own, up to a depth. */
#include <stdlib.h>
struct thing { int *value; struct thing *next; };
int a, b;
static struct thing *all;
struct thing *w1, *w1b, *w2, *w2b, *w3, *w3b, *w4, *w4b, *kept1, *kept2, *rec1, *rec2, *null1, *null2,
    *pool1, *pool2, *through1, *through2;

static void *one (size_t n) { return malloc (n); }
static void *two (size_t n) { void *p = one (n); if (!p) abort (); return p; }
static void *three (size_t n) { return two (n + 8); }
static void *four (size_t n) { return three (n); }
static void *or_null (size_t n) { if (n > 100) return NULL; return malloc (n); }
static struct thing *and_keep (void) { struct thing *t = malloc (sizeof *t); t->next = all; all = t; return t; }
static void *recursive (int n) { return n ? recursive (n - 1) : malloc (8); }
static char memory[4096];
static size_t used;
static void *from_pool (size_t n) { void *p = memory + used; used += n; return p; }

int main (int argc, char **argv)
{
  (void)argv;
  w1 = one (16); w1b = one (16);                 /* apart */
  w2 = two (16); w2b = two (16);                 /* apart */
  w3 = three (16); w3b = three (16);             /* apart */
  w4 = four (16); w4b = four (16);               /* apart: the outermost calls tell */
  null1 = or_null (argc); null2 = or_null (argc);/* apart */
  kept1 = and_keep (); kept2 = and_keep ();      /* apart, and both in `all' */
  rec1 = recursive (argc); rec2 = recursive (1); /* one object: no wrapper */
  pool1 = from_pool (16); pool2 = from_pool (16);/* the memory */
  void *(*f) (size_t) = argc > 1 ? one : or_null;
  through1 = f (16); through2 = f (16);          /* apart by call, two wrappers each */
  kept1->value = &a;
  kept2->value = &b;
  return 0;
}
