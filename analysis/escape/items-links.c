/* Items: pointers that are stored into memory, from which domains.c finds who owns what. */

#include "items-internal.h"
#include "loops.h"

static bool points_to_wanted (const struct body *d, setid set)
{
  const struct pointers *p = d->s->p;
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);)
    if (bitset_has (&d->s->wanted, loc_object (&p->objects, i.x)))
      return true;
  return false;
}

/* Only memory that the program allocates is in domains. */
static bool points_to_heap (const struct body *d, setid set)
{
  const struct objects *o = &d->s->p->objects;
  for (struct set_iter i = sets_each (&d->s->p->sets, set); set_next (&i);)
    if (o->v.v[loc_object (o, i.x)].kind == OBJECT_HEAP)
      return true;
  return false;
}

void items_refine_link (struct body *d, struct item *i)
{
  setid into = i->e[0] ? expr_points (&d->s->x, d->f, i->e[0]) : SETS_EMPTY;
  setid where = i->e[1] ? expr_points (&d->s->x, d->f, i->e[1]) : SETS_EMPTY;
  i->into = into ? into : i->into;
  i->where = where ? where : i->where;
}

/* Where memory was taken out of a shared place, or may have been; UINT32_MAX: it was not. */
static uint32_t taken_at (const struct body *d, expr_id root)
{
  for (uint32_t k = 0; k < d->takes.n; k++)
    if (d->takes.v[k].e == root)
      return d->takes.v[k].load;
  const struct join *join = escape_join (d, root);
  return join ? join->record : UINT32_MAX;
}

/* Whether the memory of a link is new, and the link cannot be made again without more of it. */
static bool is_new (struct body *d, const struct item *i)
{
  const struct exprs *x = &d->s->x;
  expr_id root = expr_root (x, i->e[1]);
  if (!root)
    return false;
  const struct expr *v = expr_get (x, root);
  uint32_t block = d->flow.block_of[i->record];
  bool joined = v->op == X_REACHED || (v->op == X_AT && expr_get (x, v->a)->op == X_VALUE);
  if ((v->op == X_LOAD || joined) && i->inner && i->own && !d->s->items.v[i->inner].needs)
    return true; /* the callee has taken it out of a shared place, or made it */
  if (v->op == X_AT && i->inner)
    return expr_is_fresh (x, root); /* as the callee has said */
  uint32_t made = v->op == X_FRESH && v->a == d->f ? v->b : taken_at (d, root);
  if (made != UINT32_MAX)
    return !d->flow.in_cycle[block] ||
           (d->flow.block_of[made] == block ? made < i->record
                                            : !loops_is_inner (d, block, d->flow.block_of[made]));
  return v->op == X_FORMAL && !d->flow.in_cycle[block];
}

void items_find_each (struct body *d, struct item *i)
{
  i->always = (!i->inner || i->always) && !i->via && loops_is_certain (d, i->record);
  const struct exprs *x = &d->s->x;
  struct counter c;
  int64_t offset;
  expr_id element = expr_base (x, i->e[0], &offset);
  i->each = element && expr_get (x, element)->op == X_INDEX &&
            loops_counts (d, i->record, expr_get (x, element)->b, &c);
}

/* Keeps in mind that each element gets its pointer here once: see assigned.h. */
static void note_each (struct body *d, struct item *i)
{
  items_find_each (d, i);
  if (i->each)
    map_set (&d->s->each, map_pair (d->f, i->record), 1);
}

bool items_is_aside (const struct body *d, const struct item *i)
{
  const struct exprs *x = &d->s->x;
  expr_id root = expr_root (x, i->e[0]);
  const struct abstract_object *o = root && expr_get (x, root)->op == X_OBJECT
                                        ? &d->s->p->objects.v.v[expr_get (x, root)->a]
                                        : NULL;
  return o && o->kind == OBJECT_LOCAL && o->a == d->f && !points_to_wanted (d, i->into);
}

/* RECORD stores VALUE, which may be WHERE, at AT. */
static void add_link (struct body *d, struct summary *s, uint32_t record, const struct address *to,
                      expr_id at, setid into, expr_id value, setid where)
{
  struct item i = {.kind = ITEM_LINK, .record = record, .into = into, .where = where};
  i.e[0] = at;
  i.e[1] = value;
  if (i.where && to->base_kind == BASE_OBJECT && d->b->records[record]->kind == REC_store)
    note_each (d, &i);
  if (!points_to_wanted (d, i.where))
    return;
  if (to->base_kind == BASE_LOCAL && !points_to_wanted (d, i.into)) {
    if (!points_to_heap (d, i.where))
      return;
    i.kind = ITEM_ASIDE;
  }
  i.own = is_owned (d, record, i.e[1], &i.needs);
  i.nowhere = i.own ? i.needs & d->found[record] : 0;
  items_refine_link (d, &i);
  if (i.kind == ITEM_ASIDE) { /* callers do not know the variable */
    i.function = d->f;
    vec_push (&d->s->items, i);
    return;
  }
  items_find_each (d, &i);
  i.into_own = is_owned (d, record, i.e[0], &i.into_needs) && !(i.into_needs & d->found[record]);
  items_set_source (d, &i);
  items_add (d, s, i);
}

/* Whether pointers in the SIZE bytes from one of these places on stand where words do. */
static bool are_words (const struct pointers *p, setid places, int64_t size, int64_t word)
{
  const struct objects *o = &p->objects;
  for (struct set_iter i = sets_each (&p->sets, places); set_next (&i);) {
    int64_t from = loc_get (o, i.x)->offset;
    for (loc_id l = o->v.v[loc_object (o, i.x)].first_loc; l; l = loc_get (o, l)->next) {
      int64_t at = loc_get (o, l)->offset;
      bool inside =
          from <= OFFSET_EVERYTHING || at <= OFFSET_EVERYTHING || (at >= from && at < from + size);
      if (inside && points_of_content (p, l) &&
          (from <= OFFSET_EVERYTHING || at <= OFFSET_EVERYTHING || (at - from) % word))
        return false;
    }
  }
  return places != SETS_EMPTY;
}

/* A struct is copied, of which it is known what is in it. */
static void add_copied_links (struct body *d, struct summary *s, uint32_t record)
{
  struct exprs *x = &d->s->x;
  const struct rec_copy *copy = (const struct rec_copy *)d->b->records[record];
  uint32_t word = d->u->r.pointer_bits;
  bool all = word && are_words (d->s->p, points_of_address (d->s->p, d->f, &copy->from),
                                (int64_t)copy->bits / 8, word / 8);
  for (uint32_t k = 0; all && (k + 1) * word <= copy->bits; k++) {
    expr_id value = map_get (&d->copied, map_pair (record, k), 0);
    expr_id at = value ? expr_add (x, value_of_address (d, &copy->to), k * (int64_t)(word / 8)) : 0;
    all = at && expr_points (x, d->f, at);
    if (all)
      add_link (d, s, record, &copy->to, at, expr_points (x, d->f, at), value,
                expr_points (x, d->f, value));
  }
  if (all)
    map_set (&d->s->known_copies, map_pair (d->f, record), 1);
}

void items_add_links (struct body *d, struct summary *s)
{
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    if (!d->point[r].reached)
      continue;
    if (d->b->records[r]->kind == REC_copy)
      add_copied_links (d, s, r);
    if (d->b->records[r]->kind == REC_store && store->src.kind != OPND_CONTENTS)
      add_link (d, s, r, &store->addr, value_of_address (d, &store->addr),
                points_of_address (d->s->p, d->f, &store->addr), value_of_operand (d, &store->src),
                points_of_operand (d->s->p, d->f, &store->src));
  }
}

void items_find_linked (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++)
    if ((v[k].kind == ITEM_LINK || v[k].kind == ITEM_ASIDE) && !is_new (d, &v[k]))
      v[k].own = v[k].certain = false;
  struct map first = {0}; /* by root: 1 + the first link of it while it is owned */
  vec_u32 own = {0}, next = {0};
  for (uint32_t k = s->first_item; k < d->s->items.n; k++)
    if (v[k].kind == ITEM_LINK && v[k].own) {
      uint32_t *link = map_at (&first, expr_root (&d->s->x, v[k].e[1]));
      vec_push (&own, k);
      vec_push (&next, *link);
      *link = own.n;
    }
  for (uint32_t k = s->first_item; own.n && k < d->s->items.n; k++) {
    if (v[k].kind != ITEM_LINK || v[k].own || !is_new (d, &v[k]))
      continue;
    uint32_t link = map_get (&first, expr_root (&d->s->x, v[k].e[1]), 0);
    for (; link && !v[k].certain; link = next.v[link - 1])
      v[k].certain = v[own.v[link - 1]].record != v[k].record &&
                     flow_dominates (&d->flow, v[own.v[link - 1]].record, v[k].record);
  }
  map_free (&first);
  vec_free (&own);
  vec_free (&next);
}
