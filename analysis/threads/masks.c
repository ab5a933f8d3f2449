/* Masks: what each function, with those that it calls, does to the set of signals that are blocked,
   as a change of what was blocked when it was called; from there what is blocked where threads are
   created, which they begin with, and what they let through. */

#include "masks-internal.h"
#include "worklist.h"

#include <stdlib.h>

static const struct mask_change unchanged = {ALL_SIGNALS, 0};
static const struct mask_change unreached = {ALL_SIGNALS, ALL_SIGNALS};
static const struct mask_change all_open = {0, 0};

static signal_bits change (struct mask_change c, signal_bits x)
{
  return (x & c.keep) | c.gen;
}

static struct mask_change then (struct mask_change a, struct mask_change b)
{
  return (struct mask_change){a.keep & b.keep, (a.gen & b.keep) | b.gen};
}

/* What is blocked after both. */
static struct mask_change either (struct mask_change a, struct mask_change b)
{
  return (struct mask_change){(a.keep | a.gen) & (b.keep | b.gen), a.gen & b.gen};
}

static bool same_change (struct mask_change a, struct mask_change b)
{
  return (a.keep | a.gen) == (b.keep | b.gen) && a.gen == b.gen;
}

/* A function */

struct walk {
  struct mask_finder *d;
  funid f;
  const struct function *b;
  struct flow flow;
  struct map before; /* record that changes the mask: 1 + its number in CHANGES */
  VEC (struct mask_change) changes;
  struct mask_change *in; /* by block */
  bool *created;          /* by block: behind a creation */
  struct mask_summary found;
  bool changed;
};

/* Where the walk is. */
struct state {
  struct mask_change now;
  bool created;
};

/* Something is done at which so much is blocked. */
static void note (struct walk *w, const struct state *at, struct mask_change blocked)
{
  w->found.least = either (w->found.least, blocked);
  if (at->created)
    w->found.after = either (w->found.after, blocked);
}

static bool is_how (const struct walk *w, const struct operand *how, int64_t wanted)
{
  int64_t k;
  return how && constant_operand (w->b, how, &k) && k == wanted;
}

/* The mask of a set that a call gives. */
static struct mask_change set_to (struct walk *w, uint32_t record, const struct operand *set)
{
  uint32_t by = set ? mask_saved_by (w->d, &w->flow, w->f, record, set) : UINT32_MAX;
  uint32_t k = by != UINT32_MAX ? map_get (&w->before, by, 0) : 0;
  if (k)
    return w->changes.v[k - 1];
  if (by != UINT32_MAX)
    return unreached;
  return set ? (struct mask_change){0, signals_sure (w->d, &w->flow, w->f, record, set)} : all_open;
}

static void remember (struct walk *w, uint32_t record, struct mask_change now)
{
  uint32_t *k = map_at (&w->before, record);
  if (!*k) {
    vec_push (&w->changes, unreached);
    *k = w->changes.n;
  }
  w->changed |= !same_change (w->changes.v[*k - 1], now);
  w->changes.v[*k - 1] = now;
}

static void change_mask (struct walk *w, uint32_t record, const struct mask *m, struct state *at)
{
  int64_t null;
  remember (w, record, at->now);
  if (m->set && constant_operand (w->b, m->set, &null) && !null)
    return; /* asks */
  if (is_how (w, m->how, HOW_BLOCK)) {
    at->now.gen |= m->set ? signals_sure (w->d, &w->flow, w->f, record, m->set) : 0;
  } else if (is_how (w, m->how, HOW_UNBLOCK)) {
    signal_bits open = m->set ? signals_possible (w->d, w->f, m->set) : ALL_SIGNALS;
    at->now = then (at->now, (struct mask_change){~open, 0});
  } else if (is_how (w, m->how, HOW_WAIT)) {
    note (w, at, set_to (w, record, m->set));
  } else {
    at->now = is_how (w, m->how, HOW_SET) ? set_to (w, record, m->set) : all_open;
  }
}

/* A call of functions with bodies. */
static void enter (struct walk *w, uint32_t first, uint32_t end, struct state *at)
{
  const struct pointers *p = w->d->p;
  struct mask_change out = unreached;
  bool creates = false, any = false;
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &p->calls.v[k];
    w->d->at[k] = at->now;
    creates |= c->kind == CALL_FORK;
    if (c->kind != CALL_NOW)
      continue;
    any = true;
    if (!w->d->concerned[c->callee]) {
      out = either (out, at->now);
      continue;
    }
    const struct mask_summary *s = &w->d->of[c->callee];
    note (w, at, then (at->now, s->least));
    w->found.after = either (w->found.after, then (at->now, s->after));
    out = either (out, then (at->now, s->exit));
    creates |= s->creates;
  }
  at->now = any ? out : at->now;
  at->created |= creates;
}

static void walk_block (struct walk *w, uint32_t block)
{
  const struct pointers *p = w->d->p;
  const struct block *v = &w->b->blocks[block];
  struct state at = {w->in[block], w->created[block]};
  note (w, &at, at.now);
  for (uint32_t r = v->first; r < v->end; r++) {
    uint32_t first, end;
    calls_of_record (p, w->f, r, &first, &end);
    if (first == end)
      continue;
    struct mask m = mask_at (w->d, w->f, r);
    for (uint32_t k = first; m.found && k < end; k++)
      w->d->at[k] = at.now;
    if (m.found)
      change_mask (w, r, &m, &at);
    else
      enter (w, first, end, &at);
    note (w, &at, at.now);
  }
  if (!v->n_edges)
    w->found.exit = either (w->found.exit, at.now);
  w->found.creates |= at.created;
  for (uint32_t k = 0; k < v->n_edges; k++) {
    uint32_t to = v->edges[k].target;
    struct mask_change in = either (w->in[to], at.now);
    w->changed |= !same_change (in, w->in[to]) || (at.created && !w->created[to]);
    w->in[to] = in;
    w->created[to] |= at.created;
  }
}

static struct mask_summary walk_function (struct mask_finder *d, funid f)
{
  struct arena arena = {0};
  struct walk w = {.d = d, .f = f, .b = d->p->objects.program->functions[f].body};
  w.flow = *flow_of (d->p->objects.program, f);
  w.in = ARENA_ARRAY (&arena, w.b->n_blocks, struct mask_change);
  w.created = ARENA_ARRAY (&arena, w.b->n_blocks, bool);
  for (uint32_t i = 0; i < w.b->n_blocks; i++)
    w.in[i] = i ? unreached : unchanged;
  vec_clear (&d->here);
  for (uint32_t k = d->p->first_call[f]; k < d->p->first_call[f + 1]; k++) {
    uint32_t r = d->p->calls.v[k].record;
    if ((!d->here.n || d->here.v[d->here.n - 1] != r) && mask_at (d, f, r).found)
      vec_push (&d->here, r);
  }
  do {
    w.changed = false;
    w.found = (struct mask_summary){unreached, unreached, unreached, false};
    for (uint32_t i = 0; i < w.flow.rpo.n; i++)
      walk_block (&w, w.flow.rpo.nodes[i]);
  } while (w.changed);
  map_free (&w.before);
  vec_free (&w.changes);
  arena_free (&arena);
  return w.found;
}

/* The program */

/* By function: the calls that lead there. */
static struct csr calls_to (struct mask_finder *d)
{
  const struct pointers *p = d->p;
  uint32_t n = p->objects.program->n_functions + 1;
  uint32_t *from = ARENA_ARRAY (&d->arena, p->calls.n, uint32_t);
  uint32_t *to = ARENA_ARRAY (&d->arena, p->calls.n, uint32_t);
  for (uint32_t k = 0; k < p->calls.n; k++) {
    from[k] = p->calls.v[k].callee;
    to[k] = k;
  }
  return csr_from_edges (&d->arena, n > p->calls.n ? n : p->calls.n, from, to, p->calls.n);
}

/* Who calls, in its own thread; 0: nobody. */
static funid caller_now (const struct mask_finder *d, uint32_t k)
{
  const struct call_edge *c = &d->p->calls.v[d->calls.targets[k]];
  return c->kind == CALL_NOW ? c->caller : 0;
}

static void find_concerned (struct mask_finder *d)
{
  const struct pointers *p = d->p;
  struct worklist list = {0};
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->caller &&
        (c->kind == CALL_FORK || (c->kind == CALL_NOW && mask_at (d, c->caller, c->record).found)))
      worklist_push (&list, c->caller);
  }
  for (uint32_t f; worklist_pop (&list, &f);) {
    if (d->concerned[f])
      continue;
    d->concerned[f] = true;
    for (uint32_t k = d->calls.first[f]; k < d->calls.first[f + 1]; k++)
      if (caller_now (d, k))
        worklist_push (&list, caller_now (d, k));
  }
  worklist_free (&list);
}

static bool same_summary (const struct mask_summary *a, const struct mask_summary *b)
{
  return same_change (a->exit, b->exit) && same_change (a->least, b->least) &&
         same_change (a->after, b->after) && a->creates == b->creates;
}

/* Callees first, and again the callers of those that have changed. */
static void find_summaries (struct mask_finder *d)
{
  const struct program *program = d->p->objects.program;
  struct ranklist list;
  ranklist_init (&list, d->s->component, program->n_functions + 1);
  for (funid f = 1; f <= program->n_functions; f++) {
    d->of[f] = (struct mask_summary){unreached, unreached, unreached, false};
    if (d->concerned[f] && program->functions[f].body)
      ranklist_push (&list, f);
  }
  for (funid f; ranklist_pop (&list, &f);) {
    struct mask_summary s = walk_function (d, f);
    bool changed = !same_summary (&s, &d->of[f]);
    d->of[f] = s;
    for (uint32_t k = d->calls.first[f]; changed && k < d->calls.first[f + 1]; k++)
      if (caller_now (d, k))
        ranklist_push (&list, caller_now (d, k));
  }
  ranklist_free (&list);
}

static void lower (struct mask_finder *d, funid f, signal_bits blocked, struct worklist *list)
{
  signal_bits now = d->entry[f] & blocked;
  if (now != d->entry[f] || !d->entered[f])
    worklist_push (list, f);
  d->entry[f] = now;
  d->entered[f] = true;
}

/* What is blocked when a function begins, whoever calls it or begins with it as a thread. */
static void find_entries (struct mask_finder *d)
{
  const struct pointers *p = d->p;
  const struct program *program = p->objects.program;
  struct worklist list = {0};
  for (funid f = 1; f <= program->n_functions; f++) {
    d->entry[f] = ALL_SIGNALS;
    if (f == program->main || runs_by_itself (program, f) ||
        called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f))
      lower (d, f, 0, &list);
  }
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].kind != CALL_NOW && p->calls.v[k].kind != CALL_FORK)
      lower (d, p->calls.v[k].callee, 0, &list);
  for (uint32_t f; worklist_pop (&list, &f);)
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
      if (p->calls.v[k].kind == CALL_NOW || p->calls.v[k].kind == CALL_FORK)
        lower (d, p->calls.v[k].callee,
               change (d->concerned[f] ? d->at[k] : unchanged, d->entry[f]), &list);
  worklist_free (&list);
}

/* Whether something that the walks do not come to lets signals through, or creates threads. */
static bool is_unseen (const struct mask_finder *d)
{
  const struct pointers *p = d->p;
  for (funid f = 1; f <= p->objects.program->n_functions; f++) {
    bool outside = called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f);
    bool unseen = d->concerned[f] && (outside || runs_by_itself (p->objects.program, f));
    if (unseen && (d->of[f].creates || ~change (d->of[f].least, ALL_SIGNALS)))
      return true;
  }
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (d->concerned[c->callee] && c->kind != CALL_NOW && c->kind != CALL_FORK &&
        (c->kind == CALL_SIGNAL || d->of[c->callee].creates))
      return true;
  }
  return false;
}

/* Handlers */

static signal_bits bit_of (const struct function *b, const struct operand *o)
{
  int64_t n;
  return o && constant_operand (b, o, &n) && n > 0 && n <= 64 ? (signal_bits)1 << (n - 1) : 0;
}

static bool is_handed (struct mask_finder *d, const struct call_edge *c, const struct rec_call *r,
                       funid handler)
{
  object_id o = object_find (&d->p->objects, OBJECT_FUNCTION, handler, 0, 0);
  for (uint32_t k = 0; k < r->args.n; k++)
    for (struct set_iter i =
             sets_each (&d->p->sets, points_of_operand (d->p, c->caller, &r->args.v[k]));
         set_next (&i);)
      if (loc_object (&d->p->objects, i.x) == o)
        return true;
  return false;
}

/* The signals of a handler that its callers name, who hand it over: the number is formal N. */
static signal_bits callers_signals (struct mask_finder *d, funid f, uint32_t n, funid handler)
{
  const struct pointers *p = d->p;
  const struct program *program = p->objects.program;
  signal_bits all = 0;
  if (called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f))
    return ALL_SIGNALS;
  for (uint32_t k = d->calls.first[f]; k < d->calls.first[f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[d->calls.targets[k]];
    const struct function *b = program->functions[c->caller].body;
    const struct rec_call *r = b ? (const struct rec_call *)b->records[c->record] : NULL;
    signal_bits bit = r && r->r.kind == REC_call && c->kind == CALL_NOW && n < r->args.n
                          ? bit_of (b, &r->args.v[n])
                          : 0;
    if (!bit)
      return ALL_SIGNALS;
    if (is_handed (d, c, r, handler))
      all |= bit;
  }
  return all ? all : ALL_SIGNALS;
}

/* The signals for which a call installs a handler. */
static signal_bits numbers_of (struct mask_finder *d, const struct call_edge *at)
{
  const struct function *b = d->p->objects.program->functions[at->caller].body;
  const struct rec_call *c = (const struct rec_call *)b->records[at->record];
  const struct model_effect *e = mask_effect (d, at->caller, at->record, EFFECT_CALL);
  const struct model_call *call =
      e && e->op[CALL_WHEN].u.keyword == WHEN_IN_SIGNAL ? e->op[CALL_CALL].u.call : NULL;
  const struct operand *o = call && call->n_args ? mask_argument (c, &call->args[0]) : NULL;
  signal_bits bit = bit_of (b, o);
  for (uint32_t n = 0; !bit && o && o->kind == OPND_VALUE && n < b->n_params; n++)
    if (b->locals[n + 1].value == (int64_t)o->value)
      return callers_signals (d, at->caller, n, at->callee);
  return bit ? bit : ALL_SIGNALS;
}

/* What a thread may take while there are others. */
static signal_bits taken_by (const struct mask_finder *d, const struct thread *v)
{
  bool concerned = d->concerned[v->start];
  const struct mask_summary *s = &d->of[v->start];
  struct mask_change least = concerned ? s->least : unchanged;
  switch (v->kind) {
  case THREAD_MAIN:
    return ~change (s->after, 0);
  case THREAD_CREATED: /* a team may be older than its region */
    return d->s->items.v[v->item].region ? ALL_SIGNALS : ~change (least, d->entry[v->start]);
  case THREAD_LATER: /* in some other thread */
    return ~change (least, ALL_SIGNALS);
  default:
    return 0;
  }
}

/* By signal, the thread that takes it; 0: none, t->v.n: several. */
static void find_takers (struct mask_finder *d, struct threads *t, thread_id *takers)
{
  for (thread_id i = 1; i < t->v.n; i++) {
    signal_bits taken = taken_by (d, &t->v.v[i]);
    for (int n = 0; taken; n++, taken >>= 1)
      if (taken & 1)
        takers[n] = takers[n] ? t->v.n : i;
  }
}

/* Main may take all of them while there are no others. */
static thread_id only_taker (const struct threads *t, const thread_id *takers, signal_bits signals)
{
  thread_id by = 0;
  for (int n = 0; signals; n++, signals >>= 1)
    if (signals & 1 && takers[n]) {
      if (takers[n] == t->v.n || (by && by != takers[n]))
        return 0;
      by = takers[n];
    }
  return by ? by : 1;
}

void masks_find (struct threads *t)
{
  const struct program *program = t->s->p->objects.program;
  struct pointers *p = t->s->p;
  struct mask_finder d = {.s = t->s, .p = p};
  bool any = false;
  for (uint32_t k = 0; k < p->calls.n; k++)
    any |= p->calls.v[k].kind == CALL_SIGNAL;
  if (!any || !program->main || program->n_entries)
    return;
  uint32_t n = program->n_functions + 1;
  masks_find_wrapped (&d);
  masks_find_writers (&d);
  d.concerned = ARENA_ARRAY (&d.arena, n, bool);
  d.entered = ARENA_ARRAY (&d.arena, n, bool);
  d.of = ARENA_ARRAY (&d.arena, n, struct mask_summary);
  d.at = ARENA_ARRAY (&d.arena, p->calls.n, struct mask_change);
  d.entry = ARENA_ARRAY (&d.arena, n, signal_bits);
  signal_bits *of = ARENA_ARRAY (&d.arena, n, signal_bits); /* by handler */
  thread_id takers[64] = {0};
  d.calls = calls_to (&d);
  find_concerned (&d);
  find_summaries (&d);
  if (!is_unseen (&d)) {
    find_entries (&d);
    find_takers (&d, t, takers);
    for (uint32_t k = 0; k < p->calls.n; k++)
      if (p->calls.v[k].kind == CALL_SIGNAL && p->calls.v[k].caller)
        of[p->calls.v[k].callee] |= numbers_of (&d, &p->calls.v[k]);
    for (thread_id i = 1; i < t->v.n; i++)
      if (t->v.v[i].kind == THREAD_SIGNAL && of[t->v.v[i].start]) {
        t->v.v[i].taken_by = only_taker (t, takers, of[t->v.v[i].start]);
        t->v.v[i].many = !t->v.v[i].taken_by || t->v.v[t->v.v[i].taken_by].many;
      }
  }
  vec_free (&d.here);
  map_free (&d.wanted);
  arena_free (&d.arena);
}
