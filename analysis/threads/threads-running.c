/* Running: flags in memory that say whether a thread runs.

     if (pthread_create (&s->thread, ...))  return -1;      if (s->running) {
     s->running = true;                                       pthread_join (s->thread, NULL);
                                                              s->running = false;
                                                            }

   Whoever finds such a flag to be 0 need not join the thread: the edge that does not join counts as
   one that does.  That is so if one thread, main or another one that exists once, creates and joins
   it and looks at the flag, and if whenever it, main say, looks the flag is set while the thread
   may run:

   - it is set before or after each creation, before main looks or returns;
   - it is cleared only behind a join, before one, where a creation has failed, or before the
     thread exists.  If the thread may run at another creation with that handle, its joins prove
     nothing anyway.

   Which values are those of a flag that is set, the look says: all but 0, or one.  Only flags and
   handles that exist once are understood, and constants are all that is stored, or a pointer to
   what the handle is in: see running-objects.c.

   Who finds it to be 0 knows that the thread does not run, also if nothing is joined otherwise. */

#include "constants.h"
#include "running.h"

/* Ways through a function, from a record on */

enum way_step { STEP_ON, STEP_DONE, STEP_BAD };

struct ways {
  struct flag_finder *x;
  funid f;
  thread_id thread;
  const struct running_gate *gate; /* NULL: none */
  uint32_t target, other;          /* records; UINT32_MAX: none */
  uint32_t creation; /* edges on which this has failed are not taken; UINT32_MAX: none */
};

static struct result_range range_of_edge (const struct rec_branch *r, uint8_t kind)
{
  enum opcode code = kind == EK_TRUE ? r->code : opposite_comparison (r->code);
  static_assert (OP_GE - OP_EQ == RELATION_GE - RELATION_EQ, "comparisons");
  return result_range_of ((enum model_relation) (RELATION_EQ + (code - OP_EQ)), r->b.u.number);
}

static bool ranges_meet (struct result_range a, struct result_range b)
{
  int64_t low = a.low > b.low ? a.low : b.low, high = a.high < b.high ? a.high : b.high;
  return low < high ||
         (low == high && !(a.has_hole && a.hole == low) && !(b.has_hole && b.hole == low));
}

bool running_has_failed (const struct flag_finder *x, funid f, uint32_t creation,
                         struct result_range result)
{
  const struct summaries *s = x->d->s;
  uint32_t first, end;
  calls_of_record (s->p, f, creation, &first, &end);
  if (end - first == 0)
    return false;
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &s->p->calls.v[k];
    const struct model *m = s->p->models[c->callee];
    if (c->kind != CALL_NOW)
      continue;
    if (!m && !call_is_instantiated (s, c))
      return false;
    const struct summary *of = &s->of[c->callee];
    for (uint32_t i = 0; !m && i < of->n_rows; i++)
      if (!of->rows[i].unborn && ranges_meet (of->rows[i].result, result))
        return false;
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK &&
          (!m->effects[i].outcome ||
           model_outcome_given (m->effects[i].outcome, result) != ANSWER_NO))
        return false;
  }
  return true;
}

/* Whether the edge is taken only if the creation has failed. */
static bool is_failure (const struct ways *w, uint32_t block, uint32_t edge)
{
  const struct function *b = running_body (w->x, w->f);
  const struct block *v = &b->blocks[block];
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  return w->creation != UINT32_MAX && r && r->r.kind == REC_branch && r->code >= OP_EQ &&
         r->code <= OP_GE && r->b.kind == OPND_INT &&
         running_source (w->x, w->f, &r->a) == w->creation &&
         running_has_failed (w->x, w->f, w->creation, range_of_edge (r, v->edges[edge].kind));
}

static enum way_step never_there (const struct ways *w, uint32_t record)
{
  return record == w->target ? STEP_BAD : STEP_ON;
}

/* Finds the branches that look at the result of each call of the function. */
static void find_tests (struct flag_finder *x, funid f)
{
  const struct function *b = running_body (x, f);
  if (x->tests_of == f)
    return;
  x->tests_of = f;
  map_clear (&x->tested);
  vec_clear (&x->tests);
  for (uint32_t i = 0; i < b->n_blocks; i++) {
    const struct block *v = &b->blocks[i];
    const struct rec_branch *r =
        v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
    uint32_t call = r && r->r.kind == REC_branch ? running_source (x, f, &r->a) : UINT32_MAX;
    if (call == UINT32_MAX)
      continue;
    uint32_t *first = map_at (&x->tested, call);
    vec_push (&x->tests, (struct listed){i, *first});
    *first = x->tests.n;
  }
}

/* Whether some way from the block comes to the target, as its place in the tree of dominators shows
   already: all ways to the target pass it, and the creation cannot be found to have failed behind
   it. */
static bool comes_to_target (const struct ways *w, const struct flow *flow, uint32_t block)
{
  struct flag_finder *x = w->x;
  if (!dominates (&flow->dominators, block, flow->block_of[w->target]))
    return false;
  if (w->creation == UINT32_MAX)
    return true;
  find_tests (x, w->f);
  for (uint32_t n = map_get (&x->tested, w->creation, 0); n; n = x->tests.v[n - 1].next)
    if (dominates (&flow->dominators, block, x->tests.v[n - 1].what))
      return false;
  return true;
}

/* Whether TEST finds an end on each way from behind the record, and nothing bad before that. */
static bool all_ways (const struct ways *w, uint32_t record,
                      enum way_step (*test) (const struct ways *, uint32_t record))
{
  const struct function *b = running_body (w->x, w->f);
  const struct flow *flow = nonnull_flow (&w->x->nonnull, w->f);
  bool *seen = xcalloc (b->n_blocks, sizeof *seen), good = true, first = true;
  struct worklist list = {0};
  worklist_push (&list, flow->block_of[record]);
  for (uint32_t block; good && worklist_pop (&list, &block); first = false) {
    if (seen[block])
      continue;
    seen[block] = !first;
    enum way_step step =
        test == never_there && !first && comes_to_target (w, flow, block) ? STEP_BAD : STEP_ON;
    for (uint32_t r = first ? record + 1 : b->blocks[block].first;
         step == STEP_ON && r < b->blocks[block].end; r++)
      step = test (w, r);
    good = step != STEP_BAD;
    for (uint32_t k = 0; step == STEP_ON && k < b->blocks[block].n_edges; k++)
      if (!is_failure (w, block, k))
        worklist_push (&list, b->blocks[block].edges[k].target);
  }
  worklist_free (&list);
  free (seen);
  return good;
}

/* What happens at records */

/* Whether the join, which is not one of an array, always happens where its function has it. */
static bool joins_always (const struct summaries *s, uint32_t join)
{
  const struct item *i = &s->items.v[join];
  return !i->inner || s->items.v[i->inner].certain;
}

static bool joins_thread (const struct ways *w, uint32_t record)
{
  const struct flag_finder *x = w->x;
  for (uint32_t n = map_get (&x->joins_at, map_pair (w->f, record), 0); n;
       n = x->joins.v[n - 1].next)
    if (joins_always (x->d->s, x->joins.v[n - 1].what) &&
        sets_has (&x->d->t->sets, x->any[x->joins.v[n - 1].what], w->thread))
      return true;
  return false;
}

static bool creates_thread (const struct ways *w, uint32_t record)
{
  const struct item *v = w->x->d->s->items.v;
  for (uint32_t i = w->x->d->t->v.v[w->thread].item; i; i = v[i].inner)
    if (v[i].function == w->f && v[i].record == record)
      return true;
  return false;
}

/* Whether main may look at some flag there, or returns to where it may. */
static bool may_look (const struct ways *w, uint32_t record)
{
  const struct pointers *p = w->x->d->s->p;
  const struct function *b = running_body (w->x, w->f);
  uint32_t first, end, yes;
  struct look look;
  if (b->records[record]->kind == REC_return)
    return true;
  if (b->records[record]->kind == REC_branch)
    return running_look (w->x, w->f, nonnull_flow (&w->x->nonnull, w->f)->block_of[record], &yes,
                         &look) &&
           !look.self && sets_meet (&p->sets, look.where, w->gate->where);
  if (b->records[record]->kind != REC_call)
    return false;
  calls_of_record (p, w->f, record, &first, &end);
  bool looks = call_may_jump (w->x->d->s, w->f, record); /* to who does, a cleanup handler say */
  for (uint32_t k = first; k < end; k++)
    looks |= p->calls.v[k].kind == CALL_NOW && w->x->looks[p->calls.v[k].callee];
  return looks;
}

/* The first of the stores to the flag that the gate looks at, 1 + number; 0: there is none. */
static uint32_t stores_of (const struct flag_finder *x, const struct running_gate *gate)
{
  uint32_t l, n = 0;
  if (sets_is_single (&x->d->s->p->sets, gate->where, &l))
    n = map_get (&x->flag_at, l, 0);
  return n ? x->flags.v[n - 1].stores : 0;
}

/* Whether the flag is set then, for who looks at the gate, if the thread runs. */
static bool is_set_by (struct flag_finder *x, uint32_t store, const struct running_gate *gate,
                       thread_id thread)
{
  const struct flag_store *v = &x->stores.v[store];
  if (v->constant)
    return (v->value == gate->number) != gate->other;
  return gate->other && !gate->number && running_is_object (x, store, gate, thread);
}

/* 1 if the record clears the flag, 2 if it sets it; 0 it does not. */
static int sets_flag (const struct ways *w, uint32_t record)
{
  struct flag_finder *x = w->x;
  const struct effects *effects = x->d->s->effects;
  for (uint32_t i = stores_of (x, w->gate); i; i = x->stores.v[i - 1].next) {
    const struct effect *e = &effects->v.v[x->stores.v[i - 1].effect];
    if (e->function == w->f && e->record == record)
      return is_set_by (x, i - 1, w->gate, w->thread) ? 2 : 1;
  }
  return 0;
}

/* Whether a call there may set it. */
static bool may_change (const struct ways *w, uint32_t record)
{
  const struct summaries *s = w->x->d->s;
  uint32_t first, end;
  if (running_body (w->x, w->f)->records[record]->kind != REC_call)
    return false;
  calls_of_record (s->p, w->f, record, &first, &end);
  bool changes = first == end;
  for (uint32_t k = first; k < end; k++) {
    funid callee = s->p->calls.v[k].callee;
    changes |=
        s->p->calls.v[k].kind == CALL_NOW && !s->p->models[callee] &&
        (!callee || s->mod_all[callee] || sets_meet (&s->p->sets, s->mod[callee], w->gate->where));
  }
  return changes;
}

static enum way_step until_set (const struct ways *w, uint32_t record)
{
  int set = sets_flag (w, record);
  return set == 2 || joins_thread (w, record) ? STEP_DONE
         : set == 1 || may_look (w, record)   ? STEP_BAD
                                              : STEP_ON;
}

static enum way_step until_joined_or_created (const struct ways *w, uint32_t record)
{
  return joins_thread (w, record) || creates_thread (w, record) ? STEP_DONE
         : may_look (w, record)                                 ? STEP_BAD
                                                                : STEP_ON;
}

static enum way_step never_there_before_other (const struct ways *w, uint32_t record)
{
  return record == w->other ? STEP_DONE : never_there (w, record);
}

/* What main must do */

/* Whether nothing in the function clears the flag and leads to `target' then, but by `other'. */
static bool is_not_cleared_for (const struct ways *w)
{
  const struct function *b = running_body (w->x, w->f);
  bool good = true;
  for (uint32_t r = 0; r < b->n_records && good; r++)
    good =
        (sets_flag (w, r) != 1 && !may_change (w, r)) || all_ways (w, r, never_there_before_other);
  return good;
}

/* Whether a store that comes before the creation, as the item CHAIN[N] leads there, has set the
   flag whenever that is executed. */
static bool is_set_before (struct flag_finder *x, const struct running_gate *gate, thread_id thread,
                           const vec_u32 *chain, uint32_t n)
{
  const struct summaries *s = x->d->s;
  const struct item *i = &s->items.v[chain->v[n]];
  const struct flow *flow = nonnull_flow (&x->nonnull, i->function);
  bool good = false;
  for (uint32_t k = stores_of (x, gate); k && !good; k = x->stores.v[k - 1].next) {
    const struct effect *e = &s->effects->v.v[x->stores.v[k - 1].effect];
    struct ways w = {x, i->function, thread, gate, i->record, e->record, UINT32_MAX};
    good = is_set_by (x, k - 1, gate, thread) && e->function == i->function &&
           flow_dominates (flow, e->record, i->record) && is_not_cleared_for (&w);
  }
  for (uint32_t m = n + 1; m < chain->n && good; m++) {
    const struct item *inner = &s->items.v[chain->v[m]];
    struct ways w = {x, inner->function, thread, gate, inner->record, UINT32_MAX, UINT32_MAX};
    good = is_not_cleared_for (&w);
  }
  return good;
}

/* Whether the flag is set when the thread has been created and main looks. */
static bool is_set_with (struct flag_finder *x, const struct running_gate *gate, thread_id thread)
{
  const struct summaries *s = x->d->s;
  const struct item *v = s->items.v;
  bool inner_looks = false;
  vec_u32 chain = {0};
  for (uint32_t i = x->d->t->v.v[thread].item; i; i = v[i].inner)
    vec_push (&chain, i);
  bool good = false;
  for (uint32_t n = chain.n; !good && !inner_looks && n-- > 0;) {
    const struct item *i = &v[chain.v[n]];
    struct ways w = {x, i->function, thread, gate, i->record, UINT32_MAX, i->record};
    good = all_ways (&w, i->record, until_set) || is_set_before (x, gate, thread, &chain, n);
    inner_looks = x->looks[i->function];
  }
  vec_free (&chain);
  return good;
}

/* Whether the record is executed before the thread is created for the first time. */
static bool is_before (struct flag_finder *x, funid f, uint32_t record, thread_id thread)
{
  enum { DEEP = 8 };
  const struct pointers *p = x->d->s->p;
  const struct item *v = x->d->s->items.v;
  struct once *once = &x->d->terms->once;
  for (int n = 0; n < DEEP && called_once (once, f); n++) {
    const struct flow *flow = nonnull_flow (&x->nonnull, f);
    for (uint32_t i = x->d->t->v.v[thread].item; i; i = v[i].inner)
      if (v[i].function == f) {
        struct ways w = {x, f, thread, NULL, record, UINT32_MAX, UINT32_MAX};
        return v[i].record != record && !flow_dominates (flow, v[i].record, record) &&
               all_ways (&w, v[i].record, never_there);
      }
    const uint32_t *callers = x->nonnull.callers, first = x->nonnull.first[f];
    const struct call_edge *c = &p->calls.v[callers[first]];
    if (x->nonnull.first[f + 1] - first != 1 || c->kind != CALL_NOW || !c->caller)
      return false;
    record = c->record;
    f = c->caller;
  }
  return false;
}

/* Finds the functions that create the thread, or call who does, and the calls of all of these. */
static void find_creators (struct flag_finder *x, thread_id thread)
{
  const struct pointers *p = x->d->s->p;
  if (x->creators_of == thread)
    return;
  struct worklist list = {0};
  for (uint32_t i = 0; i < x->creators.n; i++)
    bitset_remove (&x->creates, x->creators.v[i]);
  vec_clear (&x->creators);
  vec_clear (&x->creating);
  x->creators_of = thread;
  for (uint32_t i = x->d->t->v.v[thread].item; i; i = x->d->s->items.v[i].inner)
    worklist_push (&list, x->d->s->items.v[i].function);
  for (uint32_t f; worklist_pop (&list, &f);) {
    if (!bitset_add (&x->creates, f))
      continue;
    vec_push (&x->creators, f);
    for (uint32_t k = x->nonnull.first[f]; k < x->nonnull.first[f + 1]; k++) {
      const struct call_edge *c = &p->calls.v[x->nonnull.callers[k]];
      vec_push (&x->creating, x->nonnull.callers[k]);
      if (c->kind == CALL_NOW && c->caller)
        worklist_push (&list, c->caller);
    }
  }
  worklist_free (&list);
}

/* The calls of the function of which nobody knows whom they call. */
static const vec_u32 *unknown_calls (struct flag_finder *x, funid f)
{
  const struct function *b = running_body (x, f);
  if (x->unknown_of == f)
    return &x->unknown;
  x->unknown_of = f;
  vec_clear (&x->unknown);
  for (uint32_t r = 0; r < b->n_records; r++) {
    uint32_t first, end;
    calls_of_record (x->d->s->p, f, r, &first, &end);
    if (b->records[r]->kind == REC_call && first == end)
      vec_push (&x->unknown, r);
  }
  return &x->unknown;
}

/* Whether a way from the record comes to w->target without w->other, which dominates it: then that
   dominates the record, too, or the target could be reached without it. */
static bool avoids_other (const struct ways *w, uint32_t record)
{
  return record != w->other &&
         flow_dominates (nonnull_flow (&w->x->nonnull, w->f), w->other, record) &&
         !all_ways (w, record, never_there_before_other);
}

/* Whether the thread may be created by a call of the function, at another record than w->other,
   which is not passed before w->target. */
static bool may_create_before (const struct ways *w)
{
  struct flag_finder *x = w->x;
  const struct item *v = x->d->s->items.v;
  const vec_u32 *unknown = unknown_calls (x, w->f);
  bool found = false;
  find_creators (x, w->thread);
  for (uint32_t i = 0; i < unknown->n && !found; i++)
    found = avoids_other (w, unknown->v[i]);
  for (uint32_t i = x->d->t->v.v[w->thread].item; i && !found; i = v[i].inner)
    found = v[i].function == w->f && avoids_other (w, v[i].record);
  for (uint32_t i = 0; i < x->creating.n && !found; i++) {
    const struct call_edge *c = &x->d->s->p->calls.v[x->creating.v[i]];
    found = c->caller == w->f && avoids_other (w, c->record);
  }
  return found;
}

bool running_not_at (struct flag_finder *x, funid f, uint32_t record, thread_id thread)
{
  const struct item *v = x->d->s->items.v;
  const struct flow *flow = nonnull_flow (&x->nonnull, f);
  struct ways w = {x, f, thread, NULL, record, UINT32_MAX, UINT32_MAX};
  if (is_before (x, f, record, thread))
    return true;
  for (uint32_t i = x->d->t->v.v[thread].item; i; i = v[i].inner)
    if (v[i].function == f && flow_dominates (flow, v[i].record, record)) {
      w.creation = v[i].record;
      if (all_ways (&w, v[i].record, never_there))
        return true; /* only if the creation has failed */
    }
  w.creation = UINT32_MAX;
  for (uint32_t n = map_get (&x->joins_of, map_pair (f, thread), 0); n;
       n = x->joined.v[n - 1].next) {
    uint32_t join = x->joined.v[n - 1].what, r = x->d->s->items.v[join].record;
    if (r == record || !flow_dominates (flow, r, record) || !joins_always (x->d->s, join))
      continue;
    w.other = r;
    if (!may_create_before (&w))
      return true;
  }
  return false;
}

/* Whether the thread does not run when the flag is cleared there, or is waited for before main
   looks. */
static bool is_cleared_without (struct flag_finder *x, const struct running_gate *gate,
                                thread_id thread, const struct effect *e)
{
  struct ways w = {x, e->function, thread, gate, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  return running_not_at (x, e->function, e->record, thread) ||
         all_ways (&w, e->record, until_joined_or_created);
}

bool running_exists_once (const struct thread_finder *d, loc_id l)
{
  const struct objects *o = &d->s->p->objects;
  struct array_around around[MOST_AROUND];
  object_id object = loc_object (o, l);
  return !loc_is_anywhere (o, l) && object_is_unique (d->terms, object) &&
         !arrays_around (o, object, loc_get (o, l)->offset, around);
}

uint64_t running_main (const struct thread_finder *d)
{
  const struct prefilter *p = d->s->filter;
  return d->program->main && p->entries.n && p->entries.v[0].function == d->program->main;
}

bool running_is_owned (const struct thread_finder *d, thread_id thread, uint64_t owner)
{
  const struct item *v = d->s->items.v;
  uint32_t i = d->t->v.v[thread].item;
  while (i && running_entry (d, v[i].function) != owner)
    i = v[i].inner;
  return owner && i && d->t->v.v[thread].kind == THREAD_CREATED && bitset_has (&d->t->sole, thread);
}

/* Whether what the gate looks at tells that none of the threads runs. */
static bool is_running_flag (struct flag_finder *x, const struct running_gate *gate, setid threads)
{
  struct thread_finder *d = x->d;
  uint64_t owner = running_owner (d, gate);
  uint32_t l;
  if (!owner || !sets_is_single (&d->s->p->sets, gate->where, &l) || !running_exists_once (d, l))
    return false;
  for (struct set_iter t = sets_each (&d->t->sets, threads); set_next (&t);) {
    if (!running_is_owned (d, t.x, owner))
      return false;
    if (gate->self && owner != running_main (d))
      return false;
    if (gate->self) {
      const struct item *fork = &d->s->items.v[d->t->v.v[t.x].item];
      uint32_t at;
      if (!sets_is_single (&d->s->p->sets, expr_points (&d->s->x, fork->function, fork->e[0]),
                           &at) ||
          at != l)
        return false;
      continue; /* main has put its own there when the thread did not run: see running-selves.c */
    }
    if (!is_set_with (x, gate, t.x))
      return false;
    for (uint32_t i = stores_of (x, gate); i; i = x->stores.v[i - 1].next) {
      const struct flag_store *store = &x->stores.v[i - 1];
      const struct effect *e = &d->s->effects->v.v[store->effect];
      if (!is_set_by (x, i - 1, gate, t.x) &&
          (!store->constant || running_entry (d, e->function) != owner ||
           !is_cleared_without (x, gate, t.x, e)))
        return false;
    }
  }
  return threads;
}

/* Finds out which gates tell that threads do not run.  Tests that do not are no gates. */
static void prove_gates (struct flag_finder *x)
{
  struct thread_finder *d = x->d;
  uint32_t n = 0;
  bool values = proves_by (d->s->p, PROOF_VALUES);
  for (uint32_t i = 0; i < d->gates.n; i++) {
    struct running_gate *gate = &d->gates.v[i];
    setid threads = x->any[gate->item];
    gate->proved = values && (gate->test ? running_test_tells : is_running_flag) (x, gate, threads);
    if (gate->proved || !gate->test)
      d->gates.v[n++] = *gate;
  }
  d->gates.n = n;
}

/* Finding them */

/* What is joined in some caller. */
static void find_any (struct flag_finder *x)
{
  struct thread_finder *d = x->d;
  x->any = ARENA_ARRAY (&x->arena, d->s->items.n, setid);
  for (uint32_t n = d->s->forks.n; n-- > 0;) {
    uint32_t i = d->s->forks.v[n];
    const struct item *item = &d->s->items.v[i];
    if (item->kind != ITEM_JOIN)
      continue;
    x->any[i] = sets_union (&d->t->sets, x->any[i], d->t->joins[i]);
    if (item->inner)
      x->any[item->inner] = sets_union (&d->t->sets, x->any[item->inner], x->any[i]);
  }
}

/* Lists joins of single handles by their records, and by whom they join in their functions. */
static void list_joins (struct flag_finder *x)
{
  const struct summaries *s = x->d->s;
  vec_clear (&x->joins);
  vec_clear (&x->joined);
  map_clear (&x->joins_at);
  map_clear (&x->joins_of);
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    const struct item *join = &s->items.v[i];
    if (join->kind != ITEM_JOIN || join->shape)
      continue;
    running_list (&x->joins, &x->joins_at, map_pair (join->function, join->record), i);
    for (struct set_iter t = sets_each (&x->d->t->sets, x->any[i]); set_next (&t);)
      running_list (&x->joined, &x->joins_of, map_pair (join->function, t.x), i);
  }
}

static void find_looks (struct flag_finder *x)
{
  const struct pointers *p = x->d->s->p;
  x->looks = ARENA_ARRAY (&x->arena, x->d->program->n_functions + 1, bool);
  for (uint32_t i = 0; i < x->d->gates.n; i++)
    x->looks[x->d->gates.v[i].function] |= !x->d->gates.v[i].test;
  for (uint32_t i = 0; i < x->seen.n; i++)
    x->looks[x->seen.v[i].function] = true;
  struct worklist list = {0};
  for (funid f = 0; f <= x->d->program->n_functions; f++)
    if (x->looks[f])
      worklist_push (&list, f);
  for (funid f; worklist_pop (&list, &f);)
    for (uint32_t k = x->nonnull.first[f]; k < x->nonnull.first[f + 1]; k++) {
      const struct call_edge *c = &p->calls.v[x->nonnull.callers[k]];
      if (c->kind != CALL_NOW || x->looks[c->caller])
        continue;
      x->looks[c->caller] = true;
      worklist_push (&list, c->caller);
    }
  worklist_free (&list);
}

static void find_stores (struct flag_finder *x, setid flags)
{
  struct summaries *s = x->d->s;
  for (uint32_t k = 0; flags && k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e) || e->mode == MODE_FREE)
      continue;
    setid set = sets_intersection (&s->p->sets, effect_locations (s->p, e), flags);
    bool from_world = set_traits (s->p, e->where) / SET_OWN & SET_WORLDS;
    for (struct set_iter i = sets_each (&s->p->sets, from_world ? flags : SETS_EMPTY);
         set_next (&i);)
      if (effect_may_reach (s->p, e, i.x))
        set = sets_add (&s->p->sets, set, i.x);
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
      struct flag *flag = &x->flags.v[map_get (&x->flag_at, i.x, 0) - 1];
      int64_t value = 0;
      bool constant = constants_stored (s, e, &value) || stored_constant (s, e, &value);
      vec_push (&x->stores, (struct flag_store){k, constant, value, flag->stores});
      flag->stores = x->stores.n;
    }
  }
}

/* Joins that each way through their function passes, or that of a callee which certainly does it;
   callees come first. */
static void find_certain (struct flag_finder *x)
{
  struct summaries *s = x->d->s;
  for (uint32_t n = 0; n < s->forks.n; n++) {
    uint32_t i = s->forks.v[n];
    struct item *join = &s->items.v[i];
    if (join->kind != ITEM_JOIN || join->certain || join->shape || join->task || join->n_depends ||
        join->via || (join->inner && !s->items.v[join->inner].certain))
      continue;
    join->certain = running_passes (x, join->function, join->record, i);
  }
}

static void find_flags (struct flag_finder *x)
{
  struct pointers *p = x->d->s->p;
  vec_u32 flags = {0};
  for (uint32_t i = 0; i < x->d->gates.n; i++) {
    uint32_t l;
    if (x->d->gates.v[i].self || !sets_is_single (&p->sets, x->d->gates.v[i].where, &l) ||
        map_find (&x->flag_at, l))
      continue;
    vec_push (&x->flags, (struct flag){l, 0});
    map_set (&x->flag_at, l, x->flags.n);
    vec_push (&flags, l);
  }
  find_stores (x, sets_from (&p->sets, flags.v, flags.n));
  vec_free (&flags);
}

/* Looks without joins, at flags that still tell what they do when main looks there, too. */
static void find_other_looks (struct flag_finder *x)
{
  uint32_t n = x->d->gates.n;
  running_find_looks (x);
  if (!x->seen.n)
    return;
  find_looks (x);
  for (uint32_t i = 0; i < n; i++) {
    struct running_gate gate = x->d->gates.v[i];
    setid threads = x->any[gate.item];
    if (gate.proved && !gate.self && !gate.test && is_running_flag (x, &gate, threads))
      running_add_looks (x, &gate, threads);
  }
  for (uint32_t i = n; i < x->d->gates.n; i++)
    x->d->t->relevant[x->d->gates.v[i].function] = true;
  threads_close_relevant (x->d);
}

void threads_find_running (struct thread_finder *d)
{
  struct flag_finder x = {.d = d};
  nonnull_init (&x.nonnull, d->s->p);
  bool values = proves_by (d->s->p, PROOF_VALUES);
  running_find_gates (&x);
  find_any (&x);
  list_joins (&x);
  running_check_selves (&x);
  find_any (&x);
  list_joins (&x);
  find_looks (&x);
  find_flags (&x);
  prove_gates (&x);
  if (values) {
    find_certain (&x);
    find_other_looks (&x);
  }
  vec_free (&x.seen);
  map_free (&x.seen_at);
  vec_free (&x.stored);
  map_free (&x.flag_at);
  map_free (&x.objects);
  vec_free (&x.flags);
  vec_free (&x.stores);
  bitset_free (&x.creates);
  vec_free (&x.creators);
  vec_free (&x.creating);
  vec_free (&x.unknown);
  vec_free (&x.joins);
  vec_free (&x.joined);
  map_free (&x.joins_at);
  map_free (&x.joins_of);
  vec_free (&x.tests);
  map_free (&x.tested);
  map_free (&x.selves);
  vec_free (&x.stored_selves);
  arena_free (&x.of_looks);
  nonnull_free (&x.nonnull);
  arena_free (&x.arena);
}
