/* Items: what happens in a function: its own accesses, threads and joins, and those of its callees,
   in its terms.  Here accesses, and loads that count as equal to earlier ones. */

#include "claims.h"
#include "footprints.h"
#include "items-internal.h"
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
  if (i->kind == ITEM_FORK && i->number)
    any |= expr_has_formal (&s->x, tuples_numbers (&s->numbers, i->number)[1]);
  return any;
}

bool items_matter (const struct body *d, setid where)
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

setid items_touched (const struct body *d, const struct item *access)
{
  struct effect here = d->s->effects->v.v[item_core (d->s, access)->effect];
  here.where = access->where;
  return here.where ? effect_locations (d->s->p, &here) : SETS_EMPTY;
}

/* Whether the value is the handle that the creation puts into a variable of a function. */
static bool is_handle_of (const struct exprs *x, expr_id value, const struct item *fork)
{
  return value && expr_get (x, value)->op == X_LOAD && expr_get (x, value)->a == fork->e[0] &&
         expr_get (x, expr_root (x, fork->e[0]))->op == X_OBJECT;
}

/* A creation whose handle the function returns, or stores where its callers say, or new memory that
   it is in: each call makes a thread of its own to its caller. */
static bool returns_handle (const struct body *d, const struct summary *s, const struct item *i)
{
  const struct exprs *x = &d->s->x;
  expr_id root = i->kind == ITEM_FORK ? expr_root (x, i->e[0]) : 0;
  if (!root || d->f == d->s->p->objects.program->main)
    return false;
  bool returned = is_handle_of (x, s->result, i) ||
                  (s->result && root == expr_root (x, s->result) && expr_is_fresh (x, root));
  for (int k = 0; !returned && k < MOST_LEFT && s->leaves[k].at; k++)
    returned = is_handle_of (x, s->leaves[k].value, i);
  return returned;
}

/* A variable is written that says who goes on, perhaps by a number that callers know: see turns.h.
 */
static bool writes_turn (const struct summaries *s, const struct item *i)
{
  const struct item *own = item_core (s, i);
  uint32_t l;
  return i->kind == ITEM_ACCESS && sets_is_single (&s->p->sets, i->where, &l) &&
         bitset_has (&s->compared, l) && bitset_has (&s->turns, l) &&
         effect_writes (&s->effects->v.v[own->effect]);
}

/* How many of a kind go up to callers.  From what only starts threads they come to its creations
   and no further. */
static uint32_t most_open (const struct body *d, const struct item *i)
{
  uint32_t most = d->s->only_start[d->f] ? MOST_STARTED_ITEMS : MOST_OPEN_ITEMS;
  return i->kind == ITEM_LINK ? most / 2 : most;
}

/* Makes room for an open access by closing one that says no more to callers than another one does.
   Whether there is room. */
static bool make_room (struct body *d, const struct item *i)
{
  if (i->kind != ITEM_ACCESS || !d->repeated.n)
    return false;
  struct item *victim = &d->s->items.v[vec_last (&d->repeated)];
  vec_pop (&d->repeated);
  victim->open = false;
  return true;
}

/* Whether the function has another open access of the same memory, under the same locks. */
static bool is_repeated (struct body *d, const struct item *i)
{
  uint32_t how = i->held << 3 | d->s->effects->v.v[item_core (d->s, i)->effect].mode;
  uint32_t *first = map_at (&d->open_accesses, map_pair (i->e[0], how));
  bool repeated = *first;
  *first = 1;
  return repeated;
}

/* From when on there is no room any more, it matters which ones are repeated. */
static void list_repeated (struct body *d, const struct summary *s)
{
  if (d->knows_repeated)
    return;
  d->knows_repeated = true;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
    const struct item *i = &d->s->items.v[k];
    if (i->open && i->kind == ITEM_ACCESS && is_repeated (d, i))
      vec_push (&d->repeated, k);
  }
}

void items_add (struct body *d, struct summary *s, struct item i)
{
  struct summaries *all = d->s;
  i.function = d->f;
  i.open = item_has_formal (all, &i) || returns_handle (d, s, &i) || writes_turn (all, &i);
  uint32_t *n = i.kind == ITEM_LINK ? &s->n_open_links : &s->n_open;
  bool full = i.open && *n >= most_open (d, &i);
  if (full)
    list_repeated (d, s);
  bool repeated = i.open && d->knows_repeated && i.kind == ITEM_ACCESS && is_repeated (d, &i);
  all->stats.cut += full;
  if (full && (repeated || !make_room (d, &i)))
    i.open = false;
  else if (i.open)
    *n += !full;
  if (i.open && repeated)
    vec_push (&d->repeated, all->items.n);
  all->stats.settled += full || !i.open;
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

setid items_facts (struct body *d, setid facts)
{
  struct summaries *s = d->s;
  setid kept = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);)
    if (tells_callers (d, fact_expr (s, i.x)))
      kept = sets_add (&s->sets, kept, i.x);
  return kept;
}

/* Whether BYTES from the location is outside of its object, where nothing is accessed: the head of
   a ring is no part of what its nodes are in. */
static bool is_outside (const struct objects *o, loc_id l, int64_t bytes)
{
  struct array_around around[MOST_AROUND];
  const struct abstract_object *v = &o->v.v[loc_object (o, l)];
  int64_t offset = loc_get (o, l)->offset;
  return v->kind <= OBJECT_HEAP && v->size && !v->is_array && !v->whole &&
         offset > OFFSET_EVERYTHING && !arrays_around (o, loc_object (o, l), offset, around) &&
         (offset + bytes < 0 || offset + bytes >= (int64_t)v->size);
}

/* Those of WHERE that are in no object which the pointer at E, a number of bytes from another one,
   is outside of. */
static setid inside_points (struct body *d, expr_id e, setid where)
{
  struct pointers *p = d->s->p;
  int64_t bytes;
  expr_id base = expr_base (&d->s->x, e, &bytes);
  setid from = base && base != e ? expr_points (&d->s->x, d->f, base) : SETS_EMPTY;
  for (struct set_iter i = sets_each (&p->sets, from); set_next (&i);) {
    object_id object = loc_object (&p->objects, i.x);
    bool outside = true;
    for (struct set_iter k = sets_each (&p->sets, from); outside && set_next (&k);)
      outside = loc_object (&p->objects, k.x) != object || is_outside (&p->objects, k.x, bytes);
    for (struct set_iter k = sets_each (&p->sets, where); outside && set_next (&k);)
      if (loc_object (&p->objects, k.x) == object)
        where = sets_difference (&p->sets, where, sets_single (&p->sets, k.x));
  }
  return where;
}

void items_refine (struct body *d, struct item *i)
{
  enum { FEW = 16 };
  setid where = i->e[0] ? expr_points (&d->s->x, d->f, i->e[0]) : SETS_EMPTY;
  if (where)
    i->where = refined_points (d->s->p, i->where, where);
  if (where && i->kind == ITEM_ACCESS && sets_size (&d->s->p->sets, i->where) <= FEW) {
    setid inside = inside_points (d, i->e[0], i->where);
    i->where = inside ? inside : i->where;
  }
}

void items_set_own (struct body *d, struct item *i, uint32_t record, expr_id address,
                    uint32_t *needs)
{
  expr_id holder;
  i->own = is_owned (d, record, address, needs);
  if (i->own || i->kind != ITEM_ACCESS || i->behind)
    return;
  *needs = 0;
  i->own = i->behind = is_held_by_own (d, record, address, needs, &holder) ||
                       is_in_taken_list (d, record, address, &holder);
}

/* An access to what owned memory leads to: that nothing else does must be shown. */
static bool is_left_behind (struct body *d, struct summary *of, const struct item *i)
{
  expr_id holder;
  uint32_t needs;
  funid list = is_in_taken_list (d, i->record, i->e[0], &holder);
  if (!(list || is_held_by_own (d, i->record, i->e[0], &needs, &holder)) ||
      map_find (&d->s->broken, map_pair (d->f | (uint32_t)BROKEN_TAKE, i->record)))
    return false;
  struct item take = {.kind = ITEM_TAKE,
                      .record = i->record,
                      .where = i->where,
                      .each = list,
                      .counts_in = list,
                      .into = expr_points (&d->s->x, d->f, holder)};
  take.e[0] = expr_root (&d->s->x, i->e[0]);
  summaries_note (d->s, NOTE_TAKES, 0);
  items_add (d, of, take);
  return true;
}

bool items_leave_out (struct body *d, struct summary *of, struct item *i)
{
  struct summaries *s = d->s;
  expr_id root = expr_root (&s->x, i->e[0]);
  const struct join *join = escape_join (d, root);
  bool taken = root && (join ? join->taken : expr_get (&s->x, root)->op == X_LOAD);
  if (!i->own || i->needs || i->kind == ITEM_LINK)
    return false;
  i->own =
      i->kind != ITEM_ACCESS || (i->behind ? is_left_behind (d, of, i)
                                           : proves_by (s->p, taken ? PROOF_TAKEN : PROOF_PRIVATE));
  if (i->own && i->kind == ITEM_ACCESS)
    summaries_note (s, taken ? NOTE_TAKEN : NOTE_OWNED, i->where);
  return i->own;
}

/* What is executed behind a record, at the end of a block in the next one; UINT32_MAX: none. */
static uint32_t record_behind (const struct body *d, uint32_t record)
{
  const struct block *b = &d->b->blocks[d->flow.block_of[record]];
  if (record + 1 < b->end)
    return record + 1;
  for (uint32_t k = 0; k < b->n_edges; k++) {
    const struct block *next = &d->b->blocks[b->edges[k].target];
    if (b->edges[k].kind == EK_FALL && next->first < next->end)
      return next->first;
  }
  return UINT32_MAX;
}

/* When an effect happens: the result of a function is stored behind the call. */
static uint32_t effect_time (const struct body *d, const struct effect *e)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[e->record];
  uint32_t first, end;
  if (c->r.kind != REC_call || !e->addr ||
      (c->result.kind != OPND_ADDRESS && c->result.kind != OPND_CONTENTS) ||
      c->result.u.addr != e->addr)
    return e->record;
  calls_of_record (d->s->p, d->f, e->record, &first, &end);
  while (first < end && d->s->p->models[d->s->p->calls.v[first].callee])
    first++;
  uint32_t behind = first < end ? record_behind (d, e->record) : UINT32_MAX;
  return behind != UINT32_MAX && d->point[behind].reached ? behind : e->record;
}

/* From where on it is asked who knows the memory: who creates a thread writes its handle when that
   may run already.  UINT32_MAX: nobody knows. */
static uint32_t known_time (const struct body *d, const struct effect *e)
{
  uint32_t behind = writes_handle (d->s, e) ? record_behind (d, e->record) : e->record;
  return behind != UINT32_MAX && d->point[behind].reached ? behind : UINT32_MAX;
}

/* The holds but the one that says that the thread of a creation does not run. */
static setid without_token (struct body *d, setid held, uint32_t record)
{
  setid kept = SETS_EMPTY;
  expr_id token = expr_token (&d->s->x, d->f, record);
  for (struct set_iter i = sets_each (&d->s->sets, held); set_next (&i);)
    if (hold_get (d->s, i.x).lock != token)
      kept = sets_add (&d->s->sets, kept, i.x);
  return kept;
}

/* The access that effect K is, where P holds. */
static void add_access (struct body *d, struct summary *s, uint32_t k, const struct point *p)
{
  const struct effect *e = &d->s->effects->v.v[k];
  struct item i = {
      .kind = ITEM_ACCESS, .record = effect_time (d, e), .effect = k, .where = e->where};
  i.e[0] = effect_address (d, e);
  i.held = teams_held (d, p->held, e->where);
  if (writes_handle (d->s, e))
    i.held = without_token (d, i.held, e->record);
  i.released = p->released;
  i.facts = items_facts (d, p->facts);
  items_refine (d, &i);
  i.slot = footprint_find (d, e->record, e->shift ? NULL : e->addr, i.e[0], e->bytes,
                           &i.e[FOOTPRINT_BASE]);
  if (!i.slot)
    i.slot = footprint_behind (d, e->record, i.e[0], &i.e[FOOTPRINT_BASE], &i.slot_owners);
  sections_measure (d, &i, e);
  sections_find (d, &i, p->facts);
  uint32_t time = known_time (d, e);
  if (time != UINT32_MAX)
    items_set_own (d, &i, time, i.e[0], &i.needs);
  i.gone = i.own ? gone_formals (d, time) : 0;
  i.nowhere = i.own ? i.needs & d->found[time] : 0;
  const struct claim *claim = effect_writes (e) ? claim_at (d, e->record) : NULL;
  if (claim) {
    i.claim = (uint8_t)(1 + claim->kind);
    i.e[1] = claim->kind <= CLAIM_GIVE ? claim->lock : 0;
  }
  items_set_source (d, &i);
  i.undoes = loops_undoes (d, e);
  if (!items_leave_out (d, s, &i))
    items_add (d, s, i);
}

static void add_accesses (struct body *d, struct summary *s)
{
  const struct effects *all = d->s->effects;
  for (uint32_t k = all->first[d->f]; k < all->first[d->f + 1]; k++) {
    const struct effect *e = &all->v.v[k];
    const struct point *p = &d->point[effect_time (d, e)];
    if (!p->reached || (e->where && !items_matter (d, effect_locations (d->s->p, e))))
      continue;
    for (uint32_t i = 0; i < p->n_ways; i++)
      add_access (d, s, k, &d->ways.v[p->first_way + i]);
    if (!p->n_ways)
      add_access (d, s, k, p);
  }
}

/* Loads that count as equal to earlier ones */

bool may_release (struct body *d, uint32_t record, expr_id lock)
{
  struct summaries *s = d->s;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call)
    return false;
  calls_of_record (s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &s->p->calls.v[k];
    const struct model *m = s->p->models[call->callee];
    for (uint32_t i = 0; m && call->kind == CALL_NOW && i < m->n_effects; i++) {
      expr_id other = 0;
      if (effect_releases (d, record, &m->effects[i], &other) &&
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

/* Whether the instruction may create threads, wait for them, or do what nobody knows. */
static bool record_takes_time (struct body *d, uint32_t record, expr_id unused)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  (void)unused;
  if (d->b->records[record]->kind != REC_call)
    return false;
  calls_of_record (p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (!m || model_has (m, EFFECT_FORK) || model_has (m, EFFECT_JOIN) ||
        model_has (m, EFFECT_CALL))
      return true;
  }
  return first == end;
}

enum { MOST_BLOCKS_BETWEEN = 64 };

/* Whether TEST is false for all instructions from FROM to TO, those before END in its block. */
static bool none_between (struct body *d, uint32_t from, uint32_t to, uint32_t end, expr_id lock,
                          bool (*test) (struct body *, uint32_t, expr_id))
{
  uint32_t last = d->flow.block_of[from], block = d->flow.block_of[to];
  if (last == block && from < to) {
    for (uint32_t r = from; r < end; r++) /* the load may be that of a callee */
      if (test (d, r, lock))
        return false;
    return true;
  }
  struct worklist list = {0};
  vec_u32 seen = {0};
  bool held = true;
  for (uint32_t r = d->b->blocks[block].first; held && r < end; r++)
    held = !test (d, r, lock);
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
      held = !test (d, r, lock);
    if (block != last)
      for (uint32_t k = g->first[block]; k < g->first[block + 1]; k++)
        worklist_push (&list, g->targets[k]);
  }
  vec_free (&seen);
  worklist_free (&list);
  return held;
}

bool held_between (struct body *d, expr_id lock, uint32_t from, uint32_t to)
{
  return none_between (d, from, to, to + 1, lock, may_release);
}

bool is_brief (struct body *d, uint32_t from, uint32_t to)
{
  return none_between (d, from, to, to + 1, 0, record_takes_time);
}

bool keeps_memory (struct body *d, setid where, uint32_t from, uint32_t to)
{
  return none_between (d, from, to, to + 1, where, record_may_write);
}

static void add_reuses (struct body *d, struct summary *s)
{
  struct summaries *all = d->s;
  for (uint32_t k = 0; k < d->reuses.n; k++) {
    const struct reuse *u = &d->reuses.v[k];
    const struct point *p = &d->point[u->record];
    if (!p->reached || !items_matter (d, u->where))
      continue;
    struct item i = {
        .kind = ITEM_REUSE, .record = u->record, .where = u->where, .number = u->number};
    i.facts = items_facts (d, p->facts);
    i.e[0] = u->address;
    i.released = p->released;
    i.own = is_owned (d, u->record, u->address, &i.needs);
    i.nowhere = i.own ? i.needs & d->found[u->record] : 0;
    if (i.own && !i.needs)
      continue;
    if (u->number && u->source != UINT32_MAX &&
        none_between (d, u->source, u->record, u->record, 0, record_takes_time))
      continue; /* who may have changed it meets the new thread, too: see add_obligation */
    i.brief = u->source != UINT32_MAX && is_brief (d, u->source, u->record);
    setid common = u->source == UINT32_MAX
                       ? SETS_EMPTY
                       : sets_intersection (&all->sets, p->held, d->point[u->source].held);
    /* The lock may have been taken by the load's own instruction: a call. */
    for (struct set_iter h = sets_each (&all->sets, common); set_next (&h);)
      if (!is_token (all, hold_get (all, h.x).lock) &&
          held_between (d, hold_get (all, h.x).lock, u->source, u->record))
        i.held = sets_add (&all->sets, i.held, h.x);
    items_add (d, s, i);
  }
}

void items_add_relaxed (struct body *d, struct summary *s, uint32_t record, const struct model *m)
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
                     .facts = items_facts (d, p->facts)};
    i.e[0] = address_of_model_place (d, c, &e->op[ATOMIC_LOAD_MEMORY].u.place);
    i.where =
        points_of_operand (d->s->p, d->f, &c->args.v[e->op[ATOMIC_LOAD_MEMORY].u.place.number]);
    items_refine (d, &i);
    if (items_matter (d, i.where))
      items_add (d, s, i);
  }
}

/* What was found in memory that has been taken, and is handed to the caller. */
static void add_brought (struct body *d, struct summary *s, expr_id e)
{
  uint32_t load = e ? tuples_numbers (&d->s->x.versions, expr_get (&d->s->x, e)->b)[1] : 0, needs;
  expr_id holder;
  if (!e || !is_held_by_own (d, load, e, &needs, &holder))
    return;
  struct item take = {.kind = ITEM_TAKE,
                      .record = load,
                      .where = expr_points (&d->s->x, d->f, e),
                      .into = expr_points (&d->s->x, d->f, holder)};
  take.e[0] = e;
  d->s->takes = true;
  items_add (d, s, take);
}

static void add_takes (struct body *d, struct summary *s)
{
  add_brought (d, s, s->brought_result);
  add_brought (d, s, s->given.brought);
  for (uint32_t k = 0; k < d->takes.n; k++) {
    const struct take *t = &d->takes.v[k];
    struct item i = {.kind = ITEM_TAKE, .record = t->load, .held = t->held};
    i.e[0] = t->e;
    i.e[1] = t->index;
    i.where = expr_points (&d->s->x, d->f, t->e);
    if (!i.where) /* it was loaded before, in a callee */
      i.where = points_of_value (d->s->p, d->f, d->b->records[t->load]->dst);
    i.source = items_source_of_take (d, t);
    summaries_note (d->s, NOTE_TAKES, 0);
    items_add (d, s, i);
  }
}

void items_list (struct summaries *s, struct summary *m)
{
  m->first_opened = s->opened.n;
  m->first_thread = s->forks.n;
  for (uint32_t k = m->first_item; k < m->first_item + m->n_items; k++) {
    if (s->items.v[k].open)
      vec_push (&s->opened, k);
    if (s->items.v[k].kind == ITEM_FORK || s->items.v[k].kind == ITEM_JOIN)
      vec_push (&s->forks, k);
  }
  m->n_opened = s->opened.n - m->first_opened;
  m->n_threads = s->forks.n - m->first_thread;
}

void items_find (struct body *d, struct summary *s)
{
  s->first_item = d->s->items.n;
  s->first_point = d->s->points.n;
  s->n_open = 0;
  fills_find (d);
  add_accesses (d, s);
  add_reuses (d, s);
  add_takes (d, s);
  items_add_links (d, s);
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first; r < d->b->blocks[i].end; r++)
      if (d->b->records[r]->kind == REC_call)
        items_add_call (d, s, r);
  items_find_linked (d, s);
  items_find_put (d, s);
  items_find_order (d, s);
  depends_order (d, s);
  s->n_items = d->s->items.n - s->first_item;
  items_list (d->s, s);
  s->creates = false;
  for (uint32_t i = s->first_thread; i < d->s->forks.n; i++) {
    const struct item *fork = &d->s->items.v[d->s->forks.v[i]];
    s->creates |= fork->kind == ITEM_FORK && fork->open;
  }
  s->n_points = d->s->points.n - s->first_point;
}
