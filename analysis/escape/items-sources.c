/* Items: where a pointer to memory that goes from hand to hand was found, and what has been held
   since.

     LOCK (&q->m);  p = q->head;  p->n++;  UNLOCK (&q->m);

   p was found at &q->head, and q->m has been held since: as long as nobody changes q->head without
   q->m, the memory is in the queue when it is accessed, and nobody's own.  Of several pointers on
   the way to the memory, p->next->next, the first one that leads to such memory counts.  So it does
   if the links are looked at through a pointer to them, from &q->head on.  New memory, or a formal,
   is found where it has been put. */

#include "items-internal.h"
#include "loops.h"

static bool is_heap (const struct pointers *p, loc_id l)
{
  return p->objects.v.v[loc_object (&p->objects, l)].kind == OBJECT_HEAP;
}

/* Whether two sets have locations of one object that the program allocates; sets that are too large
   do. */
static bool same_objects (const struct pointers *p, setid a, setid b)
{
  enum { FEW = 16 };
  if (sets_size (&p->sets, a) > FEW || sets_size (&p->sets, b) > FEW)
    return true;
  for (struct set_iter i = sets_each (&p->sets, a); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, b); set_next (&k);)
      if (loc_object (&p->objects, i.x) == loc_object (&p->objects, k.x) && is_heap (p, i.x))
        return true;
  return false;
}

/* A pointer to a link, which is the one that it began with or one that is reached from there. */
static bool is_link_pointer (const struct exprs *x, expr_id e)
{
  const struct expr *v = expr_get (x, e);
  return v->op == X_REACHED && !(v->code & REACHED_ANYWHERE) && expr_get (x, v->a)->op != X_LOAD &&
         expr_get (x, v->a)->op != X_REACHED;
}

/* Where a pointer was found, and the version of that. */
static expr_id place_of (const struct exprs *x, expr_id found, uint32_t *version)
{
  const struct expr *v = expr_get (x, found);
  if (v->op == X_LOAD && is_link_pointer (x, v->a))
    v = expr_get (x, v->a);
  *version = v->b;
  return v->a;
}

/* The first load on the way to E whose result leads to memory of WHERE, or the pointer to a link
   that does; *BASE is what it was found from. */
static expr_id first_load (struct body *d, expr_id e, setid where, expr_id *base)
{
  struct exprs *x = &d->s->x;
  expr_id first = 0;
  for (*base = expr_root (x, e); *base && expr_origin (x, *base);
       *base = expr_root (x, expr_origin (x, *base)))
    if ((expr_get (x, *base)->op == X_LOAD || is_link_pointer (x, *base)) &&
        same_objects (d->s->p, expr_points (x, d->f, *base), where))
      first = *base;
  return first;
}

/* Those of the holds at record TO that have been held since record FROM. */
static setid held_since (struct body *d, setid held, uint32_t from, uint32_t to)
{
  struct summaries *s = d->s;
  setid since = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (!is_token (s, h.lock) && sets_has (&s->sets, d->point[from].held, i.x) &&
        held_between (d, h.lock, from, to))
      since = sets_add (&s->sets, since, i.x);
  }
  return since;
}

struct source items_source (struct body *d, expr_id e, setid where, uint32_t record)
{
  struct exprs *x = &d->s->x;
  struct source none = {0};
  /* The head of a list may be among them that is not allocated. */
  bool heap = e && set_traits (d->s->p, where) & SET_HEAP;
  expr_id base, load = heap ? first_load (d, e, where, &base) : 0;
  if (!load || !base || !d->point[record].reached)
    return none;
  uint32_t version;
  expr_id place = place_of (x, load, &version), root = expr_root (x, place);
  const uint32_t *at = tuples_numbers (&x->versions, version);
  /* It must not be found in such memory, which may be somebody's own. */
  if (at[0] != d->f || !d->point[at[1]].reached || !root ||
      same_objects (d->s->p, expr_points (x, d->f, root), where))
    return none;
  return (struct source){place, held_since (d, d->point[record].held, at[1], record),
                         is_brief (d, at[1], record),
                         !keeps_memory (d, expr_points (x, d->f, place), at[1], record)};
}

struct source items_source_of_take (struct body *d, const struct take *t)
{
  struct exprs *x = &d->s->x;
  uint32_t version, found = t->load;
  if (expr_get (x, t->e)->op !=
      X_LOAD) { /* what a call returns, found on a way of its own, or null */
    struct source s = items_source (d, t->e, expr_points (x, d->f, t->e), t->store);
    s.since = sets_intersection (&d->s->sets, s.since, t->held);
    return s;
  }
  struct source s = {.from = place_of (x, t->e, &version), .since = t->held};
  if (s.from != expr_get (x, t->e)->a) {
    const uint32_t *at = tuples_numbers (&x->versions, version);
    found = at[1];
    s.since = at[0] == d->f ? held_since (d, t->held, found, t->store) : SETS_EMPTY;
  }
  s.brief = is_brief (d, found, t->store);
  return s;
}

/* Whether a source of this item has turned out to change meanwhile. */
static bool is_broken (const struct body *d, const struct item *i)
{
  const struct summaries *s = d->s;
  const struct item *own = item_core (s, i);
  funid f = own == i ? d->f : own->function;
  return map_find (&s->broken, map_pair (f | (uint32_t)BROKEN_SOURCE, own->record));
}

void items_set_source (struct body *d, struct item *i)
{
  bool link = i->kind == ITEM_LINK;
  if (is_broken (d, i) || !proves_by (d->s->p, PROOF_TAKEN))
    return;
  i->source = items_source (d, i->e[link], i->where, i->record);
  if (link)
    i->into_source = items_source (d, i->e[0], i->where, i->record);
}

void items_carry_source (struct body *d, uint32_t edge, const struct point *p,
                         const struct item *inner, struct item *i)
{
  struct item found = *inner;
  setid released;
  if (!inner->source.from && !inner->source.since && !inner->into_source.from) {
    items_set_source (d, i);
    return;
  }
  i->source.brief = inner->source.brief;
  i->source.moved = inner->source.moved;
  i->into_source.brief = inner->into_source.brief;
  i->into_source.moved = inner->into_source.moved;
  found.held = inner->source.since;
  i->source.from = instantiated (d, edge, inner->source.from);
  carry_locks (d, edge, p, &found, &i->source.since, &released);
  found.held = inner->into_source.since;
  i->into_source.from = instantiated (d, edge, inner->into_source.from);
  carry_locks (d, edge, p, &found, &i->into_source.since, &released);
}

/* A link of new memory while it is still owned, and another one of the same. */
struct put {
  uint32_t item, next;
};

struct puts {
  struct map first; /* by root: 1 + number */
  VEC (struct put) v;
};

/* ITEM uses new memory that others may know by now: it is where it has been put, if that is one
   place; what has been held since then. */
static void find_put (struct body *d, const struct puts *puts, struct item *i)
{
  const struct item *v = d->s->items.v;
  expr_id root = expr_root (&d->s->x, i->e[i->kind == ITEM_LINK]), from = 0;
  uint32_t k = root ? map_get (&puts->first, root, 0) : 0;
  setid since = d->point[i->record].held;
  bool one = true;
  for (bool first = true; k; k = puts->v.v[k - 1].next, first = false) {
    const struct item *put = &v[puts->v.v[k - 1].item];
    expr_id place = put->into_source.from ? put->into_source.from : put->e[0];
    since = put->record == i->record ? SETS_EMPTY : held_since (d, since, put->record, i->record);
    one &= (first || place == from) && flow_dominates (&d->flow, put->record, i->record);
    from = place;
  }
  if (from)
    i->source = (struct source){one ? from : 0, since, false, false};
}

/* Whether a pointer through which the item finds its memory has been put somewhere else since it
   was found: it may not be where the source says.  *ROOT: the memory itself has. */
static bool is_put_since (struct body *d, const struct puts *puts, const struct item *i, bool *root)
{
  const struct exprs *x = &d->s->x;
  *root = true;
  for (expr_id e = expr_root (x, i->e[i->kind == ITEM_LINK]), origin; e; *root = false) {
    bool found = expr_get (x, e)->op == X_LOAD || is_link_pointer (x, e);
    uint32_t version = 0;
    if (found)
      place_of (x, e, &version);
    const uint32_t *at = found ? tuples_numbers (&x->versions, version) : NULL;
    uint32_t k = found && at[0] == d->f ? map_get (&puts->first, e, 0) : 0;
    for (; k; k = puts->v.v[k - 1].next) {
      uint32_t put = d->s->items.v[puts->v.v[k - 1].item].record;
      if (put != i->record && loops_comes_around (d, put, i->record, at[1]))
        return true; /* callees see to what they put themselves */
    }
    origin = expr_origin (x, e);
    e = origin ? expr_root (x, origin) : 0;
  }
  return false;
}

void items_find_put (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  struct puts puts = {0};
  for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
    expr_id root = v[k].kind == ITEM_LINK && v[k].own ? expr_root (&d->s->x, v[k].e[1]) : 0;
    if (!root)
      continue;
    uint32_t *first = map_at (&puts.first, root);
    vec_push (&puts.v, (struct put){k, *first});
    *first = puts.v.n;
  }
  for (uint32_t k = s->first_item; puts.v.n && k < d->s->items.n; k++) {
    bool is_root = true;
    if ((v[k].kind != ITEM_ACCESS && v[k].kind != ITEM_LINK) || v[k].own || is_broken (d, &v[k]))
      continue;
    if (v[k].source.from && is_put_since (d, &puts, &v[k], &is_root))
      v[k].source = (struct source){0};
    if (!v[k].source.from && !v[k].source.since && is_root)
      find_put (d, &puts, &v[k]);
  }
  map_free (&puts.first);
  vec_free (&puts.v);
}
