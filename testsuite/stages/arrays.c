/* Arrays: all elements are one; what is before, behind and between stays apart. */
#include <stdlib.h>
#include <string.h>
int a, b, c, d, e;
int *r_x, *r_y, *r_inner, *r_first, *r_v, *r_v_moved, *r_last, *r_down, *r_any, *r_flex, *r_header,
    *r_heap, *r_behind, *r_nested, *r_up;

struct point { int *x, *y; };
struct point points[4];
struct mixed { int *first; int *v[3]; int *last; };
struct mixed mixed = {&a, {&b, 0, 0}, &c};
struct grid { struct { int *cell[3]; int *row; } rows[5]; int *all; } grid;
struct flexible { int *header; int *data[]; };

static void structs (int i)
{
  points[i].x = &a;
  points[1].y = &b;
  r_x = points[3].x; /* a */
  struct point *p = &points[i];
  r_y = p[2].y;      /* b */
}

static void around (int i)
{
  struct mixed *m = &mixed;
  r_first = m->first;       /* a */
  r_v = m->v[i];            /* b */
  r_last = m->last;         /* c */
  int **p = &m->v[0];
  r_v_moved = p[i];         /* b: C's rule, it stays in the array */
  r_up = *(p + 2);          /* b */
  p = &m->v[2];
  r_down = p[-1];           /* b, and as container_of of v[0] would: anywhere */
  r_any = *(int **)((char *)m + i); /* anywhere: a b c */
}

static void nested (int i, int k)
{
  grid.rows[i].cell[k] = &d;
  grid.rows[i].row = &e;
  grid.all = &a;
  r_nested = grid.rows[2].cell[1]; /* d */
  struct grid *g = &grid;
  r_inner = g->rows[k].row;        /* e */
}

static void flexible (int n)
{
  struct flexible *f = malloc (sizeof *f + n * sizeof (int *));
  f->header = &a;
  f->data[n - 1] = &b;
  r_flex = f->data[2];    /* b */
  r_header = f->header;   /* a */
}

/* The copy has no layout: each element is at its own place there. */
static void to_heap (void)
{
  void *p = malloc (sizeof points);
  memcpy (p, points, sizeof points);
  struct point *q = p;
  r_heap = q[1].x; /* a; b of the second copy */
  memcpy (p, &points[0].y, 2 * sizeof points[0]);
  r_behind = *((int **)p + 1); /* points[1].x: a; of the first copy points[0].y: b */
}

int main (int argc, char **argv)
{
  (void)argv;
  structs (argc);
  around (argc);
  nested (argc, argc);
  flexible (argc);
  to_heap ();
  return 0;
}
