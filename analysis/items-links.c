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
  if (v->op == X_AT && i->inner)
    return expr_is_fresh (x, root); /* as the callee has said */
  if (v->op == X_LOAD && i->inner && i->own && !d->s->items.v[i->inner].needs)
    return true; /* the callee has taken it out of a shared place */
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

void items_add_links (struct body *d, struct summary *s)
{
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)d->b->records[r];
    const struct point *p = &d->point[r];
    if (d->b->records[r]->kind != REC_store || store->src.kind == OPND_CONTENTS || !p->reached)
      continue;
    struct item i = {.kind = ITEM_LINK,
                     .record = r,
                     .into = points_of_address (d->s->p, d->f, &store->addr),
                     .where = points_of_operand (d->s->p, d->f, &store->src)};
    if (i.where && store->addr.base_kind == BASE_OBJECT) {
      i.e[0] = value_of_address (d, &store->addr);
      note_each (d, &i);
    }
    if (!points_to_wanted (d, i.where))
      continue;
    if (store->addr.base_kind == BASE_LOCAL && !points_to_wanted (d, i.into)) {
      if (!points_to_heap (d, i.where))
        continue;
      i.kind = ITEM_ASIDE;
    }
    i.e[0] = value_of_address (d, &store->addr);
    i.e[1] = value_of_operand (d, &store->src);
    i.own = is_owned (d, r, i.e[1], &i.needs);
    items_refine_link (d, &i);
    if (i.kind == ITEM_ASIDE) { /* callers do not know the variable */
      i.function = d->f;
      vec_push (&d->s->items, i);
      continue;
    }
    items_find_each (d, &i);
    i.into_own = is_owned (d, r, i.e[0], &i.into_needs);
    items_set_source (d, &i);
    items_add (d, s, i);
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
