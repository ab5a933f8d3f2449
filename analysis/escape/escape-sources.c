/* Escape: where pointers come from, and so which roots they may be.

   The pointer analysis does not tell an object from others of its kind, nor from what the unseen
   world leads to.  But what is loaded has been stored before, and a function returns what it gets,
   what it finds in memory, or what is new: memory to which no pointer is stored anywhere is nothing
   of that.  What a caller has stored its callees do not know: of formals it is said apart. */

#include "escape-internal.h"

static const struct provenance anything = {UINT64_MAX, UINT64_MAX, true}, nothing = {0, 0, false},
                               elsewhere = {0, 0, true};

static struct provenance either (struct provenance a, struct provenance b)
{
  return (struct provenance){a.roots | b.roots, a.inside | b.inside, a.open || b.open};
}

static struct provenance root_itself (const struct escape_walk *w, uint32_t n)
{
  return (struct provenance){w->alias[n], 0, false};
}

/* What is loaded from, or found by way of, memory that AT leads to. */
static struct provenance found_in (const struct escape_walk *w, struct provenance at)
{
  return (struct provenance){0, at.roots | at.inside, at.open || at.roots & w->formals};
}

static struct provenance source_of_address (const struct escape_walk *w, const struct address *a)
{
  if (a->base_kind == BASE_VALUE)
    return w->source[a->base];
  expr_id e = value_of_address (w->d, a);
  uint32_t n = e ? escape_root (w, e) : NO_ROOT;
  return n != NO_ROOT ? root_itself (w, n) : elsewhere;
}

static struct provenance source_of_operand (const struct escape_walk *w, const struct operand *o)
{
  switch ((enum operand_kind)o->kind) {
  case OPND_VALUE:
    return w->source[o->value];
  case OPND_ADDRESS:
    return source_of_address (w, o->u.addr);
  case OPND_CONTENTS:
    return found_in (w, source_of_address (w, o->u.addr));
  default:
    return nothing;
  }
}

static struct provenance source_of_operands (const struct escape_walk *w,
                                             const struct operand_list *o)
{
  struct provenance s = nothing;
  for (uint32_t i = 0; i < o->n; i++)
    s = either (s, source_of_operand (w, &o->v[i]));
  return s;
}

/* What the record gives. */
static struct provenance source_of_record (const struct escape_walk *w, const struct record *r)
{
  const struct rec_op *op = (const struct rec_op *)r;
  struct provenance s;
  switch (r->kind) {
  case REC_load:
    return found_in (w, source_of_address (w, &((const struct rec_load *)r)->addr));
  case REC_phi:
    return source_of_operands (w, &((const struct rec_phi *)r)->args);
  case REC_call:
    s = source_of_operands (w, &((const struct rec_call *)r)->args);
    return (struct provenance){s.roots, s.roots | s.inside, true};
  case REC_op:
    return either (source_of_operand (w, &op->a),
                   either (source_of_operand (w, &op->b), source_of_operand (w, &op->c)));
  default:
    return anything;
  }
}

static bool is_root_value (const struct escape_walk *w, uint32_t value)
{
  return w->d->value[value] && escape_root (w, w->d->value[value]) != NO_ROOT;
}

/* Where all values of the function come from, until nothing is new. */
static void find_sources (struct escape_walk *w)
{
  struct body *d = w->d;
  w->source = ARENA_ARRAY (&d->arena, d->b->n_values + 1, struct provenance);
  for (uint32_t v = 1; v <= d->b->n_values; v++)
    if (is_root_value (w, v))
      w->source[v] = root_itself (w, escape_root (w, d->value[v]));
    else if (d->b->value_defs[v] == UINT32_MAX)
      w->source[v] = anything;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t r = 0; r < d->b->n_records; r++) {
      uint32_t v = d->b->records[r]->dst;
      if (!v || is_root_value (w, v))
        continue;
      struct provenance s = source_of_record (w, d->b->records[r]), *of = &w->source[v];
      changed |= s.roots != of->roots || s.inside != of->inside || s.open != of->open;
      *of = s;
    }
  }
}

/* Whether it is memory of a callee's own: in there may be whatever the callee has got. */
static bool is_callees (const struct body *d, expr_id e)
{
  const struct expr *v = e ? expr_get (&d->s->x, e) : NULL;
  const struct abstract_object *o = v && v->op == X_OBJECT ? &d->s->p->objects.v.v[v->a] : NULL;
  return o ? o->kind == OBJECT_LOCAL && o->a != d->f
           : v && (v->op == X_AT || (v->op == X_FRESH && v->a != d->f));
}

static struct provenance source_of (const struct escape_walk *w, expr_id e)
{
  const struct body *d = w->d;
  const struct exprs *x = &d->s->x;
  uint32_t n = escape_root (w, e);
  e = expr_root (x, e);
  const struct expr *v = e ? expr_get (x, e) : NULL;
  const uint32_t *at;
  struct provenance s;
  if (n != NO_ROOT)
    return root_itself (w, n);
  if (!v)
    return anything;
  switch ((enum expr_op)v->op) {
  case X_CONST:
  case X_FRESH:
    return nothing;
  case X_OBJECT:
    return elsewhere;
  case X_LOAD:
    e = expr_root (x, v->a);
    if (is_callees (d, e))
      return expr_get (x, e)->op == X_AT ? source_of (w, e) : anything;
    return found_in (w, source_of (w, v->a));
  case X_REACHED:
    s = source_of (w, v->a);
    return (struct provenance){s.roots, s.roots | s.inside, true};
  case X_CONVERT:
    return source_of (w, v->a);
  case X_OP:
    return v->b ? either (source_of (w, v->a), source_of (w, v->b)) : source_of (w, v->a);
  case X_VALUE:
    return v->a == d->f ? w->source[v->b] : anything;
  case X_AT:
    at = tuples_numbers (&x->versions, v->b);
    return at[0] == d->f ? source_of_record (w, d->b->records[at[1]]) : anything;
  default:
    return anything;
  }
}

/* The roots that are stored in the memory of these. */
static uint64_t stored_in (const struct escape_walk *w, uint64_t holders, const struct owning *now)
{
  uint64_t stored = 0;
  for (uint32_t i = 0; i < w->n; i++)
    stored |= holders >> i & 1 ? w->inside[i] : 0;
  return escape_with_contents (w, now ? stored & now->placed : stored, now);
}

/* The roots that the locations of a set may be in. */
static uint64_t roots_of_set (struct escape_walk *w, setid points)
{
  const struct summaries *s = w->d->s;
  const struct pointers *p = s->p;
  uint32_t *known = map_at (&w->of_set, points);
  if (*known)
    return w->masks.v[*known - 1];
  uint64_t roots = 0;
  for (struct set_iter i = sets_each (&p->sets, points); roots != UINT64_MAX && set_next (&i);) {
    object_id o = loc_object (&p->objects, i.x);
    if (o < s->object_roots.n && s->object_roots.v[o].function == s->n_escapes)
      roots |= s->object_roots.v[o].roots;
    if (p->objects.v.v[o].kind >= OBJECT_OUTSIDE)
      roots = UINT64_MAX; /* anything */
  }
  vec_push (&w->masks, roots);
  *known = w->masks.n;
  return roots;
}

/* What pointers in the memory of the locations lead to, and what those in that do. */
static struct behind find_behind (struct pointers *p, setid points)
{
  enum { FAR = 64 };
  const struct objects *o = &p->objects;
  setid list[FAR] = {points};
  uint32_t n = 1;
  struct bitset seen = {0};
  struct behind b = {SETS_EMPTY, false, false};
  for (uint32_t k = 0; k < n && !b.far; k++)
    for (struct set_iter i = sets_each (&p->sets, list[k]); set_next (&i);) {
      object_id object = loc_object (o, i.x);
      b.far |= k && o->v.v[object].kind >= OBJECT_OUTSIDE; /* anything */
      if (!bitset_add (&seen, object))
        continue;
      for (int world = 0; world < N_WORLDS; world++)
        b.mixed |= is_in_world (p, world, object);
      for (loc_id l = o->v.v[object].first_loc; l && !b.far; l = loc_get (o, l)->next) {
        setid held = points_of_content (p, l);
        if (held && n < FAR)
          list[n++] = held;
        else if (held)
          b.far = true; /* too much to tell */
      }
    }
  for (uint32_t k = 1; k < n && !b.far; k++)
    b.all = sets_union (&p->sets, b.all, list[k]);
  bitset_free (&seen);
  return b;
}

static struct behind behind_set (struct escape_walk *w, setid points)
{
  uint32_t known = map_get (&w->behind_set, points, 0);
  if (!known) {
    vec_push (&w->behind, find_behind (w->d->s->p, points));
    map_set (&w->behind_set, points, known = w->behind.n);
  }
  return w->behind.v[known - 1];
}

/* The roots to which pointers may be in the memory of the locations, or that is behind it. */
static uint64_t roots_behind_set (struct escape_walk *w, setid points)
{
  struct behind b = behind_set (w, points);
  return b.far ? UINT64_MAX : b.all ? roots_of_set (w, b.all) : 0;
}

/* By what the expression says, if it does: numbers that pointers are made of again do not. */
static setid points_at (struct escape_walk *w, expr_id e, setid points)
{
  setid known = e ? expr_points (&w->d->s->x, w->d->f, e) : SETS_EMPTY;
  return known ? known : points;
}

struct behind escape_contents_lead (struct escape_walk *w, expr_id address, setid points)
{
  points = points_at (w, address, points);
  return points ? behind_set (w, points) : (struct behind){SETS_EMPTY, true, true};
}

uint64_t escape_may_be (struct escape_walk *w, const struct summary *s)
{
  if (!s || s->inside_leads_anywhere)
    return UINT64_MAX;
  uint64_t roots = w->rest | (s->inside_leads ? roots_of_set (w, s->inside_leads) : 0), all = 0;
  for (uint32_t i = 0; i < w->n; i++)
    if (roots >> i & 1 || !expr_points (&w->d->s->x, w->d->f, w->root[i]))
      all |= w->alias[i];
  return all;
}

struct provenance escape_source (struct escape_walk *w, expr_id e)
{
  if (!w->source)
    find_sources (w);
  return source_of (w, e);
}

struct pointees escape_roots_of (struct escape_walk *w, expr_id e, setid points,
                                 const struct owning *now)
{
  struct summaries *s = w->d->s;
  uint32_t n = escape_root (w, e);
  int64_t k;
  if (n != NO_ROOT)
    return (struct pointees){w->alias[n], 0, 0};
  if (expr_is_const (&s->x, e, &k))
    return (struct pointees){0, 0, 0};
  points = points_at (w, e, points);
  uint64_t roots = points ? roots_of_set (w, points) | w->rest : 0;
  uint64_t inside = 0;
  for (uint32_t i = 0; points && i < w->n; i++)
    inside |= w->inside[i];
  if (!(roots | inside))
    return (struct pointees){0, 0, 0};
  struct provenance from = escape_source (w, e);
  uint64_t may = from.roots | stored_in (w, from.inside | (from.open ? w->formals : 0), now) |
                 (from.open ? w->known : 0);
  inside &= stored_in (w, from.inside, now);
  return (struct pointees){roots & may, roots & ~may & w->formals,
                           inside ? inside & roots_behind_set (w, points) : 0};
}
