/* Acquiring and releasing: what instructions and calls do to the locks of a state; models say what
   library functions do, summaries what others do. */

#include "constants.h"
#include "locks-internal.h"
#include "permits.h"
#include "teams.h"

/* What is seen of a counter tells how often it has been counted. */
static void see_counter (struct lock_walk *w, struct state *st, expr_id load, expr_id address,
                         struct result_range r)
{
  struct body *d = w->d;
  uint32_t l;
  const struct constant *c =
      sets_is_single (&d->s->p->sets, expr_points (&d->s->x, d->f, address), &l)
          ? counter_at (d->s, l)
          : NULL;
  if (!c)
    return;
  /* What the thread has loaded to count it further: it has done that, too. */
  int64_t step = (int64_t)map_get (&w->updates, load, 1) - 1;
  step = step == 2 ? -1 : step;
  int64_t low, high;
  counter_start (c, &low, &high);
  if (c->up && !c->down && r.low > low - step && r.low < INT64_MAX)
    locks_acquire (d, st, expr_signal (&d->s->x, SIGNAL_SEEN_UP, address, r.low + step),
                   MODE_SHARED, 1);
  if (c->down && r.high > INT64_MIN && r.high < INT64_MAX && (c->up || r.high < high - step))
    locks_acquire (d, st, expr_signal (&d->s->x, SIGNAL_SEEN_DOWN, address, r.high + step),
                   MODE_SHARED, 1);
  if (step && r.low == r.high && c->up != c->down)
    locks_acquire (d, st, expr_signal (&d->s->x, SIGNAL_COUNTED, address, r.low + step),
                   MODE_SHARED, 1);
}

/* E, which was loaded from a flag, is 0: that stays so as long as a lock is held under which all
   set it; see signals.h. */
static void find_unset (struct lock_walk *w, struct state *st, expr_id e, expr_id address)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  const struct expr *v = expr_get (&s->x, e);
  uint32_t load = v->op == X_VALUE && v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  if (v->op == X_LOAD && tuples_length (&s->x.versions, v->b) == 2 &&
      tuples_numbers (&s->x.versions, v->b)[0] == d->f)
    load = tuples_numbers (&s->x.versions, v->b)[1];
  d->tests_flags = true;
  if (!d->knows_points || load == UINT32_MAX || !d->point[load].reached)
    return;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (!is_token (s, h.lock) && h.mode == MODE_EXCLUSIVE &&
        sets_has (&s->sets, d->point[load].held, i.x) && held_between (d, h.lock, load, w->at)) {
      locks_acquire (d, st, expr_signal (&s->x, SIGNAL_UNSET, address, 0), MODE_SHARED, 1);
      return;
    }
  }
}

void locks_see_signal (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct body *d = w->d;
  struct result_range zero;
  while (expr_get (&d->s->x, e)->op == X_CONVERT)
    e = expr_get (&d->s->x, e)->a;
  struct expr v = *expr_get (&d->s->x, e);
  bool unset = r.low == 0 && r.high == 0, relaxed = (uint64_t)v.k & LOAD_RELAXED;
  if (v.op != X_LOAD || (relaxed && !unset))
    return;
  if (!relaxed)
    see_counter (w, st, e, v.a, r);
  if (!is_flag (d->s, expr_points (&d->s->x, d->f, v.a)))
    return;
  if (unset) /* whoever holds the lock needs no other order */
    find_unset (w, st, e, v.a);
  else if (!locks_range_meet (r, result_range_of (RELATION_EQ, 0), &zero))
    locks_acquire (d, st, expr_signal (&d->s->x, SIGNAL_SEEN, v.a, 0), MODE_SHARED, 1);
}

/* Claims */

void locks_see_claim (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  expr_id claim = r.low == r.high ? teams_claim (w->d, e, r.low) : 0;
  if (claim && !locks_find_hold (w->d->s, st->held, claim))
    locks_acquire (w->d, st, claim, MODE_EXCLUSIVE, 1);
}

/* After a barrier of the team what was one thread's belongs to nobody; the number of the thread
   stays. */
static void drop_claims (struct summaries *s, struct state *st)
{
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    expr_id lock = hold_get (s, i.x).lock;
    if (is_claim (s, lock) && expr_get (&s->x, lock)->a)
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
}

/* Acquiring and releasing */

bool is_token (const struct summaries *s, expr_id lock)
{
  if (!lock)
    return false;
  uint8_t op = expr_get (&s->x, lock)->op;
  return op == X_TOKEN || op == X_SIGNAL || op == X_CLAIM;
}

bool may_be_same_lock (struct summaries *s, funid f, expr_id a, funid g, expr_id b)
{
  if (!a || !b)
    return true;
  if (is_token (s, a) || is_token (s, b))
    return false;
  if (a == b && f == g)
    return true;
  loc_id permit = map_size (&s->permit_of) ? permit_location (s, f, a) : 0;
  if (permit && permit == permit_location (s, g, b))
    return true;
  setid x = expr_points (&s->x, f, a), y = expr_points (&s->x, g, b);
  return !x || !y || points_may_meet (s->p, x, y);
}

uint32_t locks_find_hold (const struct summaries *s, setid held, expr_id lock)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (hold_get (s, i.x).lock == lock)
      return i.x;
  return 0;
}

void locks_acquire (struct body *d, struct state *st, expr_id lock, enum lock_mode mode,
                    unsigned depth)
{
  struct summaries *s = d->s;
  if (!lock)
    return;
  uint32_t old = locks_find_hold (s, st->held, lock);
  struct hold h = {lock, (uint8_t)mode, (uint8_t)depth, 0};
  if (old) {
    struct hold before = hold_get (s, old);
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, old));
    depth += before.depth;
    h.origin = before.origin;
    if (before.mode == MODE_EXCLUSIVE)
      h.mode = MODE_EXCLUSIVE;
  }
  h.depth = (uint8_t)(depth < MOST_DEPTH ? depth : MOST_DEPTH);
  /* Beyond that a lock counts as not held.  Nobody holds so many, and sets of them at each point
     would take time by their square. */
  if (sets_size (&s->sets, st->held) < MOST_HELD)
    st->held = sets_add (&s->sets, st->held, hold_intern (s, h));
}

/* Takes out every lock that LOCK may be. */
static void drop_aliases (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    if (!is_token (s, hold_get (s, i.x).lock) &&
        may_be_same_lock (s, d->f, hold_get (s, i.x).lock, d->f, lock))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->held = kept;
}

/* Who counts up, for a new thread, has not seen that all have ended any more. */
static void forget_ended (struct summaries *s, struct state *st, expr_id signal)
{
  struct expr v = *expr_get (&s->x, signal);
  setid kept = st->held;
  if (v.op != X_SIGNAL || v.code != SIGNAL_SENT_UP)
    return;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    const struct expr *h = expr_get (&s->x, hold_get (s, i.x).lock);
    if (h->op == X_SIGNAL && h->code == SIGNAL_SEEN_DOWN && h->a == v.a)
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
}

/* Takes out the other names of a lock. */
static void drop_names (struct summaries *s, struct state *st, const struct hold *h)
{
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    struct hold o = hold_get (s, i.x);
    if (o.origin == h->lock || (h->origin && (o.lock == h->origin || o.origin == h->origin)))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
}

/* Takes out that LOCK has been held since a creation, and notes that its thread may run without. */
static void open_gates (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  setid kept = st->held;
  for (uint32_t i = 0; i < d->forks.n; i++)
    if (!locks_find_hold (s, st->held, expr_token (&s->x, d->f, d->forks.v[i].record)))
      d->forks.v[i].released = sets_add (&s->sets, d->forks.v[i].released, lock);
  for (struct set_iter i = sets_each (&s->sets, st->held); s->gates.words.n && set_next (&i);) {
    const struct expr *h = expr_get (&s->x, hold_get (s, i.x).lock);
    if (h->op == X_SIGNAL && h->code == SIGNAL_CLOSED &&
        may_be_same_lock (s, d->f, h->a, d->f, lock))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
}

/* Whether a lock is one that some creator of a thread holds. */
static bool is_gate (struct body *d, expr_id lock)
{
  uint32_t l;
  return d->s->gates.words.n && lock && !is_token (d->s, lock) &&
         sets_is_single (&d->s->p->sets, expr_points (&d->s->x, d->f, lock), &l) &&
         bitset_has (&d->s->gates, l);
}

static void pass_gate (struct body *d, struct state *st, expr_id lock)
{
  expr_id passed = is_gate (d, lock) ? expr_signal (&d->s->x, SIGNAL_PASSED, lock, 0) : 0;
  if (passed && !locks_find_hold (d->s, st->held, passed))
    locks_acquire (d, st, passed, MODE_SHARED, 1);
}

static void close_gates (struct body *d, struct state *st, uint32_t record)
{
  struct summaries *s = d->s;
  setid held = st->held;
  for (struct set_iter i = sets_each (&s->sets, held); s->gates.words.n && set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (is_gate (d, h.lock) && h.mode == MODE_EXCLUSIVE)
      locks_acquire (d, st,
                     expr_signal (&s->x, SIGNAL_CLOSED, h.lock, (int64_t)d->f << 32 | record),
                     MODE_SHARED, 1);
  }
}

/* 0, any lock, stands for all others; tokens are none. */
static void note_released (struct summaries *s, struct state *st, expr_id lock)
{
  if (sets_has (&s->sets, st->released, 0))
    return;
  setid kept = lock ? st->released : SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, lock ? SETS_EMPTY : st->released); set_next (&i);)
    if (is_token (s, i.x))
      kept = sets_add (&s->sets, kept, i.x);
  st->released = sets_add (&s->sets, kept, lock);
}

/* A reference that was dropped under a lock is gone for others when that is released; and a flag
   that was not set may be. */
static void drop_references (struct summaries *s, struct state *st)
{
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    expr_id e = hold_get (s, i.x).lock;
    uint8_t code = expr_get (&s->x, e)->op == X_SIGNAL ? expr_get (&s->x, e)->code : SIGNAL_SEEN;
    if (code != SIGNAL_DROPPED && code != SIGNAL_UNSET)
      continue;
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, i.x));
    if (code == SIGNAL_DROPPED)
      st->released = sets_add (&s->sets, st->released, e);
  }
}

/* Who has set a flag, when it was not set, has seen it. */
static void set_flag (struct body *d, struct state *st, expr_id sent)
{
  struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, sent);
  expr_id unset =
      v.op == X_SIGNAL && v.code == SIGNAL_SENT ? expr_signal (x, SIGNAL_UNSET, v.a, 0) : 0;
  uint32_t hold = unset ? locks_find_hold (d->s, st->held, unset) : 0;
  if (!hold)
    return;
  st->held = sets_difference (&d->s->sets, st->held, sets_single (&d->s->sets, hold));
  locks_acquire (d, st, expr_signal (x, SIGNAL_SEEN, v.a, 0), MODE_SHARED, 1);
}

void locks_give (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  uint32_t old = lock ? locks_find_hold (s, st->held, lock) : 0;
  if (!old)
    old = permit_hold (s, d->f, st->held, lock);
  if (old) { /* two of them held at a time are two locks, or one that is held twice */
    struct hold h = hold_get (s, old);
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, old));
    drop_names (s, st, &h);
    if (h.depth-- > 1)
      st->held = sets_add (&s->sets, st->held, hold_intern (s, h));
    return;
  }
  drop_aliases (d, st, lock);
  note_released (s, st, lock);
}

void locks_release (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  if (!is_token (s, lock))
    open_gates (d, st, lock);
  if (is_claim (s, lock)) {
    drop_claims (s, st);
    st->released = sets_add (&s->sets, st->released, lock);
    return;
  }
  if (is_token (s, lock)) {
    st->released = sets_add (&s->sets, st->released, lock);
    forget_ended (s, st, lock);
    set_flag (d, st, lock);
    return;
  }
  drop_references (s, st);
  locks_give (d, st, lock);
}

setid releases_of (const struct summaries *s, funid callee)
{
  const struct program *p = s->p->objects.program;
  if (!callee || (!p->functions[callee].body && !s->p->models[callee]))
    return s->releases[p->n_functions + 1 + WORLD_OUTSIDE]; /* it may call back */
  return s->releases[callee];
}

/* What is released are locks at some of these places. */
static void drop_places (struct body *d, struct state *st, setid gone)
{
  struct summaries *s = d->s;
  drop_claims (s, st);
  if (!gone)
    return;
  open_gates (d, st, 0);
  drop_references (s, st);
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    expr_id lock = hold_get (s, i.x).lock;
    setid at = expr_points (&s->x, d->f, lock);
    if (is_token (s, lock))
      continue;
    if (!at || points_may_meet (s->p, at, gone))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
  /* In terms of the caller: whatever is at those places, or, where they are many, any lock. */
  enum { MANY = 8 };
  if (sets_size (&s->p->sets, gone) > MANY) {
    note_released (s, st, 0);
    return;
  }
  for (struct set_iter i = sets_each (&s->p->sets, gone); set_next (&i);) {
    const struct location *l = loc_get (&s->p->objects, i.x);
    note_released (s, st,
                   l->offset <= OFFSET_EVERYTHING
                       ? 0
                       : expr_add (&s->x, expr_object (&s->x, l->object), l->offset));
  }
}

void locks_drop_released (struct body *d, struct state *st, funid callee)
{
  drop_places (d, st, releases_of (d->s, callee));
}

/* Calls */

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
  if (locks_learn (w, &got, result,
                   result_range_of (o->alternatives[0].relation, o->alternatives[0].value)))
    locks_add_state (w->d->s, out, &got);
  if (locks_learn (w, &failed, result, outside_of (&o->alternatives[0])))
    locks_add_state (w->d->s, out, &failed);
}

void locks_drop_hold (struct summaries *s, struct state *st, expr_id lock)
{
  uint32_t old = locks_find_hold (s, st->held, lock);
  if (old)
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, old));
}

/* Whoever joins the thread whose handle was written to an address knows that it has ended. */
static void regain_tokens (struct lock_walk *w, struct state *st, expr_id handle, uint32_t record)
{
  struct body *d = w->d;
  if (!handle || expr_get (&d->s->x, handle)->op != X_LOAD || is_stale (d, handle, record))
    return;
  expr_id address = expr_get (&d->s->x, handle)->a;
  for (uint32_t i = 0; i < w->d->forks.n; i++)
    if (w->d->forks.v[i].handle == address)
      locks_acquire (d, st, expr_token (&d->s->x, d->f, w->d->forks.v[i].record), MODE_EXCLUSIVE,
                     1);
}

static expr_id effect_address (struct body *d, const struct rec_call *c,
                               const struct model_effect *e, unsigned operand)
{
  return e->op[operand].kind == MODEL_PLACE ? address_of_model_place (d, c, &e->op[operand].u.place)
                                            : 0;
}

static bool is_zero (struct body *d, const struct rec_call *c, const struct model_operand *o)
{
  int64_t k;
  return expr_is_const (&d->s->x, value_of_model_operand (d, c, o), &k) && !k;
}

/* Whether the record counts up or down. */
static int step_at (const struct body *d, uint32_t record)
{
  const struct effects *all = d->s->effects;
  int step = 0;
  for (uint32_t k = effects_at (all, d->f, record);
       !step && k < all->first[d->f + 1] && all->v.v[k].record == record; k++)
    if (effect_writes (&all->v.v[k]))
      step = counter_step (d->s, &all->v.v[k]);
  return step;
}

/* Counting is a signal.  FROM: what it has been counted from, or with. */
static void count_step (struct lock_walk *w, struct state *st, uint32_t record, expr_id address,
                        expr_id from)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  uint32_t l;
  int64_t offset;
  int step = s->constants.n &&
                     sets_is_single (&s->p->sets, expr_points (&s->x, d->f, address), &l) &&
                     counter_at (s, l)
                 ? step_at (d, record)
                 : 0;
  if (!step)
    return;
  locks_release (d, st,
                 expr_signal (&s->x, step > 0 ? SIGNAL_SENT_UP : SIGNAL_SENT_DOWN, address, 0));
  if (from)
    map_set (&w->updates, expr_base (&s->x, from, &offset), step > 0 ? 2 : 3);
}

/* Semaphores, barriers, flags and initialisation that is done once: what is before a signal is
   before whatever has seen it. */
static void apply_signal (struct lock_walk *w, const struct rec_call *c, uint32_t record,
                          const struct model_effect *e, struct state *st)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  expr_id result = c->r.dst ? d->value[c->r.dst] : 0, address;
  switch (e->kind) {
  case EFFECT_SEM_WAIT:
    address = effect_address (d, c, e, SEM_WAIT_SEM);
    locks_acquire (d, st, expr_signal (x, SIGNAL_SEEN, address, 0), MODE_SHARED, 1);
    break;
  case EFFECT_SEM_POST:
    address = effect_address (d, c, e, SEM_POST_SEM);
    locks_release (d, st, expr_signal (x, SIGNAL_SENT, address, 0));
    break;
  case EFFECT_BARRIER_WAIT:
    if (e->op[BARRIER_WAIT_TEAM].u.keyword == TEAM_ALL) {
      locks_release (d, st, expr_claim (x, 0, 0, 0)); /* any of them */
      break;
    }
    address = effect_address (d, c, e, BARRIER_WAIT_BARRIER);
    locks_release (d, st, expr_signal (x, SIGNAL_SENT, address, 0));
    locks_acquire (d, st, expr_signal (x, SIGNAL_SEEN, address, 0), MODE_SHARED, 1);
    if (is_permit (d->s, d->f, address))
      locks_release (d, st, address);
    break;
  case EFFECT_ONCE:
    locks_acquire (d, st, effect_address (d, c, e, ONCE_CONTROL), MODE_SHARED, 1);
    break;
  case EFFECT_ATOMIC_STORE:
    address = effect_address (d, c, e, ATOMIC_STORE_MEMORY);
    if (!is_zero (d, c, &e->op[ATOMIC_STORE_VALUE]) && address &&
        is_flag (d->s, expr_points (x, d->f, address)))
      locks_release (d, st, expr_signal (x, SIGNAL_SENT, address, 0));
    break;
  case EFFECT_ATOMIC_RMW:
    count_step (w, st, record, effect_address (d, c, e, ATOMIC_RMW_MEMORY), result);
    break;
  default:
    break;
  }
}

/* Locks made of atomics and semaphores.  Returns when it has happened; NULL: in any case. */
static const struct model_outcome *apply_permit (struct lock_walk *w, const struct rec_call *c,
                                                 uint32_t record, const struct model_effect *e,
                                                 struct state *st)
{
  struct body *d = w->d;
  struct permit_op op = permit_op_of (d->b, c, e);
  int64_t k;
  expr_id lock = op.use && op.place->kind == MODEL_PLACE
                     ? address_of_model_place (d, c, &op.place->u.place)
                     : 0;
  if (!is_permit (d->s, d->f, lock))
    return op.use == PERMIT_TAKE && e->kind == EFFECT_SEM_WAIT ? e->outcome : NULL;
  if (op.use == PERMIT_GIVE)
    locks_release (d, st, lock);
  if (op.use != PERMIT_TAKE)
    return NULL;
  if (op.old && (!expr_is_const (&d->s->x, map_get (&d->expected, record, 0), &k) || k)) {
    setid at = expr_points (&d->s->x, d->f, lock);
    for (struct set_iter i = sets_each (&d->s->p->sets, at); set_next (&i);)
      bitset_add (&d->s->spoiled, i.x);
  }
  uint32_t old = locks_find_hold (d->s, st->held, lock);
  if (op.ordered && !old)
    locks_acquire (d, st, lock, MODE_EXCLUSIVE, 1);
  return op.on;
}

void locks_fail_wait (struct lock_walk *w, const struct rec_call *c, const struct model_effect *e,
                      struct state *st)
{
  struct body *d = w->d;
  expr_id address = effect_address (d, c, e, SEM_WAIT_SEM);
  locks_drop_hold (d->s, st, address);
  locks_drop_hold (d->s, st, expr_signal (&d->s->x, SIGNAL_SEEN, address, 0));
}

bool effect_releases (struct body *d, const struct rec_call *c, const struct model_effect *e,
                      expr_id *lock)
{
  struct permit_op op = permit_op_of (d->b, c, e);
  bool gives = op.use == PERMIT_GIVE || e->kind == EFFECT_BARRIER_WAIT;
  const struct model_operand *o = e->kind == EFFECT_WAIT ? &e->op[WAIT_LOCK]
                                  : gives                ? op.place
                                                         : NULL;
  *lock = 0;
  if (e->kind == EFFECT_RELEASE)
    *lock = lock_of_effect (d, c, e);
  else if (o && o->kind == MODEL_PLACE)
    *lock = address_of_model_place (d, c, &o->u.place);
  return e->kind == EFFECT_RELEASE || (o && o->kind == MODEL_PLACE);
}

/* Whether the lock may be a mutex that checks for errors: its owner cannot lock it again. */
static bool checks_errors (struct body *d, expr_id lock)
{
  setid at = d->s->errorcheck.words.n ? expr_points (&d->s->x, d->f, lock) : SETS_EMPTY;
  for (struct set_iter i = sets_each (&d->s->p->sets, at); set_next (&i);)
    if (bitset_has (&d->s->errorcheck, i.x))
      return true;
  return false;
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
    if (e->kind == EFFECT_FORK) {
      locks_drop_hold (d->s, &now, expr_token (&d->s->x, d->f, record));
      close_gates (d, &now, record);
    }
    if (e->kind == EFFECT_WAIT) {
      open_gates (d, &now,
                  e->op[WAIT_LOCK].kind == MODEL_PLACE
                      ? address_of_model_place (d, c, &e->op[WAIT_LOCK].u.place)
                      : 0);
      drop_references (d->s, &now);
    }
    if (e->kind == EFFECT_JOIN) {
      bool sure = !e->outcome || e->outcome->expected;
      struct state joined = now;
      regain_tokens (w, &joined, value_of_model_operand (d, c, &e->op[JOIN_HANDLE]), record);
      if (!sure && locks_learn (w, &joined, result,
                                result_range_of (e->outcome->alternatives[0].relation,
                                                 e->outcome->alternatives[0].value)))
        locks_add_state (d->s, out, &joined);
      if (sure)
        now = joined;
      else if (!locks_learn (w, &now, result, outside_of (&e->outcome->alternatives[0])))
        return;
    }
    struct state then = now;
    apply_signal (w, c, record, e, &then);
    struct state without = e->kind == EFFECT_BARRIER_WAIT ? then : now;
    const struct model_outcome *on = apply_permit (w, c, record, e, &then);
    if (e->kind == EFFECT_SINGLE) {
      locks_acquire (d, &then, teams_claim_at (d, record), MODE_EXCLUSIVE, 1);
      on = e->outcome;
    }
    if (on && !on->expected) {
      acquire_on_outcome (w, &without, &then, on, result, out);
      return;
    }
    if (on && result)
      map_set (&w->expected, result, record);
    now = then;
    if (e->kind != EFFECT_ACQUIRE && e->kind != EFFECT_RELEASE && e->kind != EFFECT_CONVERT)
      continue;
    expr_id lock = lock_of_effect (d, c, e);
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
      pass_gate (d, &got, lock);
      acquire_on_outcome (w, &now, &got, e->outcome, result, out);
      return; /* nothing follows a try in any model */
    }
    if (e->guard)
      continue;
    if (e->outcome && result)
      map_set (&w->expected, result, record);
    if (locks_find_hold (d->s, now.held, lock) && checks_errors (d, lock))
      continue; /* fails */
    locks_acquire (d, &now, lock, mode, 1);
    pass_gate (d, &now, lock);
  }
  if (result && model_has (m, EFFECT_FORK))
    map_set (&w->expected, result, record);
  locks_add_state (d->s, out, &now);
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
      forget_ended (s, st, lock);
      continue;
    }
    setid places = lock || is_token (s, k.x) ? SETS_EMPTY : expr_points (&s->x, callee, k.x);
    if (places)
      drop_places (d, st, places);
    else
      locks_release (d, st, lock);
  }
  st->released = sets_union (&s->sets, st->released, sets_from (&s->sets, tokens.v, tokens.n));
  vec_free (&tokens);
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
    release_of_callee (d, &now, edge, s->p->calls.v[edge].callee, row->released);
    for (struct set_iter k = sets_each (&s->sets, row->held); set_next (&k);) {
      struct hold h = hold_get (s, k.x);
      locks_acquire (d, &now, instantiated (d, edge, h.lock), h.mode, h.depth);
    }
    if (!result || locks_assume_range (w, &now, result, row->result, DEEPEST_EXPR))
      locks_add_state (s, out, &now);
  }
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
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (call->kind != CALL_NOW || !m != !modelled)
      continue;
    any = true;
    for (uint32_t i = 0; i < w->now.n; i++) {
      struct state st = w->now.v[i];
      if (m) {
        apply_model (w, m, record, &st, out);
      } else if (call_is_instantiated (d->s, call)) {
        apply_rows (w, k, record, &st, out);
      } else {
        locks_drop_released (d, &st, call->callee);
        locks_add_state (d->s, out, &st);
      }
    }
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
      locks_drop_released (w->d, &w->now.v[i], 0);
  bool callbacks = has_model (w->d, record);
  if (callbacks)
    out = w->now; /* a library need not call back */
  if (walk_targets (w, record, false, &out) || callbacks)
    w->now = out;
  out = (struct states){0};
  if (walk_targets (w, record, true, &out))
    w->now = out;
}

void locks_walk_store (struct lock_walk *w, uint32_t record)
{
  struct body *d = w->d;
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  setid where = points_of_address (d->s->p, d->f, &r->addr);
  expr_id address = value_of_address (d, &r->addr);
  if (d->s->permits.words.n && is_permit (d->s, d->f, address))
    for (uint32_t i = 0; i < w->now.n; i++)
      locks_release (d, &w->now.v[i], address);
  expr_id value = value_of_operand (d, &r->src);
  while (value && expr_get (&d->s->x, value)->op == X_CONVERT)
    value = expr_get (&d->s->x, value)->a;
  for (uint32_t i = 0; i < w->now.n; i++)
    count_step (w, &w->now.v[i], record, address, value);
  if (r->src.kind == OPND_INT && !r->src.u.number)
    return;
  if (!is_flag (d->s, where))
    return;
  expr_id sent = expr_signal (&d->s->x, SIGNAL_SENT, address, 0);
  for (uint32_t i = 0; i < w->now.n; i++)
    locks_release (d, &w->now.v[i], sent);
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
  struct state st = {p->held, p->released, SETS_EMPTY};
  release_of_callee (d, &st, edge, inner->function, inner->released);
  for (struct set_iter k = sets_each (&s->sets, inner->held); set_next (&k);) {
    struct hold h = hold_get (s, k.x);
    locks_acquire (d, &st, instantiated (d, edge, h.lock), h.mode, h.depth);
  }
  *held = st.held;
  *released = st.released;
  vec_push (&d->carried_to, st.held);
  vec_push (&d->carried_to, st.released);
}
