/* Items: what happens in a function: its own accesses, threads and joins, and those of its callees,
   in its terms. */

#include "claims.h"
#include "loops.h"
#include "sections.h"
#include "teams.h"

static bool holds_formal (const struct summaries *s, setid held)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (expr_has_formal (&s->x, hold_get (s, i.x).lock))
      return true;
  return false;
}

bool item_has_formal (const struct summaries *s, const struct item *i)
{
  bool any = holds_formal (s, i->held) || (i->own && i->needs) || i->facts;
  for (int k = 0; k < ITEM_EXPRS; k++)
    any |= expr_has_formal (&s->x, i->e[k]);
  for (int k = 0; i->kind == ITEM_FORK && k < MOST_MEMORY; k++)
    any |= i->memory[k].at && expr_has_formal (&s->x, i->memory[k].value);
  return any;
}

static bool touches_candidate (const struct body *d, setid where)
{
  const struct prefilter *f = d->s->filter;
  const struct pointers *p = d->s->p;
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);) {
    object_id o = loc_object (&p->objects, i.x);
    if (bitset_has (&f->candidates, i.x) ||
        (d->s->wanted_in[WORLD_OUTSIDE] &&
         (o == p->world_object[WORLD_OUTSIDE] || p->objects.v.v[o].kind == OBJECT_RESULT)) ||
        (d->s->wanted_in[WORLD_POOL] && o == p->world_object[WORLD_POOL]))
      return true;
  }
  return false;
}

/* A creation whose handle the function returns, or new memory that it is in: each call makes a
   thread of its own to its caller. */
static bool returns_handle (const struct body *d, const struct summary *s, const struct item *i)
{
  const struct exprs *x = &d->s->x;
  expr_id root = i->kind == ITEM_FORK ? expr_root (x, i->e[0]) : 0;
  if (root && root == s->result && expr_is_fresh (x, root))
    return d->f != d->s->p->objects.program->main;
  return i->kind == ITEM_FORK && i->e[0] && s->result && expr_get (x, s->result)->op == X_LOAD &&
         expr_get (x, s->result)->a == i->e[0] && expr_get (x, i->e[0])->op == X_OBJECT &&
         d->f != d->s->p->objects.program->main;
}

static void add_item (struct body *d, struct summary *s, struct item i)
{
  struct summaries *all = d->s;
  i.function = d->f;
  i.open = item_has_formal (all, &i) || returns_handle (d, s, &i);
  uint32_t *n = i.kind == ITEM_LINK ? &s->n_open_links : &s->n_open;
  if (i.open && *n >= (uint32_t)(i.kind == ITEM_LINK ? MOST_OPEN_LINKS : MOST_OPEN_ITEMS)) {
    i.open = false;
    all->stats.cut++;
  }
  if (i.open)
    ++*n;
  else
    all->stats.settled++;
  vec_push (&all->items, i);
}

/* The function's own accesses */

static expr_id effect_address (struct body *d, const struct effect *e)
{
  if (e->addr)
    return expr_add (&d->s->x, value_of_address (d, e->addr), e->shift);
  if (e->operand)
    return value_of_operand (d, e->operand);
  if (!e->place)
    return 0;
  const struct rec_call *c = (const struct rec_call *)d->b->records[e->record];
  struct model_operand o = {.kind = MODEL_PLACE, .u.place = *e->place};
  return e->behind ? value_of_model_operand (d, c, &o) : address_of_model_place (d, c, e->place);
}

/* What the callers can decide: facts about their actuals. */
static setid formal_facts (struct body *d, setid facts)
{
  struct summaries *s = d->s;
  setid kept = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);)
    if ((expr_get (&s->x, fact_expr (s, i.x))->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL)
      kept = sets_add (&s->sets, kept, i.x);
  return kept;
}

/* The address may say more than the points-to set of the instruction, which is for all callers. */
static void refine_where (struct body *d, struct item *i)
{
  setid where = i->e[0] ? expr_points (&d->s->x, d->f, i->e[0]) : SETS_EMPTY;
  if (where)
    i->where = refined_points (d->s->p, i->where, where);
}

static void add_accesses (struct body *d, struct summary *s)
{
  const struct effects *all = d->s->effects;
  for (uint32_t k = all->first[d->f]; k < all->first[d->f + 1]; k++) {
    const struct effect *e = &all->v.v[k];
    const struct point *p = &d->point[e->record];
    if (!p->reached || (e->where && !touches_candidate (d, effect_locations (d->s->p, e))))
      continue;
    struct item i = {.kind = ITEM_ACCESS, .record = e->record, .effect = k, .where = e->where};
    i.e[0] = effect_address (d, e);
    i.held = p->held;
    i.released = p->released;
    i.facts = formal_facts (d, p->facts);
    refine_where (d, &i);
    i.slot = teams_slot (d, e->record, i.e[0], e->bytes);
    sections_find (d, &i);
    i.own = is_owned (d, e->record, i.e[0], &i.needs);
    i.gone = i.own ? gone_formals (d, e->record) : 0;
    const struct claim *claim = effect_writes (e) ? claim_at (d, e->record) : NULL;
    if (claim) {
      i.claim = (uint8_t)(1 + claim->kind);
      i.e[1] = claim->kind == CLAIM_TAKE || claim->kind == CLAIM_GIVE ? claim->lock : 0;
    }
    if (!i.own || i.needs) /* what nobody else can know is no business of the callers either */
      add_item (d, s, i);
  }
}

/* Loads that count as equal to earlier ones */

/* Whether the lock may be given up between two records; false only if it certainly is not. */
static bool record_releases (struct body *d, uint32_t record, expr_id lock)
{
  struct summaries *s = d->s;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call)
    return false;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  calls_of_record (s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &s->p->calls.v[k];
    const struct model *m = s->p->models[call->callee];
    for (uint32_t i = 0; m && call->kind == CALL_NOW && i < m->n_effects; i++) {
      expr_id other = 0;
      if (effect_releases (d, c, &m->effects[i], &other) &&
          may_be_same_lock (s, d->f, lock, d->f, other))
        return true;
    }
    setid at = expr_points (&s->x, d->f, lock);
    setid released = releases_of (s, call->callee);
    if (!m && call->kind == CALL_NOW && released && (!at || sets_meet (&s->p->sets, at, released)))
      return true;
  }
  return first == end; /* nobody knows who is called */
}

enum { MOST_BLOCKS_BETWEEN = 64 };

bool held_between (struct body *d, expr_id lock, uint32_t from, uint32_t to)
{
  uint32_t last = d->flow.block_of[from], block = d->flow.block_of[to];
  if (last == block && from < to) {
    for (uint32_t r = from; r <= to; r++) /* the load may be that of a callee */
      if (record_releases (d, r, lock))
        return false;
    return true;
  }
  struct worklist list = {0};
  vec_u32 seen = {0};
  bool held = true;
  for (uint32_t r = d->b->blocks[block].first; held && r <= to; r++)
    held = !record_releases (d, r, lock);
  const struct csr *g = &d->flow.predecessors;
  for (uint32_t k = g->first[block]; k < g->first[block + 1]; k++)
    worklist_push (&list, g->targets[k]);
  while (held && worklist_pop (&list, &block)) {
    bool known = false;
    for (uint32_t i = 0; i < seen.n; i++)
      known |= seen.v[i] == block;
    if (known)
      continue;
    vec_push (&seen, block);
    held = seen.n <= MOST_BLOCKS_BETWEEN;
    uint32_t r = block == last ? from : d->b->blocks[block].first;
    for (; held && r < d->b->blocks[block].end; r++)
      held = !record_releases (d, r, lock);
    if (block != last)
      for (uint32_t k = g->first[block]; k < g->first[block + 1]; k++)
        worklist_push (&list, g->targets[k]);
  }
  vec_free (&seen);
  worklist_free (&list);
  return held;
}

static void add_reuses (struct body *d, struct summary *s)
{
  struct summaries *all = d->s;
  for (uint32_t k = 0; k < d->reuses.n; k++) {
    const struct reuse *u = &d->reuses.v[k];
    const struct point *p = &d->point[u->record];
    if (!p->reached || !touches_candidate (d, u->where))
      continue;
    struct item i = {.kind = ITEM_REUSE, .record = u->record, .where = u->where};
    i.facts = formal_facts (d, p->facts);
    i.e[0] = u->address;
    i.released = p->released;
    i.own = is_owned (d, u->record, u->address, &i.needs);
    if (i.own && !i.needs)
      continue;
    setid common = u->source == UINT32_MAX
                       ? SETS_EMPTY
                       : sets_intersection (&all->sets, p->held, d->point[u->source].held);
    /* The lock may have been taken by the load's own instruction: a call. */
    for (struct set_iter h = sets_each (&all->sets, common); set_next (&h);)
      if (!is_token (all, hold_get (all, h.x).lock) &&
          held_between (d, hold_get (all, h.x).lock, u->source, u->record))
        i.held = sets_add (&all->sets, i.held, h.x);
    add_item (d, s, i);
  }
}

/* A pointer that an atomic loads without any order is as good as one that is loaded with it while
   nobody stores there without a lock that is held here. */
static void add_relaxed_loads (struct body *d, struct summary *s, uint32_t record,
                               const struct model *m)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct point *p = &d->point[record];
  for (uint32_t k = 0; c->r.dst && k < m->n_effects; k++) {
    const struct model_effect *e = &m->effects[k];
    if (e->kind != EFFECT_ATOMIC_LOAD || orders_memory (c, &e->op[ATOMIC_LOAD_ORDER]) ||
        e->op[ATOMIC_LOAD_MEMORY].kind != MODEL_PLACE ||
        e->op[ATOMIC_LOAD_MEMORY].u.place.base != MODEL_ARG ||
        e->op[ATOMIC_LOAD_MEMORY].u.place.number >= c->args.n ||
        !points_of_value (d->s->p, d->f, c->r.dst))
      continue;
    struct item i = {.kind = ITEM_REUSE,
                     .record = record,
                     .held = p->held,
                     .released = p->released,
                     .facts = formal_facts (d, p->facts)};
    i.e[0] = address_of_model_place (d, c, &e->op[ATOMIC_LOAD_MEMORY].u.place);
    i.where =
        points_of_operand (d->s->p, d->f, &c->args.v[e->op[ATOMIC_LOAD_MEMORY].u.place.number]);
    refine_where (d, &i);
    if (touches_candidate (d, i.where))
      add_item (d, s, i);
  }
}

/* Threads */

/* Whether another thread may have been created with the handle's memory since it was read: then the
   join is not of the one whose handle is there. */
bool is_stale (struct body *d, expr_id handle, uint32_t join)
{
  const struct pointers *p = d->s->p;
  if (!handle || expr_get (&d->s->x, handle)->op != X_LOAD)
    return false;
  const uint32_t *version = tuples_numbers (&d->s->x.versions, expr_get (&d->s->x, handle)->b);
  if (version[0] != d->f)
    return false;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || call->kind != CALL_NOW || !model_has (m, EFFECT_FORK) || call->record == version[1])
      continue;
    const struct rec_call *c = (const struct rec_call *)d->b->records[call->record];
    for (uint32_t i = 0; i < m->n_effects; i++) {
      const struct model_operand *o = &m->effects[i].op[FORK_HANDLE];
      if (m->effects[i].kind == EFFECT_FORK && o->kind == MODEL_PLACE &&
          address_of_model_place (d, c, &o->u.place) == expr_get (&d->s->x, handle)->a &&
          flow_dominates (&d->flow, version[1], call->record) &&
          !flow_dominates (&d->flow, join, call->record))
        return true;
    }
  }
  return false;
}

/* The locks that are held at a creation, and not released before its thread has been joined. */
static setid lent_holds (struct body *d, uint32_t record)
{
  struct summaries *s = d->s;
  setid lent = SETS_EMPTY;
  const struct fork *f = NULL;
  for (uint32_t i = 0; i < d->forks.n; i++)
    if (d->forks.v[i].record == record)
      f = &d->forks.v[i];
  if (!f || f->left)
    return lent;
  for (struct set_iter i = sets_each (&s->sets, d->point[record].held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    bool kept = !is_token (s, h.lock) && h.mode == MODE_EXCLUSIVE;
    for (struct set_iter k = sets_each (&s->sets, f->released); kept && set_next (&k);)
      kept = !may_be_same_lock (s, d->f, h.lock, d->f, k.x);
    if (kept)
      lent = sets_add (&s->sets, lent, i.x);
  }
  return lent;
}

static void add_thread_effects (struct body *d, struct summary *s, uint32_t record,
                                const struct model *m)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct point *p = &d->point[record];
  for (uint32_t k = 0; k < m->n_effects; k++) {
    const struct model_effect *e = &m->effects[k];
    struct item i = {.record = record,
                     .effect = k,
                     .held = p->held,
                     .released = p->released,
                     .facts = formal_facts (d, p->facts)};
    if (e->kind == EFFECT_FORK) {
      const struct model_operand *call = &e->op[FORK_CALL], *handle = &e->op[FORK_HANDLE];
      struct model_operand callee = {.kind = MODEL_PLACE, .u.place = call->u.call->callee};
      i.kind = ITEM_FORK;
      i.once = e->op[FORK_NUMBER].u.keyword == NUMBER_ONE;
      i.region = e->op[FORK_FATE].u.keyword == FATE_JOINED;
      i.task = e->op[FORK_FATE].u.keyword == FATE_TEAM;
      i.e[1] = value_of_model_operand (d, c, &callee);
      if (call->u.call->n_args)
        i.e[2] = value_of_model_operand (d, c, &call->u.call->args[0]);
      for (uint32_t j = 0, n = 0; j < d->snapshots.n && n < MOST_MEMORY; j++)
        if (d->snapshots.v[j].record == record) {
          expr_id root = expr_root (&d->s->x, d->snapshots.v[j].memory.value);
          const struct expr *v = root ? expr_get (&d->s->x, root) : NULL;
          /* Made since the last thread was created. */
          if (v && v->op == X_FRESH && v->a == d->f &&
              !loops_is_inner (d, d->flow.block_of[record], d->flow.block_of[v->b]))
            i.new_memory |= (uint8_t)(1 << n);
          i.memory[n++] = d->snapshots.v[j].memory;
        }
      if (handle->kind == MODEL_PLACE)
        i.e[0] = address_of_model_place (d, c, &handle->u.place);
    } else if (e->kind == EFFECT_INIT) {
      uint8_t class = e->op[INIT_CLASS].u.keyword;
      if (class != LOCK_SEM && class != LOCK_BARRIER)
        continue;
      i.kind = ITEM_INIT;
      i.e[0] = lock_of_effect (d, c, e);
      i.e[1] = value_of_model_operand (d, c, &e->op[INIT_VALUE]);
      add_item (d, s, i);
      continue;
    } else if (e->kind == EFFECT_SEM_POST ||
               (e->kind == EFFECT_BARRIER_WAIT && e->op[BARRIER_WAIT_TEAM].u.keyword != TEAM_ALL)) {
      const struct model_operand *o =
          &e->op[e->kind == EFFECT_SEM_POST ? (int)SEM_POST_SEM : (int)BARRIER_WAIT_BARRIER];
      i.kind = ITEM_SEND;
      i.e[0] = o->kind == MODEL_PLACE ? address_of_model_place (d, c, &o->u.place) : 0;
      add_item (d, s, i);
      continue;
    } else if (e->kind == EFFECT_JOIN || e->kind == EFFECT_DETACH) {
      if (e->outcome && !e->outcome->expected)
        continue; /* the tokens of locks.c know on which ways it has happened */
      i.kind = e->kind == EFFECT_JOIN ? ITEM_JOIN : ITEM_DETACH;
      i.task = e->kind == EFFECT_JOIN && e->op[JOIN_HANDLE].kind == MODEL_PLACE &&
               e->op[JOIN_HANDLE].u.place.base == MODEL_THREAD;
      i.e[0] = value_of_model_operand (
          d, c, &e->op[e->kind == EFFECT_JOIN ? (int)JOIN_HANDLE : (int)DETACH_HANDLE]);
    } else {
      continue;
    }
    if (i.kind == ITEM_JOIN && is_stale (d, i.e[0], record))
      i.e[0] = 0;
    if (i.kind != ITEM_DETACH)
      loops_find_shape (d, &i);
    if (i.kind == ITEM_FORK) {
      uint32_t test, exit;
      loops_find_argument (d, &i);
      i.times =
          d->flow.in_cycle[d->flow.block_of[record]] ? loops_times (d, record, &test, &exit) : 1;
      i.armed = loops_armed (d, record);
      i.lent = lent_holds (d, record);
    }
    i.certain = loops_is_certain (d, i.shape ? d->b->blocks[i.loop_test].first : record);
    add_item (d, s, i);
  }
}

/* Callees */

/* Whether the values stage has instantiated the summary of CALLEE at the edge. */
static bool is_brought (const struct body *d, uint32_t edge, funid callee)
{
  vec_u32 exports = {0};
  summary_exports (d->s, callee, &exports);
  bool known = !exports.n || map_find (&d->inst, map_pair (edge, exports.v[0]));
  vec_free (&exports);
  return known;
}

/* Pointers that are stored */

static bool points_to_wanted (const struct body *d, setid set)
{
  const struct pointers *p = d->s->p;
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);)
    if (bitset_has (&d->s->wanted, loc_object (&p->objects, i.x)))
      return true;
  return false;
}

static void refine_link (struct body *d, struct item *i)
{
  setid into = i->e[0] ? expr_points (&d->s->x, d->f, i->e[0]) : SETS_EMPTY;
  setid where = i->e[1] ? expr_points (&d->s->x, d->f, i->e[1]) : SETS_EMPTY;
  i->into = into ? into : i->into;
  i->where = where ? where : i->where;
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
  if (v->op == X_FRESH && v->a == d->f)
    return !d->flow.in_cycle[block] || !loops_is_inner (d, block, d->flow.block_of[v->b]);
  return v->op == X_FORMAL && !d->flow.in_cycle[block];
}

static void add_links (struct body *d, struct summary *s)
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
    if (store->addr.base_kind == BASE_LOCAL || !points_to_wanted (d, i.where))
      continue; /* a variable is in no domain: see domains.c */
    i.e[0] = value_of_address (d, &store->addr);
    i.e[1] = value_of_operand (d, &store->src);
    i.own = is_owned (d, r, i.e[1], &i.needs);
    refine_link (d, &i);
    add_item (d, s, i);
  }
}

/* New memory that is linked a second time belongs to whom it was linked first. */
static void find_linked (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++)
    if (v[k].kind == ITEM_LINK && !is_new (d, &v[k]))
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

/* A call by which items of a callee come to the caller. */
struct bringing {
  uint32_t edge, record;
  struct point at;             /* what is held when the callee is entered */
  const struct rec_call *call; /* NULL: a deferred one, with these arguments */
  const expr_id *actuals;
  uint32_t n_actuals;
  uint32_t via;
};

static expr_id actual_of (struct body *d, const struct bringing *b, uint32_t n)
{
  if (b->call)
    return n < b->call->args.n ? value_of_operand (d, &b->call->args.v[n]) : 0;
  return n < b->n_actuals ? b->actuals[n] : 0;
}

static void add_inner (struct body *, struct summary *, const struct bringing *, uint32_t number);

static void bring_items (struct body *d, struct summary *s, const struct bringing *b, funid callee)
{
  const struct summary *m = &d->s->of[callee];
  for (uint32_t i = 0; i < m->n_items; i++)
    if (d->s->items.v[m->first_item + i].open)
      add_inner (d, s, b, m->first_item + i);
}

static uint64_t access_bytes (const struct summaries *s, uint32_t item)
{
  while (s->items.v[item].inner)
    item = s->items.v[item].inner;
  return s->effects->v.v[s->items.v[item].effect].bytes;
}

static void add_inner (struct body *d, struct summary *s, const struct bringing *b, uint32_t number)
{
  struct summaries *all = d->s;
  const struct item inner = all->items.v[number];
  struct item i = inner;
  i.record = b->record;
  i.inner = number;
  i.via = b->via;
  i.times = d->flow.in_cycle[d->flow.block_of[b->record]] ? 0 : i.times;
  i.lent = SETS_EMPTY;
  i.certain = !b->via && inner.certain && (i.kind != ITEM_JOIN || loops_is_certain (d, b->record));
  if (i.kind == ITEM_LINK)
    i.certain = inner.certain;
  i.needs = 0;
  i.mine = i.before = i.after = 0;
  memset (i.joined, 0, sizeof i.joined);
  for (int k = 0; k < ITEM_EXPRS; k++)
    i.e[k] = instantiated (d, b->edge, inner.e[k]);
  for (int k = 0; k < MOST_MEMORY; k++) {
    i.memory[k].at = instantiated (d, b->edge, inner.memory[k].at);
    i.memory[k].value = instantiated (d, b->edge, inner.memory[k].value);
  }
  if (i.e[0] && (i.kind == ITEM_ACCESS || i.kind == ITEM_REUSE)) {
    refine_where (d, &i);
    if (!touches_candidate (d, i.where))
      return;
    if (i.kind == ITEM_ACCESS)
      i.slot = teams_slot (d, b->record, i.e[0], access_bytes (all, number));
  }
  i.facts = SETS_EMPTY;
  for (struct set_iter k = sets_each (&all->sets, inner.facts); set_next (&k);) {
    uint32_t fact;
    if (!carry_fact (d, b->edge, &b->at, k.x, &fact))
      return; /* it does not happen in this call */
    if (fact)
      i.facts = sets_add (&all->sets, i.facts, fact);
  }
  for (uint32_t k = 0; i.own && k < 32; k++) {
    uint32_t needs = 0;
    if (!(inner.needs >> k & 1))
      continue;
    i.own = is_owned (d, b->record, actual_of (d, b, k), &needs);
    for (uint32_t j = 0; i.own && j < 32; j++)
      if (inner.gone >> j & 1 && may_lead_to (d, actual_of (d, b, j), actual_of (d, b, k)))
        i.own = false;
    i.needs |= needs;
  }
  i.gone = i.own ? gone_formals (d, b->record) : 0;
  if (i.own && !i.needs && i.kind != ITEM_LINK)
    return;
  if (i.kind == ITEM_LINK)
    refine_link (d, &i);
  if (i.kind == ITEM_FORK && !i.e[6] && !i.fresh)
    loops_find_argument (d, &i);
  i.loops_here = false;
  if ((i.kind == ITEM_FORK || i.kind == ITEM_JOIN) && !i.shape && !b->via) {
    loops_find_shape (d, &i);
    if (i.loops_here)
      i.certain = inner.certain && loops_is_certain (d, d->b->blocks[i.loop_test].first);
  }
  carry_locks (d, b->edge, &b->at, &inner, &i.held, &i.released);
  funid callee = i.kind == ITEM_CALL ? function_of_expr (all, i.e[0]) : 0;
  uint32_t edge = deferred_edge (all, b->edge, number);
  struct bringing more = {.edge = edge,
                          .record = b->record,
                          .at = {true, i.held, i.released, b->at.facts},
                          .actuals = i.e + 1,
                          .n_actuals = ITEM_EXPRS - 1,
                          .via = number};
  /* Only what the values stage has brought too. */
  i.brought = callee && can_bring (all, d->f, callee) &&
              (all->of[callee].n_open == 0 || is_brought (d, edge, callee));
  add_item (d, s, i);
  if (i.brought)
    bring_items (d, s, &more, callee);
}

/* What a function that a library calls back holds: initialisation that is done once excludes all
   that has waited for it. */
static setid held_in_callback (struct body *d, uint32_t record, setid held)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++) {
      const struct model_effect *e = &m->effects[i];
      if (e->kind != EFFECT_ONCE || e->op[ONCE_CONTROL].kind != MODEL_PLACE)
        continue;
      expr_id control = address_of_model_place (d, c, &e->op[ONCE_CONTROL].u.place);
      if (control)
        held = sets_add (&d->s->sets, held, hold_make (d->s, control, MODE_EXCLUSIVE, 1));
    }
  }
  return held;
}

/* A call through a pointer that comes from a formal: callers know who that is. */
static bool is_deferred (struct body *d, uint32_t record)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  return c->callee.kind == OPND_VALUE && expr_has_formal (&d->s->x, d->value[c->callee.value]);
}

static void add_deferred (struct body *d, struct summary *s, uint32_t record)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct point *p = &d->point[record];
  struct item i = {.kind = ITEM_CALL,
                   .record = record,
                   .held = p->held,
                   .released = p->released,
                   .facts = formal_facts (d, p->facts)};
  i.e[0] = d->value[c->callee.value];
  for (uint32_t k = 0; k < c->args.n && k + 1 < ITEM_EXPRS; k++)
    i.e[k + 1] = value_of_operand (d, &c->args.v[k]);
  add_item (d, s, i);
}

static void add_call (struct body *d, struct summary *s, uint32_t record)
{
  struct summaries *all = d->s;
  const struct point *p = &d->point[record];
  uint32_t first, end;
  if (!p->reached)
    return;
  bool deferred = is_deferred (d, record);
  calls_of_record (all->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &all->p->calls.v[k];
    const struct model *m = all->p->models[call->callee];
    struct bringing b = {.edge = k,
                         .record = record,
                         .at = *p,
                         .call = (const struct rec_call *)d->b->records[record]};
    if (m && call->kind == CALL_NOW) {
      add_thread_effects (d, s, record, m);
      add_relaxed_loads (d, s, record, m);
    } else if (!deferred && call_is_instantiated (all, call)) {
      b.at.held = held_in_callback (d, record, p->held);
      bring_items (d, s, &b, call->callee);
    }
  }
  if (deferred)
    add_deferred (d, s, record);
  vec_push (&all->points, (struct call_point){record, held_in_callback (d, record, p->held),
                                              p->released, deferred});
}

static void add_takes (struct body *d, struct summary *s)
{
  for (uint32_t k = 0; k < d->takes.n; k++) {
    const struct take *t = &d->takes.v[k];
    struct item i = {.kind = ITEM_TAKE, .record = t->load, .held = t->held};
    i.e[0] = t->e;
    i.where = expr_points (&d->s->x, d->f, t->e);
    add_item (d, s, i);
  }
}

/* Accesses to what the next thread of the loop will get: those before it have theirs. */
static void find_prepared (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
    if (v[f].kind != ITEM_FORK || !v[f].e[6] || v[f].counts_in != d->f)
      continue;
    for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
      int64_t offset, stride;
      if (v[k].kind != ITEM_ACCESS || v[k].record == v[f].record ||
          !flow_dominates (&d->flow, v[k].record, v[f].record))
        continue;
      expr_id element = expr_element (&d->s->x, v[k].e[0], v[f].e[6], &offset, &stride);
      if (!element || (v[k].before && v[k].mine != element))
        continue;
      v[k].mine = element;
      v[k].before = sets_add (&d->s->sets, v[k].before, f);
    }
  }
}

/* Accesses to what a thread had that has been joined in this round of the loop. */
static void find_joined (struct body *d, const struct summary *s)
{
  struct exprs *x = &d->s->x;
  for (uint32_t j = s->first_item; j < d->s->items.n; j++) {
    const struct item join = d->s->items.v[j];
    if (join.kind != ITEM_JOIN || !join.e[6] || expr_get (x, join.e[0])->op != X_LOAD)
      continue;
    for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
      const struct item fork = d->s->items.v[f];
      /* The same number for the same handle. */
      if (fork.kind != ITEM_FORK || !fork.e[6] ||
          expr_replace (x, expr_get (x, join.e[0])->a, join.e[6], fork.e[6]) != fork.e[0])
        continue;
      for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
        struct item *i = &d->s->items.v[k];
        int64_t offset, stride;
        if (i->kind != ITEM_ACCESS || i->mine || i->record == join.record ||
            !flow_dominates (&d->flow, join.record, i->record))
          continue;
        expr_id element = expr_element (x, i->e[0], join.e[6], &offset, &stride);
        if (!element)
          continue;
        i->mine = expr_replace (x, element, join.e[6], fork.e[6]);
        i->after = j;
      }
    }
  }
}

/* Whether the function may create a thread between a join and ITEM. */
static bool creates_between (const struct body *d, const struct summary *s, uint32_t join,
                             uint32_t item)
{
  const struct item *v = d->s->items.v;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++)
    if (v[k].kind == ITEM_FORK && (d->flow.in_cycle[d->flow.block_of[v[k].record]] ||
                                   (!flow_dominates (&d->flow, v[k].record, join) &&
                                    !flow_dominates (&d->flow, item, v[k].record))))
      return true;
  return false;
}

/* What comes after a join of a thread that only callers know. */
static void find_after_joins (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t j = s->first_item; j < d->s->items.n; j++) {
    if (v[j].kind != ITEM_JOIN || !v[j].open || v[j].shape || v[j].via ||
        (v[j].inner && !v[v[j].inner].certain))
      continue;
    for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
      uint32_t n = 0;
      while (n < MOST_JOINED && v[k].joined[n])
        n++;
      if (n < MOST_JOINED && v[k].record != v[j].record &&
          flow_dominates (&d->flow, v[j].record, v[k].record) &&
          !creates_between (d, s, v[j].record, v[k].record))
        v[k].joined[n] = j;
    }
  }
}

void items_find (struct body *d, struct summary *s)
{
  s->first_item = d->s->items.n;
  s->first_point = d->s->points.n;
  s->n_open = 0;
  add_accesses (d, s);
  add_reuses (d, s);
  add_takes (d, s);
  add_links (d, s);
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first; r < d->b->blocks[i].end; r++)
      if (d->b->records[r]->kind == REC_call)
        add_call (d, s, r);
  find_linked (d, s);
  find_prepared (d, s);
  find_joined (d, s);
  find_after_joins (d, s);
  s->n_items = d->s->items.n - s->first_item;
  s->n_points = d->s->points.n - s->first_point;
}
