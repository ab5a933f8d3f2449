/* Lanes: accesses of simd loops that several iterations make to the same memory. */

#include "lanes.h"
#include "footprints.h"

enum { MOST_IN_LOOP = 256 };

struct lane_access {
  uint32_t effect, slot;
  expr_id base;
  setid where;
};

struct loop {
  uint32_t header, lanes;
  struct bitset ended; /* objects of variables that are declared inside */
  VEC (struct lane_access) v;
};

static bool is_inside (const struct body *d, uint32_t header, uint32_t block)
{
  while (block != NODE_NONE && block != header)
    block = d->loop_of[block];
  return block == header;
}

static bool is_outside (const struct body *d, uint32_t record)
{
  return !is_inside (d, d->lanes - 1, d->flow.block_of[record]);
}

bool lanes_have_value (const struct body *d, const struct expr *v)
{
  const struct exprs *x = &d->s->x;
  switch ((enum expr_op)v->op) {
  case X_VALUE:
  case X_FRESH: {
    uint32_t record = v->op == X_FRESH ? v->b : v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
    return v->a == d->f && (record == UINT32_MAX || is_outside (d, record));
  }
  case X_AT: {
    const uint32_t *at = tuples_numbers (&x->versions, v->b);
    return at[0] == d->f && at[1] < d->b->n_records && is_outside (d, at[1]);
  }
  case X_LOAD: {
    setid where = expr_points (&d->s->x, d->f, v->a);
    return where && !d->lane_writes_all && !sets_meet (&d->s->p->sets, where, d->lane_writes);
  }
  default:
    return true;
  }
}

const struct rec_phi *lanes_counter (const struct body *d, const struct expr *v)
{
  uint32_t def = d->lanes && v->op == X_VALUE && v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_phi ||
      is_outside (d, def))
    return NULL;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  return phi->lane_loop ? phi : NULL; /* there are no others inside of a simd loop */
}

/* What a call may write. */
static void add_call (struct body *d, uint32_t record)
{
  struct summaries *s = d->s;
  uint32_t first, end;
  calls_of_record (s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = s->p->calls.v[k].callee;
    d->lane_writes = sets_union (&s->p->sets, d->lane_writes, s->mod[callee]);
    d->lane_writes_all |= s->mod_all[callee];
  }
}

/* Variables that each lane has for itself. */
static bool is_own (struct body *d, const struct loop *l, const struct address *a)
{
  return a->base_kind == BASE_LOCAL &&
         (d->b->locals[a->base].flags & OF_LANE || bitset_has (&l->ended, a->base));
}

/* Goes through the instructions of the loop in the order of blocks: those in an `ordered' region,
   which is never entered or left by a jump, come one iteration after the other. */
static void add_accesses (struct body *d, struct loop *l)
{
  const struct effects *all = d->s->effects;
  bool ordered = false;
  for (uint32_t k = 0; k < d->flow.rpo.n; k++) {
    uint32_t block = d->flow.rpo.nodes[k];
    if (!is_inside (d, l->header, block))
      continue;
    for (uint32_t r = d->b->blocks[block].first; r < d->b->blocks[block].end; r++) {
      const struct rec_call *c = (const struct rec_call *)d->b->records[r];
      const char *name =
          c->r.kind == REC_call && c->flags & CF_INTERNAL ? d->u->strings[c->builtin] : "";
      if (!strcmp (name, "GOMP_SIMD_ORDERED_START"))
        ordered = true;
      else if (!strcmp (name, "GOMP_SIMD_ORDERED_END"))
        ordered = false;
      for (uint32_t i = effects_at (all, d->f, r);
           !ordered && i < all->first[d->f + 1] && all->v.v[i].record == r; i++)
        if (all->v.v[i].addr && !is_own (d, l, all->v.v[i].addr) && all->v.v[i].where)
          vec_push (&l->v, (struct lane_access){.effect = i});
    }
  }
}

static void find_writes (struct body *d, struct loop *l)
{
  struct summaries *s = d->s;
  const struct effects *all = s->effects;
  d->lane_writes = SETS_EMPTY;
  d->lane_writes_all = false;
  for (uint32_t k = 0; k < d->b->n_blocks; k++)
    for (uint32_t r = d->b->blocks[k].first;
         is_inside (d, l->header, k) && r < d->b->blocks[k].end; r++) {
      const struct rec_lifetime *end = (const struct rec_lifetime *)d->b->records[r];
      if (end->r.kind == REC_lifetime && end->addr.base_kind == BASE_LOCAL)
        bitset_add (&l->ended, end->addr.base);
      if (end->r.kind == REC_call)
        add_call (d, r);
      for (uint32_t i = effects_at (all, d->f, r);
           i < all->first[d->f + 1] && all->v.v[i].record == r; i++)
        if (effect_writes (&all->v.v[i]))
          d->lane_writes = sets_union (&s->p->sets, d->lane_writes,
                                       effect_locations (s->p, &all->v.v[i]));
    }
}

/* Whether the arrays are different parameters, and no call gives two that may be one. */
static bool are_apart_for_callers (const struct body *d, expr_id a, expr_id b)
{
  struct pointers *p = d->s->p;
  const struct expr *x = expr_get (&d->s->x, expr_root (&d->s->x, a));
  const struct expr *y = expr_get (&d->s->x, expr_root (&d->s->x, b));
  if (x->op != X_FORMAL || y->op != X_FORMAL || x->a == y->a ||
      called_from_world (p, WORLD_OUTSIDE, d->f))
    return false;
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->callee != d->f)
      continue;
    const struct rec_call *call =
        (const struct rec_call *)p->objects.program->functions[c->caller].body->records[c->record];
    if (c->kind != CALL_NOW || call->args.n <= x->a || call->args.n <= y->a)
      return false;
    setid of_x = points_of_operand (p, c->caller, &call->args.v[x->a]);
    setid of_y = points_of_operand (p, c->caller, &call->args.v[y->a]);
    if (!of_x || !of_y || points_may_meet (p, of_x, of_y))
      return false;
  }
  return true;
}

/* Whether each iteration comes there. */
static bool is_certain (const struct body *d, const struct loop *l, uint32_t record)
{
  const struct csr *before = &d->flow.predecessors;
  for (uint32_t k = before->first[l->header]; k < before->first[l->header + 1]; k++)
    if (is_inside (d, l->header, before->targets[k]) &&
        !dominates (&d->flow.dominators, d->flow.block_of[record], before->targets[k]))
      return false;
  return true;
}

static enum lanes_meet compare (struct body *d, const struct loop *l, const struct lane_access *a,
                                const struct lane_access *b)
{
  const struct effects *all = d->s->effects;
  const struct effect *x = &all->v.v[a->effect], *y = &all->v.v[b->effect];
  int64_t distance = 0;
  if ((!effect_writes (x) && !effect_writes (y)) ||
      (x->mode >= MODE_ATOMIC_READ && y->mode >= MODE_ATOMIC_READ) ||
      !sets_meet (&d->s->p->sets, a->where, b->where))
    return LANES_APART;
  enum lanes_meet meet = LANES_MAY_MEET;
  if (a->slot && b->slot)
    meet = footprints_in_lanes (d->s, a->slot, a->base, b->slot, b->base, l->lanes, &distance);
  if (meet == LANES_MAY_MEET && a->base && b->base && are_apart_for_callers (d, a->base, b->base))
    return LANES_APART;
  if (meet != LANES_MEET)
    return meet;
  if (!is_certain (d, l, x->record) || !is_certain (d, l, y->record))
    return LANES_MAY_MEET;
  /* A later iteration that comes to its access after that of an earlier one. */
  uint32_t earlier = distance > 0 ? y->record : x->record;
  uint32_t later = distance > 0 ? x->record : y->record;
  return distance && earlier != later && flow_dominates (&d->flow, earlier, later) ? LANES_IN_STEP
                                                                                  : LANES_MEET;
}

/* The most certain of those that meet what an access writes. */
static void find_meeting (struct body *d, const struct loop *l, uint32_t n)
{
  enum lanes_meet best = LANES_APART;
  uint32_t with = 0;
  if (!effect_writes (&d->s->effects->v.v[l->v.v[n].effect]))
    return;
  for (uint32_t k = 0; k < l->v.n && best != LANES_MEET; k++) {
    enum lanes_meet meet = compare (d, l, &l->v.v[n], &l->v.v[k]);
    if (meet > best) {
      best = meet;
      with = k;
    }
  }
  if (best != LANES_APART)
    map_set (&d->s->lane_races, map_pair (l->v.v[n].effect, l->v.v[with].effect), best);
}

static void find_loop (struct body *d, const struct rec_phi *phi, uint32_t header)
{
  struct loop l = {.header = header, .lanes = (uint32_t)phi->lanes};
  if (!d->loop_of)
    d->loop_of = flow_loops (&d->arena, &d->flow);
  d->lanes = header + 1;
  find_writes (d, &l);
  add_accesses (d, &l);
  for (uint32_t i = 0; i < l.v.n && l.v.n <= MOST_IN_LOOP; i++) {
    struct lane_access *a = &l.v.v[i];
    const struct effect *e = &d->s->effects->v.v[a->effect];
    a->where = effect_locations (d->s->p, e);
    a->slot = footprint_find (d, e->record, e->shift ? NULL : e->addr,
                              value_of_address (d, e->addr), e->bytes, &a->base);
  }
  for (uint32_t i = 0; i < l.v.n && l.v.n <= MOST_IN_LOOP; i++)
    find_meeting (d, &l, i);
  d->lanes = 0;
  vec_free (&l.v);
  bitset_free (&l.ended);
}

void lanes_find (struct body *d)
{
  enum { DIMENSION = 15 << 4 };
  if (!(d->u->r.flags & UF_LANES))
    return;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first;
         r < d->b->blocks[i].end && d->b->records[r]->kind == REC_phi; r++) {
      const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
      if (phi->lanes > 1 && !(phi->lane_loop & DIMENSION))
        find_loop (d, phi, i);
    }
}
