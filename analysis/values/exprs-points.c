/* Where expressions point to. */

#include "exprs.h"

/* The load or call in whose function a version begins: the innermost one.  What a function loads
   that is called there, rather than a library function, is not what it returns. */
static setid points_of_version (const struct exprs *x, uint32_t version)
{
  const uint32_t *at = tuples_numbers (&x->versions, version);
  while (tuples_length (&x->versions, version) > 2) {
    version = at[2];
    at = tuples_numbers (&x->versions, version);
  }
  const struct record *r = x->p->objects.program->functions[at[0]].body->records[at[1]];
  uint32_t first, end;
  calls_of_record (x->p, at[0], at[1], &first, &end);
  for (; r->kind == REC_call && first < end; first++)
    if (!x->p->models[x->p->calls.v[first].callee])
      return SETS_EMPTY;
  return r->dst ? points_of_value (x->p, at[0], r->dst) : SETS_EMPTY;
}

/* What all locations of SET hold, if each is one place whose contents are known; else 0.  MORE:
   with what is stored somewhere in their objects. */
static setid exact_contents (struct exprs *x, setid set, bool more)
{
  const struct objects *o = &x->p->objects;
  setid all = SETS_EMPTY;
  for (struct set_iter i = sets_each (&x->p->sets, set); set_next (&i);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, i.x)];
    if (loc_get (o, i.x)->offset <= OFFSET_EVERYTHING || v->whole || (v->anywhere && !more) ||
        v->kind >= OBJECT_STRING)
      return SETS_EMPTY;
    all = sets_union (&x->p->sets, all, points_of_content (x->p, i.x));
    if (v->anywhere)
      all = sets_union (&x->p->sets, all, points_of_content (x->p, v->anywhere));
  }
  return all;
}

/* Whether an object may be what the allocation at FRESH has made in the calls that VERSION tells:
   the chain of calls by which wrappers keep their objects apart does not contradict. */
static bool chain_fits (const struct exprs *x, object_id object, const struct expr *fresh,
                        uint32_t version)
{
  enum { MOST_CALLS = 16 };
  const struct abstract_object *o = &x->p->objects.v.v[object];
  uint32_t n = o->kind == OBJECT_HEAP && o->chain ? tuples_length (&x->p->chains, o->chain) / 2 : 0;
  const uint32_t *chain = n ? tuples_numbers (&x->p->chains, o->chain) : NULL;
  if (n && (o->a != fresh->a || o->b != fresh->b))
    while (n > 0 && (chain[2 * n - 2] != fresh->a ||
                     chain[2 * n - 1] != site_in_chain (x->p, fresh->a, fresh->b)))
      n--;
  const uint32_t *calls[MOST_CALLS];
  uint32_t k = 0;
  for (bool more = true; n && more && k < MOST_CALLS;) {
    calls[k++] = tuples_numbers (&x->versions, version);
    more = tuples_length (&x->versions, version) > 2;
    version = more ? calls[k - 1][2] : 0;
  }
  if (version)
    return true; /* too long to tell */
  n -= n && (o->a != fresh->a || o->b != fresh->b);
  for (; n && k; n--, k--)
    if (chain[2 * n - 2] != calls[k - 1][0] ||
        chain[2 * n - 1] != site_in_chain (x->p, calls[k - 1][0], calls[k - 1][1]))
      return false;
  return true;
}

static setid fitting (struct exprs *x, setid set, const struct expr *fresh, uint32_t version)
{
  vec_u32 fits = {0};
  for (struct set_iter i = sets_each (&x->p->sets, set); set_next (&i);)
    if (chain_fits (x, loc_object (&x->p->objects, i.x), fresh, version))
      vec_push (&fits, i.x);
  if (fits.n && fits.n < sets_size (&x->p->sets, set))
    set = sets_from (&x->p->sets, fits.v, fits.n);
  vec_free (&fits);
  return set;
}

static setid find_points (struct exprs *x, funid f, expr_id e)
{
  struct expr v = *expr_get (x, e);
  switch ((enum expr_op)v.op) {
  case X_FORMAL:
    return f ? points_of_formal (x->p, f, v.a) : SETS_EMPTY;
  case X_OBJECT:
    return sets_single (&x->p->sets, loc_at (&x->p->objects, v.a, 0));
  case X_FRESH: {
    const struct function *b = x->p->objects.program->functions[v.a].body;
    uint32_t dst = b->records[v.b]->dst;
    return dst ? points_of_value (x->p, v.a, dst) : SETS_EMPTY;
  }
  case X_VALUE:
    return points_of_value (x->p, v.a, v.b);
  case X_LOAD: {
    setid at = expr_points (x, f, v.a), exact = exact_contents (x, at, false);
    if (exact)
      return exact;
    setid found = points_of_version (x, v.b), held = exact_contents (x, at, true);
    setid both = sets_intersection (&x->p->sets, found, held);
    return both ? both : found ? found : held;
  }
  case X_REACHED:
    return v.code & REACHED_SAME ? expr_points (x, f, v.a) : points_of_version (x, v.b);
  case X_ADD: {
    /* `s->a[i]' stays in the array, which `s[i]' would not. */
    struct expr in = *expr_get (x, v.a);
    if (in.op == X_INDEX && v.k > 0)
      return points_moved (x->p, points_moved (x->p, expr_points (x, f, in.a), v.k, 0), 0,
                           (uint64_t)(in.k < 0 ? -in.k : in.k));
    return points_moved (x->p, expr_points (x, f, v.a), v.k, 0);
  }
  case X_INDEX:
    return points_moved (x->p, expr_points (x, f, v.a), 0, (uint64_t)(v.k < 0 ? -v.k : v.k));
  case X_OP:
    if (v.code == OP_SELECT)
      return expr_points (x, f, v.b);
    return sets_union (&x->p->sets, expr_points (x, f, v.a), expr_points (x, f, v.b));
  case X_AT: {
    struct expr of = *expr_get (x, v.a);
    setid set = expr_points (x, f, v.a);
    return of.op == X_FRESH ? fitting (x, set, &of, v.b) : set;
  }
  case X_CONVERT:
    return expr_points (x, f, v.a);
  default:
    return SETS_EMPTY;
  }
}

setid expr_points (struct exprs *x, funid f, expr_id e)
{
  if (!e)
    return SETS_EMPTY;
  if (expr_get (x, e)->flags & XF_FORMAL) {
    const uint32_t *known = map_find (&x->formal_points, map_pair (f, e));
    if (known)
      return *known;
    setid set = find_points (x, f, e);
    map_set (&x->formal_points, map_pair (f, e), set);
    return set;
  }
  if (e >= x->points.n)
    vec_resize (&x->points, x->v.n);
  if (!x->points.v[e]) {
    setid set = find_points (x, f, e);
    x->points.v[e] = 1 + set;
  }
  return x->points.v[e] - 1;
}

bool expr_only_place (struct exprs *x, funid f, expr_id e, object_id *object, int64_t *offset)
{
  return points_only_place (x->p, expr_points (x, f, e), object, offset);
}

bool points_only_place (const struct pointers *p, setid points, object_id *object, int64_t *offset)
{
  const struct objects *o = &p->objects;
  struct array_around around[MOST_AROUND];
  uint32_t l;
  if (!sets_is_single (&p->sets, points, &l) || loc_get (o, l)->offset <= OFFSET_EVERYTHING)
    return false;
  *object = loc_object (o, l);
  *offset = loc_get (o, l)->offset;
  for (uint32_t n = arrays_around (o, *object, *offset, around); n-- > 0;)
    if (around[n].element >= SMALLEST_LOCK)
      return false;
  return !o->v.v[*object].whole;
}
