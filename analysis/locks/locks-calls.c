/* Calls: what they do to the states; models say what library functions do, summaries what others
   do. */

#include "fences.h"
#include "locks-internal.h"
#include "teams.h"
#include "turns.h"

static bool excludes (enum lock_class c, enum lock_mode mode)
{
  return c != LOCK_RCU && c != LOCK_IRQ && c != LOCK_COND && c != LOCK_BARRIER &&
         !(c == LOCK_SEQ && mode == MODE_SHARED);
}

static struct result_range outside_of (const struct model_condition *c)
{
  static const uint8_t opposite[] = {RELATION_NE, RELATION_EQ, RELATION_GE,
                                     RELATION_GT, RELATION_LE, RELATION_LT};
  return result_range_of (opposite[c->relation], c->value);
}

/* An effect with an outcome that programs do not take for granted: state OK in which it happened,
   ST in which it did not. */
static void acquire_on_outcome (struct lock_walk *w, const struct state *st, const struct state *ok,
                                const struct model_outcome *o, expr_id result, struct states *out)
{
  struct state got = *ok, failed = *st;
  bool fails = o->fails && !w->d->s->robust; /* there are the first two results only */
  struct look *look = locks_look_of (w, result);
  w->news += !look->tried;
  look->tried = true;
  if (locks_learn (w, &got, result,
                   result_range_of (o->alternatives[0].relation, o->alternatives[0].value)))
    locks_add_state (w->d, out, &got);
  if (locks_learn (w, &failed, result,
                   fails ? result_range_of (RELATION_EQ, o->other)
                         : outside_of (&o->alternatives[0])))
    locks_add_state (w->d, out, &failed);
}

/* Whoever joins the thread whose handle was written to an address knows that it has ended. */
static void regain_tokens (struct lock_walk *w, struct state *st, expr_id handle, uint32_t record)
{
  struct body *d = w->d;
  if (!handle || expr_get (&d->s->x, handle)->op != X_LOAD || is_stale (d, handle, record))
    return;
  expr_id address = expr_get (&d->s->x, handle)->a;
  for (uint32_t i = 0; i < d->forks.n; i++)
    if (d->forks.v[i].handle == address &&
        is_of_call (d->s, handle, d->f, d->forks.v[i].record, d->forks.v[i].item))
      locks_acquire (d, st, expr_token (&d->s->x, d->f, d->forks.v[i].record), MODE_EXCLUSIVE, 1);
}

/* What is locked is there: a test of the pointer to it later says nothing new. */
static void learn_pointer (struct lock_walk *w, struct state *st, expr_id lock)
{
  int64_t offset;
  expr_id base = expr_base (&w->d->s->x, lock, &offset);
  if (base && expr_get (&w->d->s->x, base)->op == X_LOAD)
    locks_learn (w, st, base, result_range_of (RELATION_NE, 0));
}

bool locks_assume_model (struct lock_walk *w, const struct rec_call *c,
                         const struct model_effect *e, struct state *st)
{
  return locks_assume_range (w, st, value_of_model_operand (w->d, c, &e->op[ASSUME_VALUE]),
                             result_range_of (RELATION_NE, 0), DEEPEST_EXPR);
}

/* RESULT tells whether the call at RECORD has done what programs take for granted. */
static void expect (struct lock_walk *w, expr_id result, uint32_t record)
{
  const uint32_t *known = map_find (&w->expected, result);
  w->news += !known || *known != record;
  map_set (&w->expected, result, record);
}

static void apply_model (struct lock_walk *w, const struct model *m, uint32_t record,
                         const struct state *st, struct states *out)
{
  struct body *d = w->d;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  struct state now = *st;
  expr_id result = c->r.dst ? d->value[c->r.dst] : 0;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind == EFFECT_FORK || e->kind == EFFECT_PROCESS_FORK)
      locks_drop_hold (d->s, &now, expr_token (&d->s->x, d->f, record));
    if (e->kind == EFFECT_FORK)
      locks_close_gates (d, &now, record);
    if (e->kind == EFFECT_ASSUME && !locks_assume_model (w, c, e, &now))
      return;
    if (e->kind == EFFECT_CALLBACKS)
      locks_drop_released (d, &now, 0, false);
    if (e->kind == EFFECT_WAIT) {
      locks_open_gates (d, &now,
                        e->op[WAIT_LOCK].kind == MODEL_PLACE
                            ? address_of_model_place (d, c, &e->op[WAIT_LOCK].u.place)
                            : 0);
      locks_drop_references (d->s, &now);
    }
    if (e->kind == EFFECT_JOIN) {
      bool sure = !e->outcome || e->outcome->expected;
      struct state joined = now;
      regain_tokens (w, &joined, handle_of_model_operand (d, c, record, &e->op[JOIN_HANDLE]),
                     record);
      if (!sure && locks_learn (w, &joined, result,
                                result_range_of (e->outcome->alternatives[0].relation,
                                                 e->outcome->alternatives[0].value)))
        locks_add_state (d, out, &joined);
      if (sure)
        now = joined;
      else if (!locks_learn (w, &now, result, outside_of (&e->outcome->alternatives[0])))
        return;
    }
    struct state then = now;
    locks_apply_signal (w, c, record, e, &then);
    struct state without = e->kind == EFFECT_BARRIER_WAIT ? then : now;
    const struct model_outcome *on = locks_apply_permit (w, c, record, e, &then);
    if (e->kind == EFFECT_SINGLE) {
      locks_acquire (d, &then, teams_claim_at (d, record), MODE_EXCLUSIVE, 1);
      on = e->outcome;
    }
    if (on && !on->expected) {
      acquire_on_outcome (w, &without, &then, on, result, out);
      return;
    }
    if (on && result)
      expect (w, result, record);
    now = then;
    if (e->kind != EFFECT_ACQUIRE && e->kind != EFFECT_RELEASE && e->kind != EFFECT_CONVERT)
      continue;
    expr_id lock = lock_of_effect (d, c, e);
    locks_note_class (d->s, d->f, lock, e->op[ACQUIRE_CLASS].u.keyword);
    if (e->kind == EFFECT_RELEASE) {
      if (excludes (e->op[RELEASE_CLASS].u.keyword, MODE_EXCLUSIVE))
        locks_release (d, &now, lock);
      continue;
    }
    enum lock_mode mode = e->op[ACQUIRE_MODE].u.keyword;
    if (!excludes (e->op[ACQUIRE_CLASS].u.keyword, mode) || !lock)
      continue;
    if (e->kind == EFFECT_CONVERT) {
      uint32_t old = locks_find_hold (d->s, now.held, lock);
      if (old) {
        now.held = sets_difference (&d->s->sets, now.held, sets_single (&d->s->sets, old));
        locks_acquire (d, &now, lock, mode, 1);
      }
      continue;
    }
    if (e->outcome && !e->outcome->expected) {
      struct state got = now;
      locks_acquire (d, &got, lock, mode, 1);
      locks_pass_gate (d, &got, lock);
      acquire_on_outcome (w, &now, &got, e->outcome, result, out);
      return; /* nothing follows a try in any model */
    }
    if (e->guard && effect_happens (c, e) != ANSWER_YES)
      continue;
    if (e->outcome && result)
      expect (w, result, record);
    if (locks_fail (d, &now, lock))
      continue;
    locks_acquire (d, &now, lock, mode, 1);
    locks_pass_gate (d, &now, lock);
    learn_pointer (w, &now, lock);
  }
  if (result && (model_has (m, EFFECT_FORK) || model_has (m, EFFECT_PROCESS_FORK)))
    expect (w, result, record);
  locks_add_state (d, out, &now);
}

/* The lock that an effect of kind ACQUIRE, RELEASE or CONVERT is about. */
expr_id lock_of_effect (struct body *d, const struct rec_call *c, const struct model_effect *e)
{
  const struct model_operand *o = &e->op[ACQUIRE_LOCK];
  if (o->kind != MODEL_PLACE)
    return 0;
  if (o->u.place.base == MODEL_STATIC || o->u.place.base == MODEL_SAFE)
    return expr_object (&d->s->x, library_object (d->s->p, &o->u.place));
  return address_of_model_place (d, c, &o->u.place);
}

expr_id lock_that_exists_once (struct summaries *s, funid f, expr_id lock)
{
  struct exprs *x = &s->x;
  object_id object;
  int64_t offset;
  if (!lock || is_token (s, lock))
    return 0;
  if (!x->once.p)
    once_init (&x->once, x->p);
  return expr_only_place (x, f, lock, &object, &offset) && object_exists_once (&x->once, object)
             ? expr_add (x, expr_object (x, object), offset)
             : 0;
}

/* What a lock of the callee is in the caller. */
static expr_id lock_of_callee (struct body *d, uint32_t edge, funid callee, expr_id lock)
{
  expr_id here = instantiated (d, edge, lock);
  return here ? here : lock_that_exists_once (d->s, callee, lock);
}

/* The callee releases these, in its own terms.  Where the caller has no name for a lock, it is one
   of those that the callee's name may stand for. */
static void release_of_callee (struct body *d, struct state *st, uint32_t edge, funid callee,
                               setid released)
{
  struct summaries *s = d->s;
  vec_u32 tokens = {0}; /* there may be many of these */
  for (struct set_iter k = sets_each (&s->sets, released); set_next (&k);) {
    expr_id lock = instantiated (d, edge, k.x);
    if (lock && is_token (s, lock) && !is_claim (s, lock)) {
      vec_push (&tokens, lock);
      locks_forget_ended (s, st, lock);
      turns_forget (s, st, lock);
      continue;
    }
    if (!lock && k.x && expr_get (&s->x, k.x)->op == X_SIGNAL) { /* any signal, but no lock */
      vec_push (&tokens, expr_any_signal (&s->x));
      continue;
    }
    setid places = lock || is_token (s, k.x) ? SETS_EMPTY : expr_points (&s->x, callee, k.x);
    unsigned group = locks_group (s, callee, k.x);
    locks_note_group (s, d->f, lock, group);
    if (places)
      locks_drop_places (d, st, places, group);
    else
      locks_release (d, st, lock);
  }
  st->released = sets_union (&s->sets, st->released, sets_from (&s->sets, tokens.v, tokens.n));
  vec_free (&tokens);
}

/* Threads that the callee certainly joins have ended. */
static void join_of_callee (struct lock_walk *w, uint32_t edge, uint32_t record, struct state *st)
{
  struct body *d = w->d;
  const struct summary *m = &d->s->of[d->s->p->calls.v[edge].callee];
  for (uint32_t i = m->first_thread; d->forks.n && i < m->first_thread + m->n_threads; i++) {
    const struct item *join = &d->s->items.v[d->s->forks.v[i]];
    if (join->kind == ITEM_JOIN && join->open && join->certain && !join->shape && !join->task)
      regain_tokens (w, st, instantiated (d, edge, join->e[0]), record);
  }
}

/* What a row of the callee does to what is held and released. */
static void apply_row (struct lock_walk *w, uint32_t edge, uint32_t record, uint32_t number,
                       struct state *now)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  funid callee = s->p->calls.v[edge].callee;
  const struct exit_row *row = &s->of[callee].rows[number];
  uint32_t new = locks_find_call (d, edge, number, now);
  if (!new)
    return;
  enum start_phase phase = locks_phase (s, now);
  fences_load (d, now);
  if (!row->unborn) /* the thread that it creates runs from then on */
    locks_drop_hold (s, now, expr_token (&s->x, d->f, record));
  release_of_callee (d, now, edge, callee, row->released);
  join_of_callee (w, edge, record, now);
  for (struct set_iter k = sets_each (&s->sets, row->held); set_next (&k);) {
    struct hold h = hold_get (s, k.x);
    expr_id lock = lock_of_callee (d, edge, callee, h.lock);
    locks_note_group (s, d->f, lock, locks_group (s, callee, h.lock));
    if (!locks_fail (d, now, lock))
      locks_acquire (d, now, lock, h.mode, h.depth);
  }
  if (row->phase && !phase && !s->may_fork[d->f])
    locks_set_phase (s, now, row->phase);
  fences_return (d, now);
  now->maybe = locks_join_doubts (s, now->maybe, row->maybe);
  locks_keep_call (d, new, now);
}

bool locks_assume_row (struct lock_walk *w, uint32_t edge, const struct exit_row *row,
                       struct state *st)
{
  struct summaries *s = w->d->s;
  for (struct set_iter k = sets_each (&s->sets, row->facts); set_next (&k);)
    if (!locks_assume_range (w, st, instantiated (w->d, edge, fact_expr (s, k.x)),
                             fact_range (s, k.x), DEEPEST_EXPR))
      return false;
  return true;
}

static void apply_rows (struct lock_walk *w, uint32_t edge, uint32_t record, const struct state *st,
                        struct states *out)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct summary *callee = &s->of[s->p->calls.v[edge].callee];
  expr_id result = c->r.dst ? d->value[c->r.dst] : 0;
  for (uint32_t i = 0; i < callee->n_rows; i++) {
    const struct exit_row *row = &callee->rows[i];
    struct state now = *st;
    bool after = locks_phase (s, st) == PHASE_AFTER;
    if ((after && row->phase == PHASE_BEFORE) || !locks_assume_row (w, edge, row, &now))
      continue;
    apply_row (w, edge, record, i, &now);
    if (!result || locks_assume_range (w, &now, result, row->result, DEEPEST_EXPR))
      locks_add_state (d, out, &now);
  }
}

/* The callees of a record that has many, without a model: of those that do the same one each;
   UINT32_MAX ends.  They are found once. */
static uint32_t callees_of (struct lock_walk *w, uint32_t record, uint32_t first, uint32_t end)
{
  struct body *d = w->d;
  struct pointers *p = d->s->p;
  uint32_t *known = map_at (&w->targets, record);
  if (*known)
    return *known - 1;
  struct bitset seen = {0};
  *known = 1 + w->callees.n;
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &p->calls.v[k];
    if (call->kind == CALL_NOW && !p->models[call->callee] &&
        bitset_add (&seen, locks_leaving (d, call->callee, false)))
      vec_push (&w->callees, call->callee);
  }
  vec_push (&w->callees, UINT32_MAX);
  bitset_free (&seen);
  return *known - 1;
}

static void leave_callee (struct lock_walk *w, funid callee, const struct state *before,
                          struct states *out)
{
  struct state st = *before;
  locks_drop_released (w->d, &st, callee, false);
  fences_load (w->d, &st);
  locks_add_state (w->d, out, &st);
}

/* What the functions that are called at a record do to the states: those with a model, or the
 * others. */
static bool walk_targets (struct lock_walk *w, uint32_t record, bool modelled, struct states *out)
{
  struct body *d = w->d;
  struct pointers *p = d->s->p;
  uint32_t first, end;
  bool any = false;
  calls_of_record (p, d->f, record, &first, &end);
  if (!modelled && !calls_are_few (d->s, first, end)) {
    for (uint32_t k = callees_of (w, record, first, end); w->callees.v[k] != UINT32_MAX;
         k++, any = true)
      for (uint32_t i = 0; i < w->now.n; i++)
        leave_callee (w, w->callees.v[k], &w->now.v[i], out);
    return any;
  }
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (call->kind != CALL_NOW || !m != !modelled)
      continue;
    any = true;
    for (uint32_t i = 0; i < w->now.n; i++)
      if (m)
        apply_model (w, m, record, &w->now.v[i], out);
      else if (d->s->never_returns[call->callee])
        continue;
      else if (call_is_instantiated (d->s, call))
        apply_rows (w, k, record, &w->now.v[i], out);
      else
        leave_callee (w, call->callee, &w->now.v[i], out);
  }
  return any;
}

static bool has_model (const struct body *d, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (d->s->p->calls.v[k].kind == CALL_NOW && d->s->p->models[d->s->p->calls.v[k].callee])
      return true;
  return false;
}

void locks_walk_call (struct lock_walk *w, uint32_t record)
{
  struct states out = {0};
  uint32_t first, end;
  w->before_call = w->now;
  w->last_call = record;
  calls_of_record (w->d->s->p, w->d->f, record, &first, &end);
  if (first == end) /* nobody knows who is called */
    for (uint32_t i = 0; i < w->now.n; i++)
      locks_drop_released (w->d, &w->now.v[i], 0, false);
  bool callbacks = has_model (w->d, record);
  if (callbacks)
    out = w->now; /* a library need not call back */
  if (walk_targets (w, record, false, &out) || callbacks)
    w->now = out;
  out = (struct states){0};
  if (walk_targets (w, record, true, &out))
    w->now = out;
}

void carry_locks (struct body *d, uint32_t edge, const struct point *p, const struct item *inner,
                  setid *held, setid *released)
{
  struct summaries *s = d->s;
  uint32_t key[] = {edge, inner->held, inner->released, p->held, p->released};
  uint32_t id = tuples_intern (&d->carried, key, sizeof key / sizeof key[0]);
  if (id <= d->carried_to.n / 2) {
    *held = d->carried_to.v[2 * id - 2];
    *released = d->carried_to.v[2 * id - 1];
    return;
  }
  struct state st = {.held = p->held, .released = p->released};
  release_of_callee (d, &st, edge, inner->function, inner->released);
  for (struct set_iter k = sets_each (&s->sets, inner->held); set_next (&k);) {
    struct hold h = hold_get (s, k.x);
    expr_id lock = lock_of_callee (d, edge, inner->function, h.lock);
    locks_note_group (s, d->f, lock, locks_group (s, inner->function, h.lock));
    locks_acquire (d, &st, lock, h.mode, h.depth);
  }
  *held = st.held;
  *released = st.released;
  vec_push (&d->carried_to, st.held);
  vec_push (&d->carried_to, st.released);
}
