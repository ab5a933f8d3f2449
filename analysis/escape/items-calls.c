/* Items: what the callees of a function do, brought to its calls with the actuals in the place of
   formals and with the locks of the caller; and calls of functions that only callers know. */

#include "footprints.h"
#include "items-internal.h"
#include "lists.h"
#include "loops.h"
#include "permits.h"
#include "sections.h"
#include "teams.h"

/* Whether the values stage has instantiated the summary of CALLEE at the edge. */
static bool is_brought (const struct body *d, uint32_t edge, funid callee)
{
  uint32_t n, first = summary_exports (d->s, callee, &n);
  return !n || map_find (&d->inst, map_pair (edge, d->s->exports.v[first]));
}

/* A call by which items of a callee come to the caller. */
struct bringing {
  uint32_t edge, record;
  struct point at;             /* what is held when the callee is entered */
  const struct rec_call *call; /* NULL: a deferred one, with these arguments */
  const expr_id *actuals;
  uint32_t n_actuals;
  uint32_t via;
  const struct bringing *from; /* of VIA, if that is not the function's own; NULL: none */
};

static expr_id actual_of (struct body *d, const struct bringing *b, uint32_t n)
{
  if (b->call)
    return n < b->call->args.n ? value_of_operand (d, &b->call->args.v[n]) : 0;
  return n < b->n_actuals ? b->actuals[n] : 0;
}

/* Those of FACTS that are about formals which choose what happens. */
static setid choosing_facts (const struct body *d, setid facts)
{
  setid kept = SETS_EMPTY;
  uint32_t formal;
  for (struct set_iter i = sets_each (&d->s->sets, facts); set_next (&i);)
    if (fact_chooses (d->s, d->f, i.x, &formal))
      kept = sets_add (&d->s->sets, kept, i.x);
  return kept;
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
      if (control && !may_be_rearmed (d->s, d->f, control))
        held = sets_add (&d->s->sets, held, hold_make (d->s, control, MODE_EXCLUSIVE, 1));
    }
  }
  return held;
}

static void add_inner (struct body *, struct summary *, const struct bringing *, uint32_t number);

static void bring_items (struct body *d, struct summary *s, const struct bringing *b, funid callee)
{
  const struct summary *m = &d->s->of[callee];
  for (uint32_t i = m->first_opened; i < m->first_opened + m->n_opened; i++) {
    uint32_t inner = d->s->opened.v[i];
    uint32_t n_ways = d->s->items.v[inner].kind == ITEM_ACCESS ? b->at.n_ways : 0;
    for (uint32_t k = 0; k < n_ways; k++) {
      struct bringing way = *b;
      way.at = d->ways.v[b->at.first_way + k];
      way.at.held = held_in_callback (d, b->record, way.at.held);
      add_inner (d, s, &way, inner);
    }
    if (!n_ways)
      add_inner (d, s, b, inner);
  }
}

static setid bring_holds (struct body *d, const struct bringing *b, setid inner)
{
  struct summaries *s = d->s;
  setid out = SETS_EMPTY;
  for (struct set_iter k = sets_each (&s->sets, inner); set_next (&k);) {
    struct hold h = hold_get (s, k.x);
    h.lock = instantiated (d, b->edge, h.lock);
    h.origin = 0;
    if (h.lock)
      out = sets_add (&s->sets, out, hold_intern (s, h));
  }
  return out;
}

/* How often a callee creates a thread, by which counter, and what its creators hold for it. */
static void bring_fork (struct body *d, const struct bringing *b, uint32_t number,
                        const struct item *inner, struct item *i)
{
  struct summaries *s = d->s;
  uint32_t test, exit;
  i->repeats = inner->repeats || inner->looped;
  i->looped = d->flow.in_cycle[d->flow.block_of[b->record]];
  if (i->looped) {
    i->number = 0;
    i->times = inner->times == 1 ? loops_times (d, b->record, &test, &exit, &i->number) : 0;
    i->preset = 0;
    loops_find_preset (d, i);
  } else if (i->number) {
    expr_id base = instantiated (d, b->edge, tuples_numbers (&s->numbers, i->number)[1]);
    if (loops_number_here (d, &i->number, base, &i->times))
      i->number = 0;
  }
  if (!inner->armed)
    i->armed = loops_armed (d, b->record);
  i->ended = ended_fork (d, b->record);
  i->lent = sets_union (&s->sets, lent_holds (d, b->record), bring_holds (d, b, inner->lent));
  i->begins_with = bring_holds (d, b, inner->begins_with);
  depends_bring (d, b->edge, inner, i);
  for (uint32_t k = 0; !b->via && k < d->snapshots.n; k++)
    if (d->snapshots.v[k].record == b->record && d->snapshots.v[k].item == number)
      i->memory[d->snapshots.v[k].number] = d->snapshots.v[k].memory;
  for (int k = 0; k < MOST_MEMORY && !i->repeats && !b->via; k++)
    i->new_memory |= (uint8_t)(items_is_new (d, i->memory[k].value, b->record) << k);
}

/* Whether the memory may have become known with what formals of the callee got by the time of
   INNER; K: it is what that formal gets, 32: it may be another. */
static bool is_gone_by (struct body *d, const struct bringing *b, const struct item *inner,
                        expr_id memory, uint32_t k)
{
  uint32_t n = d->s->p->objects.program->functions[inner->function].body->n_params;
  uint32_t n_actuals = b->call ? b->call->args.n : b->n_actuals;
  for (uint32_t j = 0; j < n_actuals; j++) {
    uint32_t formal = j < n ? j : n; /* those behind `...' are one */
    if (formal < 32 && inner->gone >> formal & 1 && !(j == k && inner->nowhere >> k & 1) &&
        may_lead_to (d, actual_of (d, b, j), memory))
      return true;
  }
  return false;
}

/* Whether what formal K of the callee gets may have become known by then: in the callee, or in
   those through which the call has come, before they make it. */
static bool is_gone_on_way (struct body *d, const struct bringing *b, const struct item *inner,
                            uint32_t k)
{
  expr_id memory = actual_of (d, b, k);
  if (is_gone_by (d, b, inner, memory, k))
    return true;
  for (; b->from; b = b->from)
    if (is_gone_by (d, b->from, &d->s->items.v[b->via], memory, 32))
      return true;
  return false;
}

/* Formals that have become known when the call INNER is made that the callee leaves to others. */
static uint32_t gone_before_call (struct body *d, const struct bringing *b,
                                  const struct item *inner)
{
  uint32_t gone = gone_formals (d, b->record);
  for (uint32_t i = 0; i < d->n_roots; i++) {
    const struct expr *v = expr_get (&d->s->x, d->roots[i].e);
    if (v->op == X_FORMAL && v->a < 32 && is_gone_by (d, b, inner, d->roots[i].e, 32))
      gone |= (uint32_t)1 << v->a;
  }
  return gone;
}

static void add_inner (struct body *d, struct summary *s, const struct bringing *b, uint32_t number)
{
  struct summaries *all = d->s;
  const struct item inner = all->items.v[number];
  struct item i = inner;
  i.record = b->record;
  i.inner = number;
  i.core = inner.core ? inner.core : number;
  i.via = b->via;
  i.certain = !b->via && inner.certain && (i.kind != ITEM_JOIN || loops_is_certain (d, b->record));
  if (i.kind == ITEM_LINK)
    i.certain = inner.certain;
  i.needs = i.nowhere = 0;
  /* `mine' and `owner' are names that the function gives which counts the threads. */
  memset (i.joined, 0, sizeof i.joined);
  for (int k = 0; k < ITEM_EXPRS; k++)
    i.e[k] = instantiated (d, b->edge, inner.e[k]);
  for (int k = 0; k < MOST_MEMORY; k++) {
    i.memory[k].at = instantiated (d, b->edge, inner.memory[k].at);
    i.memory[k].value = instantiated (d, b->edge, inner.memory[k].value);
  }
  if (i.kind == ITEM_FORK)
    bring_fork (d, b, number, &inner, &i);
  if (i.e[0] && (i.kind == ITEM_ACCESS || i.kind == ITEM_REUSE)) {
    items_refine (d, &i);
    if (!items_matter (d, i.kind == ITEM_ACCESS ? items_touched (d, &i) : i.where))
      return;
    if (i.kind == ITEM_ACCESS && !is_region (all, inner.function)) {
      i.slot_owners = SETS_EMPTY;
      i.slot = footprint_find (d, b->record, NULL, i.e[0], all->effects->v.v[i.effect].bytes,
                               &i.e[FOOTPRINT_BASE]);
      if (!i.slot)
        i.slot = footprint_behind (d, b->record, i.e[0], &i.e[FOOTPRINT_BASE], &i.slot_owners);
    }
  }
  /* Of `q->table[n]' the object is known, also if N is too long to be told. */
  if (i.kind == ITEM_ACCESS && !i.e[0] && i.e[SECTION_LOW] && !i.behind_section) {
    i.where = points_in_objects (all->p, i.where, expr_points (&all->x, d->f, i.e[SECTION_LOW]));
    if (!items_matter (d, items_touched (d, &i)))
      return;
  }
  if (i.kind == ITEM_ACCESS && d->flow.in_cycle[d->flow.block_of[b->record]])
    sections_find (d, &i, b->at.facts);
  i.facts = i.kind == ITEM_ACCESS ? choosing_facts (d, b->at.facts) : SETS_EMPTY;
  for (struct set_iter k = sets_each (&all->sets, inner.facts); set_next (&k);) {
    uint32_t fact;
    if (!carry_fact (d, b->edge, &b->at, k.x, &fact))
      return; /* it does not happen in this call */
    if (fact)
      i.facts = sets_add (&all->sets, i.facts, fact);
  }
  for (uint32_t k = 0; i.own && k < 32; k++) {
    uint32_t needs = 0;
    bool nowhere = inner.nowhere >> k & 1;
    if (!(inner.needs >> k & 1))
      continue;
    items_set_own (d, &i, b->record, actual_of (d, b, k), &needs);
    i.own = i.own && (!nowhere || is_placed_nowhere (d, b->record, actual_of (d, b, k)));
    i.own = i.own && !is_gone_on_way (d, b, &inner, k);
    i.needs |= needs;
    i.nowhere |= needs & (nowhere ? needs : d->found[b->record]);
  }
  i.gone = i.kind == ITEM_CALL ? gone_before_call (d, b, &inner)
           : i.own             ? gone_formals (d, b->record)
                               : 0;
  if (items_leave_out (d, s, &i))
    return;
  if (i.kind == ITEM_LINK) {
    items_refine_link (d, &i);
    items_find_each (d, &i);
    if (items_is_aside (d, &i)) {
      i.kind = ITEM_ASIDE;
      i.function = d->f;
      i.open = false;
      vec_push (&all->items, i);
      return;
    }
  }
  if (i.kind == ITEM_FORK && !i.e[6])
    loops_find_argument (d, &i);
  i.loops_here = false;
  if ((i.kind == ITEM_FORK || i.kind == ITEM_JOIN) && !i.shape && !b->via) {
    loops_find_shape (d, &i);
    if (i.loops_here)
      i.certain = inner.certain && loops_is_certain (d, d->b->blocks[i.loop_test].first);
  }
  i.swept = inner.swept && loops_is_certain (d, b->record);
  if ((i.kind == ITEM_FORK || (i.kind == ITEM_JOIN && inner.certain)) && !i.shape && !i.list &&
      !b->via)
    lists_find (d, &i);
  if (i.kind == ITEM_FORK || i.kind == ITEM_JOIN)
    items_find_tests (d, &i);
  carry_locks (d, b->edge, &b->at, &inner, &i.held, &i.released);
  if (i.kind == ITEM_ACCESS || i.kind == ITEM_LINK || i.kind == ITEM_TAKE)
    items_carry_source (d, b->edge, &b->at, &inner, &i);
  if (i.into_own && i.into_needs)
    i.into_own =
        is_owned (d, b->record, i.e[0], &i.into_needs) && !(i.into_needs & d->found[b->record]);
  funid targets[MOST_TARGETS];
  uint32_t n = i.kind == ITEM_CALL ? deferred_targets (all, d->f, i.e[0], &inner, targets) : 0;
  i.brought = n != 0;
  /* Only what the values stage has brought too. */
  for (uint32_t k = 0; k < n; k++)
    summaries_note (all, NOTE_BROUGHT, targets[k]);
  for (uint32_t k = 0; k < n; k++)
    i.brought = i.brought && can_bring (all, d->f, targets[k]) &&
                (all->of[targets[k]].n_open == 0 ||
                 is_brought (d, deferred_edge (all, b->edge, number, targets[k]), targets[k]));
  items_add (d, s, i);
  for (uint32_t k = 0; i.brought && k < n; k++) {
    struct bringing more = {.edge = deferred_edge (all, b->edge, number, targets[k]),
                            .record = b->record,
                            .at = {true, i.held, i.released, b->at.facts},
                            .actuals = i.e + 1,
                            .n_actuals = ITEM_EXPRS - 1,
                            .via = number,
                            .from = b};
    bring_items (d, s, &more, targets[k]);
  }
}

/* Whether the call gets something that this function has for itself, whoever calls it: new, or
   taken from others. */
static bool hands_on_own (struct body *d, uint32_t record)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  for (uint32_t k = 0; k < c->args.n; k++) {
    expr_id e = value_of_operand (d, &c->args.v[k]), holder;
    uint32_t needs = 0;
    if (e && ((is_owned (d, record, e, &needs) && !needs) ||
              (is_held_by_own (d, record, e, &needs, &holder) && !needs) ||
              is_in_taken_list (d, record, e, &holder)))
      return true;
  }
  return false;
}

/* A call through a pointer that comes from a formal: callers know who that is.  But they do not
   know what the function has for itself. */
static bool is_deferred (struct body *d, uint32_t record)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  uint32_t first, end;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  return c->callee.kind == OPND_VALUE && expr_has_formal (&d->s->x, d->value[c->callee.value]) &&
         !(end - first && call_is_instantiated (d->s, &d->s->p->calls.v[first]) &&
           hands_on_own (d, record));
}

static void add_deferred (struct body *d, struct summary *s, uint32_t record)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct point *p = &d->point[record];
  struct item i = {.kind = ITEM_CALL,
                   .record = record,
                   .held = p->held,
                   .released = p->released,
                   .facts = items_facts (d, p->facts),
                   .gone = gone_formals (d, record)};
  i.e[0] = d->value[c->callee.value];
  for (uint32_t k = 0; k < c->args.n && k + 1 < ITEM_EXPRS; k++)
    i.e[k + 1] = value_of_operand (d, &c->args.v[k]);
  items_add (d, s, i);
}

/* Whether another argument may lead to argument K. */
static bool leads_to_argument (struct body *d, const struct rec_call *c, uint32_t k)
{
  expr_id e = value_of_operand (d, &c->args.v[k]);
  for (uint32_t j = 0; j < c->args.n; j++) {
    expr_id other = j == k ? 0 : value_of_operand (d, &c->args.v[j]);
    if (j != k && points_of_operand (d->s->p, d->f, &c->args.v[j]) &&
        (!other || may_lead_to (d, other, e)))
      return true;
  }
  return false;
}

/* A variable of the function: each call has its own. */
static bool is_variable (const struct body *d, const struct expr *v)
{
  const struct abstract_object *o = v->op == X_OBJECT ? &d->s->p->objects.v.v[v->a] : NULL;
  return o && o->kind == OBJECT_LOCAL && o->a == d->f;
}

/* What a callee is given alone: nothing that was taken, or is stored. */
static void find_handed (struct body *d, struct call_point *at)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[at->record];
  uint32_t needs = 0;
  for (uint32_t k = 0; k < c->args.n && k < MOST_HANDED; k++) {
    expr_id e = value_of_operand (d, &c->args.v[k]), root = e ? expr_root (&d->s->x, e) : 0;
    if (!root)
      continue;
    const struct expr v = *expr_get (&d->s->x, root); /* others are made meanwhile */
    if ((v.op != X_FRESH && v.op != X_FORMAL && !is_variable (d, &v)) ||
        !is_owned (d, at->record, e, &needs) || !is_placed_nowhere (d, at->record, e) ||
        leads_to_argument (d, c, k))
      continue;
    if (!needs)
      at->own |= (uint32_t)1 << k;
    else if (v.op == X_FORMAL && needs == (uint32_t)1 << v.a)
      at->passed[k] = (uint8_t)(1 + v.a);
  }
}

static void add_point (struct body *d, uint32_t record, const struct point *p, bool deferred)
{
  struct call_point at = {.record = record,
                          .held = held_in_callback (d, record, p->held),
                          .released = p->released,
                          .deferred = deferred,
                          .facts = choosing_facts (d, p->facts)};
  find_handed (d, &at);
  vec_push (&d->s->points, at);
}

void items_add_call (struct body *d, struct summary *s, uint32_t record)
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
      items_add_threads (d, s, record, m);
      items_add_relaxed (d, s, record, m);
    } else if (!deferred && call_is_instantiated (all, call)) {
      b.at.held = held_in_callback (d, record, p->held);
      bring_items (d, s, &b, call->callee);
    }
  }
  if (deferred)
    add_deferred (d, s, record);
  for (uint32_t k = 0; k < p->n_ways; k++)
    add_point (d, record, &d->ways.v[p->first_way + k], deferred);
  if (!p->n_ways)
    add_point (d, record, p, deferred);
}
