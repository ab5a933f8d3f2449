/* Summaries: bottom-up over the components of the call graph.  What recursion would need a fixed
   point for is kept as location sets that are found beforehand (summaries-sets.c): what a function
   and its callees may write and release. */

#include "kept.h"
#include "summaries-keep.h"
#include "constants.h"
#include "permits.h"
#include "recursion.h"
#include "values-internal.h"
#include "lanes.h"
#include "teams.h"
#include "watch.h"

/* Locations */

/* Those of FROM that are in an object of which WITHIN has something, too. */
static void keep_objects (const struct pointers *p, setid from, setid within, vec_u32 *kept)
{
  struct map objects = {0};
  for (struct set_iter i = sets_each (&p->sets, within); set_next (&i);)
    map_add (&objects, loc_object (&p->objects, i.x), 1);
  for (struct set_iter i = sets_each (&p->sets, from); set_next (&i);)
    if (map_find (&objects, loc_object (&p->objects, i.x)))
      vec_push (kept, i.x);
  map_free (&objects);
}

static setid refine_points (struct pointers *p, setid all, setid where)
{
  const struct objects *o = &p->objects;
  bool anywhere = false;
  vec_u32 kept = {0};
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    anywhere |=
        loc_get (o, i.x)->offset <= OFFSET_EVERYTHING && o->v.v[loc_object (o, i.x)].n_locs > 1;
  /* Worlds have more than their own memory in them. */
  if (!all || values_worlds_of (p, sets_union (&p->sets, all, where)))
    return where;
  keep_objects (p, anywhere ? all : where, anywhere ? where : all, &kept);
  if (kept.n)
    where = sets_from (&p->sets, kept.v, kept.n);
  vec_free (&kept);
  return where;
}

setid refined_points (struct pointers *p, setid all, setid where)
{
  if (all == where)
    return where;
  uint32_t known = map_get (&p->refined, map_pair (all, where), 0);
  if (!known) {
    known = 1 + refine_points (p, all, where);
    map_set (&p->refined, map_pair (all, where), known);
  }
  return known - 1;
}

setid points_in_objects (struct pointers *p, setid where, setid of)
{
  vec_u32 kept = {0};
  if (of && !values_worlds_of (p, sets_union (&p->sets, where, of)))
    keep_objects (p, where, of, &kept);
  if (kept.n)
    where = sets_from (&p->sets, kept.v, kept.n);
  vec_free (&kept);
  return where;
}

/* Deferred calls */

funid function_of_expr (const struct summaries *s, expr_id e)
{
  if (!e || expr_get (&s->x, e)->op != X_OBJECT)
    return 0;
  const struct abstract_object *o = &s->p->objects.v.v[expr_get (&s->x, e)->a];
  return o->kind == OBJECT_FUNCTION ? o->a : 0;
}

bool is_known_before (const struct summaries *s, funid callee, funid caller)
{
  return s->component[callee] < s->component[caller];
}

bool can_bring (const struct summaries *s, funid caller, funid callee)
{
  return s->of[callee].known && is_known_before (s, callee, caller) && !s->p->models[callee];
}

/* Nobody above knows better where a pointer leads that mentions no formal: all that it may be. */
uint32_t deferred_targets (struct summaries *s, funid f, expr_id e, const struct item *call,
                           funid out[MOST_TARGETS])
{
  const struct objects *o = &s->p->objects;
  uint32_t n = 0, first, end;
  out[0] = function_of_expr (s, e);
  if (out[0])
    return 1;
  if (expr_has_formal (&s->x, e))
    return 0;
  setid set = e ? expr_points (&s->x, f, e) : SETS_EMPTY;
  call = item_core (s, call);
  for (struct set_iter k = sets_each (&s->p->sets, set); set_next (&k);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, k.x)];
    if (v->kind != OBJECT_FUNCTION || !call_may_be_of (s->p, call->function, call->record, v->a))
      continue;
    if (n == MOST_TARGETS)
      return 0;
    out[n++] = v->a;
  }
  calls_of_record (s->p, call->function, call->record, &first, &end);
  for (uint32_t k = first, any = n; !any && k < end; k++)
    if (s->p->calls.v[k].kind == CALL_NOW) {
      if (n == MOST_TARGETS)
        return 0;
      out[n++] = s->p->calls.v[k].callee;
    }
  return n;
}

expr_id substitute (struct summaries *s, expr_id e, const expr_id *actuals, uint32_t n,
                    const struct item *fork, uint32_t *used)
{
  struct exprs *x = &s->x;
  if (!e)
    return 0;
  struct expr v = *expr_get (x, e);
  if (!(v.flags & (XF_FORMAL | XF_OPAQUE)))
    return e;
  expr_id a = v.op == X_FORMAL || v.op == X_FRESH || v.op == X_VALUE || v.op == X_AT
                  ? 0
                  : substitute (s, v.a, actuals, n, fork, used);
  switch ((enum expr_op)v.op) {
  case X_FORMAL:
    return v.a < n ? actuals[v.a] : 0;
  case X_FRESH:
  case X_VALUE:
    return expr_at (x, e, expr_version (x, fork->function, fork->record, 0));
  case X_AT:
    return expr_at (x, v.a, expr_version (x, fork->function, fork->record, v.b));
  case X_LOAD:
    for (uint32_t i = 0; a && i < MOST_MEMORY; i++)
      if (fork->memory[i].at == a && fork->memory[i].key == (uint64_t)v.k &&
          fork->memory[i].value) {
        *used |= (uint32_t)1 << i;
        return fork->memory[i].value;
      }
    return expr_load (x, a, expr_version (x, fork->function, fork->record, v.b), (uint64_t)v.k);
  case X_REACHED: {
    uint32_t version = expr_version (x, fork->function, fork->record, v.b);
    expr_id r = expr_reached (x, a, version, v.code);
    return r ? r : expr_at (x, expr_unreached (x, e), version);
  }
  case X_SIGNAL:
    return v.b ? expr_turn (x, v.code, a, substitute (s, v.b, actuals, n, fork, used))
               : expr_signal (x, v.code, a, v.k);
  case X_ADD:
    return expr_add (x, a, v.k);
  case X_INDEX:
    return expr_index (x, a, substitute (s, v.b, actuals, n, fork, used), v.k);
  case X_OP:
    return expr_binary (x, v.code, a, substitute (s, v.b, actuals, n, fork, used));
  case X_CONVERT:
    return expr_convert (x, a, (unsigned)(v.k < 0 ? -v.k : v.k), v.k < 0);
  default:
    return e;
  }
}

void item_path (const struct summaries *s, uint32_t item, vec_u32 *out)
{
  for (; item; item = s->items.v[item].inner) {
    vec_push (out, item);
    for (uint32_t v = s->items.v[item].via; v; v = s->items.v[v].inner)
      vec_push (out, v);
  }
}

/* Functions */

/* Whether the program, or the thread, may end at a call that the function makes. */
static bool ends_at (const struct body *d, uint32_t record)
{
  const struct record *r = d->b->records[record];
  uint32_t first, end;
  if (r->kind != REC_call)
    return false;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  return ((const struct rec_call *)r)->flags & CF_NORETURN ||
         (first < end && d->s->never_returns[d->s->p->calls.v[first].callee]);
}

/* A small function that returns a number, or does not always return: which ones, or when, may
   decide what its callers do. */
static bool returns_few (const struct body *d)
{
  enum { SMALL = 24 };
  bool any = false;
  for (uint32_t r = 0; d->b->n_blocks > 1 && d->b->n_blocks <= SMALL && r < d->b->n_records; r++) {
    any |= ends_at (d, r);
    const struct rec_return *ret = (const struct rec_return *)d->b->records[r];
    uint32_t type = ret->r.kind == REC_return && ret->value.kind == OPND_VALUE
                        ? d->b->value_types[ret->value.value]
                        : 0;
    any |= type && (d->u->types[type].r.kind == TK_INTEGER || d->u->types[type].r.kind == TK_BOOL ||
                    d->u->types[type].r.kind == TK_ENUM);
  }
  return any;
}

static void summarise (struct summaries *s, funid f)
{
  const struct program *program = s->p->objects.program;
  struct body d = {.s = s,
                   .f = f,
                   .b = program->functions[f].body,
                   .u = function_unit (program, f),
                   .pu = &program->units[program->functions[f].unit]};
  struct summary m = {.known = true};
  if (!d.b->n_blocks)
    return;
  d.flow = *flow_of (program, f);
  for (uint32_t r = 0; r < d.b->n_records; r++)
    if (d.b->records[r]->kind == REC_return && d.flow.rpo.place[d.flow.block_of[r]] != NODE_NONE)
      vec_push (&d.returns, r);
  values_find (&d, &m);
  teams_find_iterations (&d);
  if (s->filter->sliced[f] || returns_few (&d))
    locks_find (&d, &m);
  else
    m.rows[m.n_rows++].result = result_unknown;
  escape_find (&d, &m);
  if (s->filter->sliced[f]) {
    items_find (&d, &m);
    operations_bring (&d, &m);
  }
  lanes_find (&d);
  s->of[f] = m;
  map_free (&d.inst);
  map_free (&d.loop_at);
  vec_free (&d.loops);
  map_free (&d.stores_at);
  map_free (&d.stores_of);
  vec_free (&d.listed_stores);
  vec_free (&d.shaped);
  map_free (&d.open_accesses);
  vec_free (&d.repeated);
  map_free (&d.shaped_at);
  map_free (&d.expected);
  vec_free (&d.reuses);
  vec_free (&d.snapshots);
  vec_free (&d.tables);
  vec_free (&d.takes);
  vec_free (&d.ways);
  vec_free (&d.loose);
  vec_free (&d.joins);
  vec_free (&d.forks);
  vec_free (&d.handles);
  vec_free (&d.returns);
  vec_free (&d.posts);
  vec_free (&d.sinks);
  vec_free (&d.counting);
  vec_free (&d.claims);
  map_free (&d.drops);
  map_free (&d.before_store);
  map_free (&d.given);
  map_free (&d.copied);
  map_free (&d.held_once);
  tuples_free (&d.carried);
  vec_free (&d.carried_to);
  tuples_free (&d.calls);
  vec_free (&d.called);
  tuples_free (&d.meets);
  vec_free (&d.met);
  map_free (&d.leavings);
  arena_free (&d.arena);
}

/* Functions that call each other, until what was taken for granted of them is so. */
static void summarise_component (struct summaries *s, const funid *members, uint32_t n,
                                 struct keeper *keeper)
{
  const struct program *program = s->p->objects.program;
  struct made first = summaries_made (s);
  uint32_t made = s->made.n, next = keeper ? keeper->next : 0;
  recursion_begin (s, members, n);
  for (uint32_t times = 0; !times || recursion_differs (s, members, n, times - 1); times++) {
    summaries_cut (s, &first, made);
    if (keeper)
      keeper->next = next;
    for (uint32_t i = 0; times && i < n; i++)
      if (members[i] <= program->n_functions)
        s->of[members[i]] = (struct summary){0};
    for (uint32_t i = 0; i < n; i++) {
      funid f = members[i];
      if (!f || f > program->n_functions || !program->functions[f].body || s->p->models[f])
        continue;
      struct made before = summaries_made (s);
      vec_push (&s->made, before);
      if (keeper && keep_function (keeper, s, f, times))
        continue;
      summarise (s, f);
      if (keeper)
        keep_compare (keeper, s, f, &before);
      recursion_note (s, f);
    }
  }
  for (uint32_t i = 0; i < n; i++)
    if (members[i] && members[i] <= program->n_functions) {
      s->stats.functions += s->of[members[i]].known;
      s->stats.open += s->of[members[i]].n_open;
    }
}

/* All functions, callees first. */
static void summarise_all (struct summaries *s, const struct scc *scc, struct keeper *keeper)
{
  for (uint32_t c = 0; c < scc->n; c++) {
    watch_share (c, scc->n);
    summarise_component (s, scc->members + scc->first[c], scc->first[c + 1] - scc->first[c],
                         keeper);
  }
  vec_push (&s->made, summaries_made (s));
}

/* KEEPER: what is left of the round before; NULL: nothing. */
static void find (struct summaries *s, const struct map *broken, struct keeper *keeper)
{
  struct pointers *p = s->p;
  uint32_t n = p->objects.program->n_functions;
  for (uint32_t i = 0; i < map_size (broken); i++) {
    map_set (&s->broken, map_key (broken, i), map_value (broken, i));
    if (map_key (broken, i) >> 32 == BROKEN_GATE)
      bitset_add (&s->gates, (uint32_t)map_key (broken, i));
  }
  s->of = xcalloc (n + 1, sizeof *s->of);
  s->component = xcalloc (n + 1, sizeof *s->component);
  s->calls_unseen = xcalloc (n + 1, sizeof *s->calls_unseen);
  vec_push (&s->items, (struct item){0});
  vec_push (&s->operations, (struct operation){0});
  permits_find (s);
  if (!s->keeps) {
    s->calls = call_graph (p, &s->arena);
    s->knots = scc_find (&s->arena, &s->calls);
    library_find (s, &s->knots);
    keeps_find (s, &s->knots);
    s->order = order_find (s, &s->knots, &s->arena);
  }
  for (funid f = 1; f <= n; f++)
    s->component[f] = s->order.of[f];
  find_sets (s, &s->calls, &s->knots);
  if (!s->gives_up)
    recursion_start (s);
  s->leaving_of = xcalloc (n + 1, 2 * sizeof *s->leaving_of);
  variables_find (s);
  if (keeper)
    keep_variables (keeper, s);
  teams_find_regions (s);
  summarise_all (s, &s->order, keeper);
  summaries_apply_notes (s);
}

static void start (struct summaries *s, struct pointers *p, const struct effects *effects,
                   const struct prefilter *filter)
{
  *s = (struct summaries){.p = p, .effects = effects, .filter = filter};
  exprs_init (&s->x, p);
}

#define FIELD(name)                                                            \
  {                                                                            \
    offsetof (struct summaries, name), sizeof ((struct summaries *)NULL)->name \
  }

/* What is found in pointers, effects and bodies alone is so in each round. */
static const struct {
  size_t at, size;
} lasting[] = {
    FIELD (arena),
    FIELD (calls),
    FIELD (knots),
    FIELD (order),
    FIELD (lock_groups),
    FIELD (errorcheck),
    FIELD (recursive),
    FIELD (choosing),
    FIELD (jumps),
    FIELD (cancels),
    FIELD (never_returns),
    FIELD (stands_in),
    FIELD (robust),
    FIELD (keeps),
    FIELD (tables),
    FIELD (leads),
    FIELD (signs),
    FIELD (assigned),
    FIELD (gives_up),
    FIELD (hands_out),
    FIELD (asked),
    FIELD (mod),
    FIELD (mod_all),
    FIELD (flags),
    FIELD (flag_set),
    FIELD (awaited),
    FIELD (compared),
    FIELD (tested),
    FIELD (tested_bytes),
    FIELD (constants),
    FIELD (constant_at),
    FIELD (constant_set),
    FIELD (constant_objects),
    FIELD (invariants),
    FIELD (main_runs),
    FIELD (may_fork),
    FIELD (fields),
    FIELD (field_at),
    FIELD (field_objects),
    FIELD (turns),
    FIELD (covered_turns),
    FIELD (mode_turns),
    FIELD (turn_writes),
    FIELD (fences),
    FIELD (fenced),
    FIELD (claimable),
    FIELD (written),
    FIELD (wanted),
    FIELD (wanted_in),
    FIELD (knows_variables),
};

/* ... and there are about as many items. */
static void hand_over (struct summaries *from, struct summaries *to)
{
  vec_reserve (&to->items, (uint64_t)from->items.n);
  for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++) {
    memcpy ((char *)to + lasting[i].at, (char *)from + lasting[i].at, lasting[i].size);
    memset ((char *)from + lasting[i].at, 0, lasting[i].size);
  }
}

void summaries_find (struct summaries *s, struct pointers *p, const struct effects *effects,
                     const struct prefilter *filter, const struct map *broken)
{
  start (s, p, effects, filter);
  find (s, broken, NULL);
}

void summaries_find_again (struct summaries *s, const struct map *broken)
{
  struct keeper keeper;
  if (keep_start (&keeper, s, broken)) {
    hand_over (&keeper.old, s);
    find (s, broken, &keeper);
    keep_end (&keeper);
    return;
  }
  keep_nothing (&keeper);
  struct summaries old = *s;
  start (s, old.p, old.effects, old.filter);
  hand_over (&old, s);
  summaries_free (&old);
  find (s, broken, NULL);
}

void summaries_free (struct summaries *s)
{
  exprs_free (&s->x);
  sets_free (&s->sets);
  arena_free (&s->arena);
  tuples_free (&s->holds);
  vec_free (&s->hold_of);
  map_free (&s->exports_of);
  vec_free (&s->exports);
  vec_free (&s->facts.v);
  hash_index_free (&s->facts.numbers);
  tuples_free (&s->numbers);
  map_free (&s->joined_facts[0]);
  map_free (&s->joined_facts[1]);
  tuples_free (&s->deferred);
  bitset_free (&s->regions);
  bitset_free (&s->leagues);
  bitset_free (&s->outer_regions);
  bitset_free (&s->in_inner_regions);
  bitset_free (&s->only_in_leagues);
  bitset_free (&s->loop_tasks);
  vec_free (&s->shared_loops);
  map_free (&s->constructs);
  map_free (&s->starts);
  map_free (&s->lane_races);
  tables_free (&s->tables);
  vec_free (&s->depends);
  map_free (&s->task_orders);
  tuples_free (&s->symbols);
  tuples_free (&s->slots);
  tuples_free (&s->slot_pairs);
  bitset_free (&s->apart);
  map_free (&s->iterations);
  free (s->of);
  free (s->mod);
  free (s->mod_all);
  free (s->releases);
  free (s->posts);
  free (s->acquires);
  free (s->gives_up);
  tuples_free (&s->leaving);
  free (s->leaving_of);
  bitset_free (&s->hands_out);
  map_free (&s->asked);
  free (s->calls_unseen);
  free (s->keeps);
  vec_free (&s->operations);
  bitset_free (&s->recursive);
  free (s->component);
  bitset_free (&s->relaxed);
  free (s->only_start);
  bitset_free (&s->tasks);
  vec_free (&s->items);
  vec_free (&s->opened);
  vec_free (&s->forks);
  vec_free (&s->exported);
  vec_free (&s->object_roots);
  vec_free (&s->points);
  vec_free (&s->shapes);
  bitset_free (&s->owned);
  bitset_free (&s->taken);
  map_free (&s->broken);
  vec_free (&s->notes);
  vec_free (&s->made);
  map_free (&s->ahead);
  map_free (&s->draws);
  bitset_free (&s->flags);
  map_free (&s->each);
  assigned_free (&s->assigned);
  leads_free (&s->leads);
  signs_free (&s->signs);
  bitset_free (&s->tested);
  bitset_free (&s->turns);
  bitset_free (&s->awaited);
  bitset_free (&s->compared);
  bitset_free (&s->fenced);
  bitset_free (&s->covered_turns);
  bitset_free (&s->mode_turns);
  map_free (&s->turn_writes);
  map_free (&s->turns_of);
  map_free (&s->turn_names);
  vec_free (&s->turn_sets);
  map_free (&s->sends);
  bitset_free (&s->counts);
  map_free (&s->locked_looks);
  map_free (&s->known_copies);
  map_free (&s->cas_from);
  bitset_free (&s->gates);
  map_free (&s->lock_groups);
  bitset_free (&s->errorcheck);
  free (s->jumps);
  free (s->never_returns);
  free (s->choosing);
  map_free (&s->tested_bytes);
  constants_free (s);
  kept_free (s);
  bitset_free (&s->permits);
  bitset_free (&s->no_permits);
  bitset_free (&s->semaphores);
  bitset_free (&s->barriers);
  bitset_free (&s->spoiled);
  bitset_free (&s->onces);
  bitset_free (&s->rearmed);
  bitset_free (&s->done);
  map_free (&s->numbers_taken);
  map_free (&s->permit_of);
  bitset_free (&s->claimable);
  bitset_free (&s->written);
  bitset_free (&s->wanted);
}
