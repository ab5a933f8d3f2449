/* Locks: which locks are held at each point of a function, relative to its entry.

   A forward analysis of a few states per point.  A state has the locks held (must), the locks of
   callers that may have been released, and facts about conditions: ranges of the expressions that
   branches look at.  States that hold the same are merged at joins, their facts intersected; so
   `if (c) lock (); ... if (c) unlock ();' and the result of trylock that is tested later stay
   apart, and a function has a row per way of returning.  When a point has too many states, they
   become one. */

#include "summaries-internal.h"

struct state {
  setid held;     /* holds */
  setid released; /* exprs; 0 in it: any lock */
  setid facts;
};

enum { MOST_STATES = 6, MOST_FACTS = 6, MOST_DEPTH = 8 };

struct states {
  uint8_t n;
  bool merged; /* there were too many: one stands for all */
  struct state v[MOST_STATES];
};

/* A creation of a thread outside of loops.  That the thread does not run, because it was not
   created or has been joined, is a token that is held like a lock, so that conditions keep creation
   and join together too. */
struct fork {
  uint32_t record;
  expr_id handle; /* address */
};

struct lock_walk {
  struct body *d;
  struct summary *summary;
  struct states *in; /* by block */
  struct states now;
  struct states before_call; /* before the last call of the block */
  uint32_t last_call;        /* its record, or UINT32_MAX */
  struct map interest;       /* by expression: how often a condition looks at it */
  struct map expected;       /* by expression of a result: the call that acquires */
  struct map atomic_loads;   /* by expression of a result: the address that it was loaded from */
  bool counting;             /* only fill `interest' */
  VEC (struct fork) forks;
};

/* Holds and facts */

static void acquire (struct body *, struct state *, expr_id lock, enum lock_mode, unsigned depth);

uint32_t hold_make (struct summaries *s, expr_id lock, enum lock_mode mode, unsigned depth)
{
  uint32_t key[] = {lock, (uint32_t)mode | depth << 8};
  return tuples_intern (&s->holds, key, 2);
}

struct hold hold_get (const struct summaries *s, uint32_t hold)
{
  const uint32_t *v = tuples_numbers (&s->holds, hold);
  return (struct hold){v[0], (uint8_t)(v[1] & 255), (uint8_t)(v[1] >> 8)};
}

static uint32_t fact_make (struct summaries *s, expr_id e, struct result_range r)
{
  if (!r.has_hole)
    r.hole = 0;
  uint32_t key[] = {e,
                    (uint32_t)r.low,
                    (uint32_t)(r.low >> 32),
                    (uint32_t)r.high,
                    (uint32_t)(r.high >> 32),
                    r.has_hole,
                    (uint32_t)r.hole,
                    (uint32_t)(r.hole >> 32)};
  return tuples_intern (&s->facts, key, 8);
}

static int64_t wide (uint32_t low, uint32_t high)
{
  return (int64_t)((uint64_t)high << 32 | low);
}

static struct result_range fact_range (const struct summaries *s, uint32_t fact)
{
  const uint32_t *v = tuples_numbers (&s->facts, fact);
  return (struct result_range){wide (v[1], v[2]), wide (v[3], v[4]), v[5], wide (v[6], v[7])};
}

/* The values in both; false if there are none. */
static bool range_meet (struct result_range a, struct result_range b, struct result_range *out)
{
  struct result_range r = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high,
                           a.has_hole || b.has_hole, a.has_hole ? a.hole : b.hole};
  for (int i = 0; i < 2; i++) {
    const struct result_range *h = i ? &b : &a;
    if (h->has_hole && r.low == h->hole && r.low < INT64_MAX)
      r.low++;
    if (h->has_hole && r.high == h->hole && r.high > INT64_MIN)
      r.high--;
  }
  if (r.has_hole && (r.hole < r.low || r.hole > r.high))
    r.has_hole = false;
  *out = r;
  return r.low <= r.high;
}

/* What an operation alone says about its result. */
static struct result_range natural_range (const struct exprs *x, expr_id e)
{
  struct result_range r = result_unknown;
  int64_t k;
  if (!e)
    return r;
  const struct expr *v = expr_get (x, e);
  if (v->op == X_OP && v->code >= OP_EQ && v->code <= OP_GE) {
    r.low = 0;
    r.high = 1;
  } else if (v->op == X_OP && v->code == OP_AND && expr_is_const (x, v->b, &k) && k >= 0) {
    r.low = 0;
    r.high = k;
  } else if (v->op == X_OP && v->code == OP_MOD && expr_is_const (x, v->b, &k) && k > 0) {
    r.low = 1 - k;
    r.high = k - 1;
  } else if (v->op == X_CONVERT && v->k > 0 && v->k < 63) {
    r.low = 0;
    r.high = ((int64_t)1 << v->k) - 1;
  }
  return r;
}

static struct result_range known_range (const struct summaries *s, const struct state *st,
                                        expr_id e)
{
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    if (tuples_numbers (&s->facts, i.x)[0] == e)
      return fact_range (s, i.x);
  return natural_range (&s->x, e);
}

/* A flag that is not zero has been set by somebody: see signals.h. */
static void see_signal (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct body *d = w->d;
  struct result_range zero;
  expr_id address = 0;
  if (range_meet (r, result_range_of (RELATION_EQ, 0), &zero))
    return;
  while (expr_get (&d->s->x, e)->op == X_CONVERT)
    e = expr_get (&d->s->x, e)->a;
  if (expr_get (&d->s->x, e)->op == X_LOAD)
    address = expr_get (&d->s->x, e)->a;
  else
    address = map_get (&w->atomic_loads, e, 0);
  if (address && is_flag (d->s, expr_points (&d->s->x, d->f, address)))
    acquire (d, st, expr_signal (&d->s->x, SIGNAL_SEEN, address), MODE_SHARED, 1);
}

/* E is in R; false if that cannot be. */
static bool learn (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct summaries *s = w->d->s;
  int64_t k;
  struct result_range known, both;
  if (w->counting) {
    ++*map_at (&w->interest, e);
    return true;
  }
  if (!e)
    return true;
  if (expr_is_const (&s->x, e, &k))
    return range_meet (r, result_range_of (RELATION_EQ, k), &both);
  known = known_range (s, st, e);
  if (!range_meet (known, r, &both))
    return false;
  see_signal (w, st, e, both);
  /* What is known of formals tells callers which accesses are none of theirs. */
  if (map_get (&w->interest, e, 0) < 2 &&
      (expr_get (&s->x, e)->flags & (XF_FORMAL | XF_OPAQUE)) != XF_FORMAL)
    return true;
  setid kept = st->facts;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    if (tuples_numbers (&s->facts, i.x)[0] == e)
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  if (sets_size (&s->sets, kept) < MOST_FACTS)
    kept = sets_add (&s->sets, kept, fact_make (s, e, both));
  st->facts = kept;
  return true;
}

/* Instruction RECORD is executed: its last result is gone. */
static void forget_facts (struct lock_walk *w, struct state *st, uint32_t record, uint32_t value)
{
  struct summaries *s = w->d->s;
  setid kept = st->facts;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    if (expr_mentions (&s->x, tuples_numbers (&s->facts, i.x)[0], w->d->f, record, value))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->facts = kept;
  kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    if (expr_mentions (&s->x, hold_get (s, i.x).lock, w->d->f, record, value))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->held = kept;
}

/* Conditions */

static bool is_comparison (const struct expr *v)
{
  return v->op == X_OP && v->code >= OP_EQ && v->code <= OP_GE;
}

static const uint8_t relation_of[] = {RELATION_EQ, RELATION_NE, RELATION_LT,
                                      RELATION_LE, RELATION_GT, RELATION_GE};
static const uint8_t opposite_of[] = {OP_NE, OP_EQ, OP_GE, OP_GT, OP_LE, OP_LT};
static const uint8_t mirrored[] = {OP_EQ, OP_NE, OP_GT, OP_GE, OP_LT, OP_LE};

static bool assume (struct lock_walk *, struct state *, enum opcode, expr_id a, expr_id b,
                    int depth);

/* E is in R. */
static bool assume_range (struct lock_walk *w, struct state *st, expr_id e, struct result_range r,
                          int depth)
{
  struct exprs *x = &w->d->s->x;
  struct result_range zero = result_range_of (RELATION_EQ, 0), both;
  bool is_zero = r.low == 0 && r.high == 0, not_zero = !range_meet (r, zero, &both);
  if (!e || !depth)
    return true;
  struct expr v = *expr_get (x, e);
  if (is_comparison (&v) && (is_zero || not_zero))
    return assume (w, st, is_zero ? opposite_of[v.code - OP_EQ] : v.code, v.a, v.b, depth - 1);
  if (v.op == X_CONVERT && is_comparison (expr_get (x, v.a)))
    return assume_range (w, st, v.a, r, depth - 1);
  if (v.op == X_OP && ((v.code == OP_AND && not_zero) || (v.code == OP_OR && is_zero)))
    return learn (w, st, e, r) &&
           assume_range (w, st, v.a, is_zero ? r : result_range_of (RELATION_NE, 0), depth - 1) &&
           assume_range (w, st, v.b, is_zero ? r : result_range_of (RELATION_NE, 0), depth - 1);
  return learn (w, st, e, r);
}

/* Whether comparing by size says something about the number as 64 signed bits. */
static bool has_order (const struct body *d, const struct operand *o)
{
  if (o->kind != OPND_VALUE)
    return true;
  uint32_t t = d->b->value_types[o->value];
  return t && (d->u->types[t].r.bits < 64 || !(d->u->types[t].r.flags & TF_UNSIGNED)) &&
         d->u->types[t].r.kind != TK_POINTER;
}

static bool assume (struct lock_walk *w, struct state *st, enum opcode code, expr_id a, expr_id b,
                    int depth)
{
  struct exprs *x = &w->d->s->x;
  int64_t k;
  if (!a || !b || !depth || code < OP_EQ || code > OP_GE)
    return true;
  if (expr_is_const (x, a, &k) && !expr_is_const (x, b, &k)) {
    expr_id t = a;
    a = b;
    b = t;
    code = mirrored[code - OP_EQ];
  }
  if (expr_is_const (x, b, &k))
    return assume_range (w, st, a, result_range_of (relation_of[code - OP_EQ], k), depth);
  /* a < b, in one form. */
  bool holds = code == OP_EQ || code == OP_LT || code == OP_GT;
  if (code == OP_GT || code == OP_LE) {
    expr_id t = a;
    a = b;
    b = t;
  }
  enum opcode form = code == OP_EQ || code == OP_NE ? OP_EQ : OP_LT;
  return learn (w, st, expr_binary (x, form, a, b), result_range_of (RELATION_EQ, holds));
}

/* Acquiring and releasing */

bool is_token (const struct summaries *s, expr_id lock)
{
  return lock && (expr_get (&s->x, lock)->op == X_TOKEN || expr_get (&s->x, lock)->op == X_SIGNAL);
}

bool may_be_same_lock (struct summaries *s, funid f, expr_id a, funid g, expr_id b)
{
  if (!a || !b)
    return true;
  if (is_token (s, a) || is_token (s, b))
    return false;
  if (a == b && f == g)
    return true;
  setid x = expr_points (&s->x, f, a), y = expr_points (&s->x, g, b);
  return !x || !y || points_may_meet (s->p, x, y);
}

static uint32_t find_hold (const struct summaries *s, setid held, expr_id lock)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (hold_get (s, i.x).lock == lock)
      return i.x;
  return 0;
}

static void acquire (struct body *d, struct state *st, expr_id lock, enum lock_mode mode,
                     unsigned depth)
{
  struct summaries *s = d->s;
  if (!lock)
    return;
  uint32_t old = find_hold (s, st->held, lock);
  if (old) {
    struct hold h = hold_get (s, old);
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, old));
    depth += h.depth;
    if (h.mode == MODE_EXCLUSIVE)
      mode = MODE_EXCLUSIVE;
  }
  st->held = sets_add (&s->sets, st->held,
                       hold_make (s, lock, mode, depth < MOST_DEPTH ? depth : MOST_DEPTH));
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

static void release (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  uint32_t old = lock ? find_hold (s, st->held, lock) : 0;
  if (is_token (s, lock)) {
    st->released = sets_add (&s->sets, st->released, lock);
    return;
  }
  if (old) { /* two of them held at a time are two locks, or one that is held twice */
    struct hold h = hold_get (s, old);
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, old));
    if (h.depth > 1)
      st->held = sets_add (&s->sets, st->held, hold_make (s, h.lock, h.mode, h.depth - 1u));
    return;
  }
  drop_aliases (d, st, lock);
  st->released = sets_add (&s->sets, st->released, lock);
}

setid releases_of (const struct summaries *s, funid callee)
{
  const struct program *p = s->p->objects.program;
  if (!callee || (!p->functions[callee].body && !s->p->models[callee]))
    return s->releases[p->n_functions + 1 + WORLD_OUTSIDE]; /* it may call back */
  return s->releases[callee];
}

/* What a callee whose summary is not instantiated may release. */
static void drop_released (struct body *d, struct state *st, funid callee)
{
  struct summaries *s = d->s;
  setid kept = st->held, gone = releases_of (s, callee);
  if (!gone)
    return;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    expr_id lock = hold_get (s, i.x).lock;
    setid at = expr_points (&s->x, d->f, lock);
    if (is_token (s, lock))
      continue;
    if (!at || sets_meet (&s->p->sets, at, gone))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
  /* In terms of the caller: whatever is at those places, or, where they are many, any lock. */
  enum { MANY = 8 };
  if (sets_size (&s->p->sets, gone) > MANY) {
    st->released = sets_add (&s->sets, st->released, 0);
    return;
  }
  for (struct set_iter i = sets_each (&s->p->sets, gone); set_next (&i);) {
    const struct location *l = loc_get (&s->p->objects, i.x);
    st->released = sets_add (&s->sets, st->released,
                             l->offset <= OFFSET_EVERYTHING
                                 ? 0
                                 : expr_add (&s->x, expr_object (&s->x, l->object), l->offset));
  }
}

/* States */

/* The locks that both hold, as long and as exclusively as the weaker one. */
static setid meet_holds (struct summaries *s, setid a, setid b)
{
  if (a == b)
    return a;
  setid both = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, a); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    uint32_t other = find_hold (s, b, h.lock);
    if (!other)
      continue;
    struct hold o = hold_get (s, other);
    both = sets_add (&s->sets, both,
                     hold_make (s, h.lock, h.mode == MODE_SHARED ? h.mode : o.mode,
                                h.depth < o.depth ? h.depth : o.depth));
  }
  return both;
}

static void merge_state (struct summaries *s, struct state *into, const struct state *st)
{
  into->held = meet_holds (s, into->held, st->held);
  into->released = sets_union (&s->sets, into->released, st->released);
  into->facts = sets_intersection (&s->sets, into->facts, st->facts);
}

static bool same_state (const struct state *a, const struct state *b)
{
  return a->held == b->held && a->released == b->released && a->facts == b->facts;
}

/* Adds a state; true if anything is new. */
static bool add_state (struct summaries *s, struct states *to, const struct state *st)
{
  for (uint32_t i = 0; i < to->n; i++)
    if (to->merged || (to->v[i].held == st->held && to->v[i].released == st->released)) {
      struct state old = to->v[i];
      merge_state (s, &to->v[i], st);
      return !same_state (&old, &to->v[i]);
    }
  if (to->n < MOST_STATES) {
    to->v[to->n++] = *st;
    return true;
  }
  for (uint32_t i = 1; i < to->n; i++)
    merge_state (s, &to->v[0], &to->v[i]);
  merge_state (s, &to->v[0], st);
  to->n = 1;
  to->merged = true;
  return true;
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

/* An effect with an outcome that programs do not take for granted: one state in which it happened,
   one in which it did not. */
static void acquire_on_outcome (struct lock_walk *w, const struct state *st, expr_id lock,
                                enum lock_mode mode, const struct model_outcome *o, expr_id result,
                                struct states *out)
{
  struct state got = *st, failed = *st;
  acquire (w->d, &got, lock, mode, 1);
  if (learn (w, &got, result,
             result_range_of (o->alternatives[0].relation, o->alternatives[0].value)))
    add_state (w->d->s, out, &got);
  if (learn (w, &failed, result, outside_of (&o->alternatives[0])))
    add_state (w->d->s, out, &failed);
}

static void drop_hold (struct summaries *s, struct state *st, expr_id lock)
{
  uint32_t old = find_hold (s, st->held, lock);
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
  for (uint32_t i = 0; i < w->forks.n; i++)
    if (w->forks.v[i].handle == address)
      acquire (d, st, expr_token (&d->s->x, d->f, w->forks.v[i].record), MODE_EXCLUSIVE, 1);
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

/* Semaphores, barriers, flags and initialisation that is done once: what is before a signal is
   before whatever has seen it. */
static void apply_signal (struct lock_walk *w, const struct rec_call *c,
                          const struct model_effect *e, struct state *st)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  expr_id result = c->r.dst ? d->value[c->r.dst] : 0, address;
  switch (e->kind) {
  case EFFECT_SEM_WAIT:
    address = effect_address (d, c, e, SEM_WAIT_SEM);
    acquire (d, st, expr_signal (x, SIGNAL_SEEN, address), MODE_SHARED, 1);
    break;
  case EFFECT_SEM_POST:
    address = effect_address (d, c, e, SEM_POST_SEM);
    release (d, st, expr_signal (x, SIGNAL_SENT, address));
    break;
  case EFFECT_BARRIER_WAIT:
    address = effect_address (d, c, e, BARRIER_WAIT_BARRIER);
    release (d, st, expr_signal (x, SIGNAL_SENT, address));
    acquire (d, st, expr_signal (x, SIGNAL_SEEN, address), MODE_SHARED, 1);
    break;
  case EFFECT_ONCE:
    acquire (d, st, effect_address (d, c, e, ONCE_CONTROL), MODE_SHARED, 1);
    break;
  case EFFECT_ATOMIC_STORE:
    address = effect_address (d, c, e, ATOMIC_STORE_MEMORY);
    if (!is_zero (d, c, &e->op[ATOMIC_STORE_VALUE]) && address &&
        is_flag (d->s, expr_points (x, d->f, address)))
      release (d, st, expr_signal (x, SIGNAL_SENT, address));
    break;
  case EFFECT_ATOMIC_LOAD:
    address = effect_address (d, c, e, ATOMIC_LOAD_MEMORY);
    if (result && address && orders_memory (c, &e->op[ATOMIC_LOAD_ORDER]))
      map_set (&w->atomic_loads, result, address);
    break;
  default:
    break;
  }
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
    if (e->kind == EFFECT_FORK)
      drop_hold (d->s, &now, expr_token (&d->s->x, d->f, record));
    if (e->kind == EFFECT_JOIN) {
      bool sure = !e->outcome || e->outcome->expected;
      struct state joined = now;
      regain_tokens (w, &joined, value_of_model_operand (d, c, &e->op[JOIN_HANDLE]), record);
      if (!sure && learn (w, &joined, result,
                          result_range_of (e->outcome->alternatives[0].relation,
                                           e->outcome->alternatives[0].value)))
        add_state (d->s, out, &joined);
      if (sure)
        now = joined;
      else if (!learn (w, &now, result, outside_of (&e->outcome->alternatives[0])))
        return;
    }
    if (e->kind == EFFECT_SEM_WAIT && e->outcome && !e->outcome->expected) {
      acquire_on_outcome (w, &now, expr_signal (&d->s->x, SIGNAL_SEEN, effect_address (d, c, e, 0)),
                          MODE_SHARED, e->outcome, result, out);
      return;
    }
    apply_signal (w, c, e, &now);
    if (e->kind != EFFECT_ACQUIRE && e->kind != EFFECT_RELEASE && e->kind != EFFECT_CONVERT)
      continue;
    expr_id lock = lock_of_effect (d, c, e);
    if (e->kind == EFFECT_RELEASE) {
      if (excludes (e->op[RELEASE_CLASS].u.keyword, MODE_EXCLUSIVE))
        release (d, &now, lock);
      continue;
    }
    enum lock_mode mode = e->op[ACQUIRE_MODE].u.keyword;
    if (!excludes (e->op[ACQUIRE_CLASS].u.keyword, mode) || !lock)
      continue;
    if (e->kind == EFFECT_CONVERT) {
      uint32_t old = find_hold (d->s, now.held, lock);
      if (old) {
        now.held = sets_difference (&d->s->sets, now.held, sets_single (&d->s->sets, old));
        acquire (d, &now, lock, mode, 1);
      }
      continue;
    }
    if (e->outcome && !e->outcome->expected) {
      acquire_on_outcome (w, &now, lock, mode, e->outcome, result, out);
      return; /* nothing follows a try in any model */
    }
    if (e->guard)
      continue;
    if (e->outcome && result)
      map_set (&w->expected, result, record);
    acquire (d, &now, lock, mode, 1);
  }
  if (result && model_has (m, EFFECT_FORK))
    map_set (&w->expected, result, record);
  add_state (d->s, out, &now);
}

/* The lock that an effect of kind ACQUIRE, RELEASE or CONVERT is about. */
expr_id lock_of_effect (struct body *d, const struct rec_call *c, const struct model_effect *e)
{
  const struct model_operand *o = &e->op[ACQUIRE_LOCK];
  if (o->kind != MODEL_PLACE)
    return 0;
  if (o->u.place.base == MODEL_STATIC || o->u.place.base == MODEL_SAFE)
    return expr_object (&d->s->x, library_object (d->s->p, o->u.place.name));
  return address_of_model_place (d, c, &o->u.place);
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
    for (struct set_iter k = sets_each (&s->sets, row->released); set_next (&k);)
      release (d, &now, instantiated (d, edge, k.x));
    for (struct set_iter k = sets_each (&s->sets, row->held); set_next (&k);) {
      struct hold h = hold_get (s, k.x);
      acquire (d, &now, instantiated (d, edge, h.lock), h.mode, h.depth);
    }
    if (callee->n_rows == 1 || !result || assume_range (w, &now, result, row->result, DEEPEST_EXPR))
      add_state (s, out, &now);
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
        drop_released (d, &st, call->callee);
        add_state (d->s, out, &st);
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

static void walk_call (struct lock_walk *w, uint32_t record)
{
  struct states out = {0};
  uint32_t first, end;
  w->before_call = w->now;
  w->last_call = record;
  calls_of_record (w->d->s->p, w->d->f, record, &first, &end);
  if (first == end) /* nobody knows who is called */
    for (uint32_t i = 0; i < w->now.n; i++)
      drop_released (w->d, &w->now.v[i], 0);
  bool callbacks = has_model (w->d, record);
  if (callbacks)
    out = w->now; /* a library need not call back */
  if (walk_targets (w, record, false, &out) || callbacks)
    w->now = out;
  out = (struct states){0};
  if (walk_targets (w, record, true, &out))
    w->now = out;
}

/* Edges */

/* The branch says that the call which the program relies on has failed. */
static void drop_unexpected (struct lock_walk *w, struct state *st, expr_id e)
{
  struct body *d = w->d;
  const uint32_t *record = map_find (&w->expected, e);
  if (!record)
    return;
  const struct rec_call *c = (const struct rec_call *)d->b->records[*record];
  struct result_range r = known_range (d->s, st, e), both;
  uint32_t first, end;
  calls_of_record (d->s->p, d->f, *record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++) {
      const struct model_effect *f = &m->effects[i];
      if (f->kind == EFFECT_FORK && f->outcome && !d->flow.in_cycle[d->flow.block_of[*record]] &&
          model_outcome_given (f->outcome, r) == ANSWER_NO)
        acquire (d, st, expr_token (&d->s->x, d->f, *record), MODE_EXCLUSIVE, 1);
      /* Programs that test the result test for the first alternative. */
      if (f->kind == EFFECT_ACQUIRE && f->outcome &&
          model_outcome_given (f->outcome, r) != ANSWER_YES &&
          !range_meet (r,
                       result_range_of (f->outcome->alternatives[0].relation,
                                        f->outcome->alternatives[0].value),
                       &both)) {
        uint32_t old = find_hold (d->s, st->held, lock_of_effect (d, c, f));
        if (old)
          st->held = sets_difference (&d->s->sets, st->held, sets_single (&d->s->sets, old));
      }
    }
  }
}

static bool take_branch (struct lock_walk *w, const struct rec_branch *r, bool taken,
                         struct state *st)
{
  struct body *d = w->d;
  expr_id a = value_of_operand (d, &r->a), b = value_of_operand (d, &r->b);
  enum opcode code = r->code;
  if (code < OP_EQ || code > OP_GE)
    return true;
  if (!taken)
    code = opposite_of[code - OP_EQ];
  if (code != OP_EQ && code != OP_NE && (!has_order (d, &r->a) || !has_order (d, &r->b)))
    return true;
  return assume (w, st, code, a, b, DEEPEST_EXPR);
}

/* The cases of a switch follow it. */
static bool take_case (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  struct result_range hull = {INT64_MAX, INT64_MIN, false, 0};
  expr_id index = 0;
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct record *record = d->b->records[r];
    if (record->kind == REC_switch)
      index = value_of_operand (d, &((const struct rec_switch *)record)->index);
    if (record->kind != REC_case)
      continue;
    const struct rec_case *c = (const struct rec_case *)record;
    if (c->edge != edge)
      continue;
    if (c->low < hull.low)
      hull.low = c->low;
    if (c->low + c->span > hull.high)
      hull.high = c->low + c->span;
  }
  return hull.low > hull.high || b->edges[edge].kind == EK_DEFAULT ||
         assume_range (w, st, index, hull, DEEPEST_EXPR);
}

/* Phis happen all at once: what they do is found in the state before. */
struct phi_effect {
  uint32_t record;
  expr_id e;
  setid held, renamed; /* holds by the old name, and by the new one */
  struct result_range known;
};

enum { MOST_PHIS = 32 };

static void find_phi_effect (struct lock_walk *w, const struct state *st, expr_id from,
                             struct phi_effect *out)
{
  struct summaries *s = w->d->s;
  int64_t at, offset, k;
  expr_id base = expr_base (&s->x, from, &at);
  out->known = expr_is_const (&s->x, from, &k) ? result_range_of (RELATION_EQ, k)
                                               : known_range (s, st, from);
  if (expr_get (&s->x, base)->op == X_CONST)
    return;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    expr_id lock =
        expr_base (&s->x, h.lock, &offset) == base ? expr_add (&s->x, out->e, offset - at) : 0;
    if (!lock)
      continue;
    out->held = sets_add (&s->sets, out->held, i.x);
    out->renamed = sets_add (&s->sets, out->renamed, hold_make (s, lock, h.mode, h.depth));
  }
}

/* What the phis of the target are when it is entered from here. */
static void take_phis (struct lock_walk *w, uint32_t from, uint32_t to, struct state *st)
{
  struct body *d = w->d;
  struct sets *sets = &d->s->sets;
  const struct block *b = &d->b->blocks[to];
  struct phi_effect effects[MOST_PHIS];
  uint32_t n = 0;
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++) {
    const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
    for (uint32_t i = 0; i < phi->args.n && i < b->n_preds; i++) {
      expr_id arg = value_of_operand (d, &phi->args.v[i]);
      struct phi_effect effect = {.record = r, .e = d->value[phi->r.dst], .known = result_unknown};
      if (b->preds[i] != from || arg == effect.e)
        continue;
      if (arg && n < MOST_PHIS)
        find_phi_effect (w, st, arg, &effect);
      if (n < MOST_PHIS)
        effects[n++] = effect;
      break;
    }
  }
  /* A lock must not be held by two names: only one would be released. */
  for (uint32_t i = 0; i < n; i++)
    st->held = sets_difference (sets, st->held, effects[i].held);
  for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++)
    forget_facts (w, st, r, d->b->records[r]->dst);
  for (uint32_t i = 0; i < n; i++) {
    const struct result_range *known = &effects[i].known;
    setid renamed = effects[i].renamed;
    for (uint32_t k = 0; k < i; k++) /* one lock, one name */
      if (sets_meet (sets, effects[k].held, effects[i].held))
        renamed = SETS_EMPTY;
    st->held = sets_union (sets, st->held, renamed);
    if (known->low != INT64_MIN || known->high != INT64_MAX || known->has_hole)
      learn (w, st, effects[i].e, *known);
  }
}

/* The state that goes along an edge; false: none does. */
static bool take_edge (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  const struct record *last = b->end > b->first ? d->b->records[b->end - 1] : NULL;
  switch (b->edges[edge].kind) {
  case EK_TRUE:
  case EK_FALSE:
    if (last && last->kind == REC_branch) {
      const struct rec_branch *r = (const struct rec_branch *)last;
      if (!take_branch (w, r, b->edges[edge].kind == EK_TRUE, st))
        return false;
      drop_unexpected (w, st, value_of_operand (d, &r->a));
    }
    break;
  case EK_CASE:
  case EK_DEFAULT:
    if (!take_case (w, block, edge, st))
      return false;
    break;
  case EK_ABNORMAL:
  case EK_EH:
    /* The callee may have been left in the middle. */
    if (w->last_call != UINT32_MAX) {
      uint32_t first, end;
      calls_of_record (d->s->p, d->f, w->last_call, &first, &end);
      for (uint32_t k = first; k < end; k++)
        drop_released (d, st, d->s->p->calls.v[k].callee);
    }
    break;
  default:
    break;
  }
  take_phis (w, block, b->edges[edge].target, st);
  return true;
}

/* Blocks */

static void note_point (struct lock_walk *w, uint32_t record)
{
  struct summaries *s = w->d->s;
  struct point *p = &w->d->point[record];
  *p = (struct point){0};
  for (uint32_t i = 0; i < w->now.n; i++) {
    const struct state *st = &w->now.v[i];
    p->held = p->reached ? meet_holds (s, p->held, st->held) : st->held;
    p->facts = p->reached ? sets_intersection (&s->sets, p->facts, st->facts) : st->facts;
    p->released = sets_union (&s->sets, p->released, st->released);
    p->reached = true;
  }
}

/* What is known of a returned value; of a comparison, whether it holds. */
static struct result_range range_of_result (struct lock_walk *w, const struct state *st, expr_id e)
{
  const struct exprs *x = &w->d->s->x;
  expr_id inner = expr_get (x, e)->op == X_CONVERT ? expr_get (x, e)->a : e;
  struct state yes = *st, no = *st;
  if (!is_comparison (expr_get (x, inner)))
    return known_range (w->d->s, st, e);
  if (!assume_range (w, &yes, inner, result_range_of (RELATION_NE, 0), DEEPEST_EXPR))
    return result_range_of (RELATION_EQ, 0);
  if (!assume_range (w, &no, inner, result_range_of (RELATION_EQ, 0), DEEPEST_EXPR))
    return result_range_of (RELATION_EQ, 1);
  return result_unknown;
}

static void add_row (struct lock_walk *w, const struct state *st, const struct rec_return *r)
{
  struct summaries *s = w->d->s;
  struct summary *m = w->summary;
  expr_id e = value_of_operand (w->d, &r->value);
  struct exit_row row = {st->held, st->released, result_unknown};
  for (uint32_t i = 0; i < w->forks.n; i++) { /* of no use to callers */
    struct state left = {row.held, SETS_EMPTY, SETS_EMPTY};
    drop_hold (s, &left, expr_token (&s->x, w->d->f, w->forks.v[i].record));
    row.held = left.held;
  }
  int64_t k;
  if (expr_is_const (&s->x, e, &k))
    row.result = result_range_of (RELATION_EQ, k);
  else if (e)
    row.result = range_of_result (w, st, e);
  for (uint32_t i = 0; i < m->n_rows; i++)
    if (m->rows[i].held == row.held && m->rows[i].released == row.released) {
      struct result_range *x = &m->rows[i].result;
      x->low = x->low < row.result.low ? x->low : row.result.low;
      x->high = x->high > row.result.high ? x->high : row.result.high;
      x->has_hole &= row.result.has_hole && x->hole == row.result.hole;
      return;
    }
  if (m->n_rows < MOST_ROWS) {
    m->rows[m->n_rows++] = row;
    return;
  }
  for (uint32_t i = 0; i < m->n_rows; i++) {
    row.held = meet_holds (s, row.held, m->rows[i].held);
    row.released = sets_union (&s->sets, row.released, m->rows[i].released);
  }
  row.result = result_unknown;
  m->rows[0] = row;
  m->n_rows = 1;
}

/* Setting a flag is a signal. */
static void walk_store (struct lock_walk *w, const struct rec_store *r)
{
  struct body *d = w->d;
  if (r->src.kind == OPND_INT && !r->src.u.number)
    return;
  if (!is_flag (d->s, points_of_address (d->s->p, d->f, &r->addr)))
    return;
  expr_id sent = expr_signal (&d->s->x, SIGNAL_SENT, value_of_address (d, &r->addr));
  for (uint32_t i = 0; i < w->now.n; i++)
    release (d, &w->now.v[i], sent);
}

static void walk_block (struct lock_walk *w, uint32_t block, bool final)
{
  struct body *d = w->d;
  const struct block *b = &d->b->blocks[block];
  w->now = w->in[block];
  w->last_call = UINT32_MAX;
  for (uint32_t r = b->first; r < b->end; r++) {
    const struct record *record = d->b->records[r];
    if (final)
      note_point (w, r);
    if (d->flow.in_cycle[block] && record->dst && record->kind != REC_phi)
      for (uint32_t i = 0; i < w->now.n; i++)
        forget_facts (w, &w->now.v[i], r, record->dst);
    if (record->kind == REC_call)
      walk_call (w, r);
    else if (record->kind == REC_store)
      walk_store (w, (const struct rec_store *)record);
    else if (record->kind == REC_return && final)
      for (uint32_t i = 0; i < w->now.n; i++)
        add_row (w, &w->now.v[i], (const struct rec_return *)record);
  }
}

/* Whether code behind the call may jump out of it: modelled functions say so. */
static bool may_jump (const struct body *d, uint32_t record)
{
  uint32_t first, end;
  if (record == UINT32_MAX)
    return true;
  calls_of_record (d->s->p, d->f, record, &first, &end);
  bool jumps = first == end;
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = d->s->p->models[d->s->p->calls.v[k].callee];
    jumps |= !m || model_has (m, EFFECT_LONGJMP) || model_has (m, EFFECT_CALL);
  }
  return jumps;
}

static bool leave_block (struct lock_walk *w, uint32_t block, uint32_t edge)
{
  const struct flow_edge *e = &w->d->b->blocks[block].edges[edge];
  bool abnormal = e->kind == EK_ABNORMAL || e->kind == EK_EH, changed = false;
  if (abnormal && !may_jump (w->d, w->last_call))
    return false;
  const struct states *from = abnormal && w->last_call != UINT32_MAX ? &w->before_call : &w->now;
  for (uint32_t i = 0; i < from->n; i++) {
    struct state st = from->v[i];
    if (take_edge (w, block, edge, &st))
      changed |= add_state (w->d->s, &w->in[e->target], &st);
  }
  return changed;
}

/* Which expressions are worth a fact: those that two conditions look at, or a condition and a phi
   or a call with several outcomes. */
static void find_interest (struct lock_walk *w)
{
  struct body *d = w->d;
  struct state none = {0};
  w->counting = true;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t r = d->b->blocks[i].first; r < d->b->blocks[i].end; r++) {
      const struct record *record = d->b->records[r];
      if (record->kind == REC_branch) {
        take_branch (w, (const struct rec_branch *)record, true, &none);
        take_branch (w, (const struct rec_branch *)record, false, &none);
      } else if (record->kind == REC_switch) {
        *map_at (&w->interest, value_of_operand (d, &((const struct rec_switch *)record)->index)) +=
            1;
      } else if (record->kind == REC_return) {
        expr_id e = value_of_operand (d, &((const struct rec_return *)record)->value);
        assume_range (w, &none, e, result_range_of (RELATION_NE, 0), DEEPEST_EXPR);
      } else if (record->kind == REC_call && record->dst) {
        *map_at (&w->interest, d->value[record->dst]) += 1;
      } else if (record->kind == REC_phi) {
        const struct rec_phi *phi = (const struct rec_phi *)record;
        *map_at (&w->interest, d->value[phi->r.dst]) += 1;
        for (uint32_t k = 0; k < phi->args.n; k++)
          *map_at (&w->interest, value_of_operand (d, &phi->args.v[k])) += 1;
      }
    }
  w->counting = false;
}

static void find_forks (struct lock_walk *w)
{
  struct body *d = w->d;
  const struct pointers *p = d->s->p;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++)
    if (p->calls.v[k].callee && d->s->component[p->calls.v[k].callee] == d->s->component[d->f])
      return; /* threads of other activations are told apart by nobody */
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || call->kind != CALL_NOW || !model_has (m, EFFECT_FORK) ||
        d->b->records[call->record]->kind != REC_call ||
        d->flow.in_cycle[d->flow.block_of[call->record]])
      continue;
    const struct rec_call *c = (const struct rec_call *)d->b->records[call->record];
    for (uint32_t i = 0; i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK && m->effects[i].op[FORK_HANDLE].kind == MODEL_PLACE)
        vec_push (&w->forks,
                  (struct fork){call->record, address_of_model_place (
                                                  d, c, &m->effects[i].op[FORK_HANDLE].u.place)});
  }
}

void locks_find (struct body *d, struct summary *summary)
{
  struct lock_walk w = {.d = d, .summary = summary};
  struct ranklist list;
  uint32_t block;
  w.in = ARENA_ARRAY (&d->arena, d->b->n_blocks, struct states);
  d->point = ARENA_ARRAY (&d->arena, d->b->n_records, struct point);
  find_interest (&w);
  ranklist_init (&list, d->flow.rpo.place, d->b->n_blocks);
  w.in[0].n = 1;
  find_forks (&w);
  for (uint32_t i = 0; i < w.forks.n; i++)
    acquire (d, &w.in[0].v[0], expr_token (&d->s->x, d->f, w.forks.v[i].record), MODE_EXCLUSIVE, 1);
  ranklist_push (&list, 0);
  while (ranklist_pop (&list, &block)) {
    walk_block (&w, block, false);
    for (uint32_t k = 0; k < d->b->blocks[block].n_edges; k++)
      if (leave_block (&w, block, k))
        ranklist_push (&list, d->b->blocks[block].edges[k].target);
  }
  summary->n_rows = 0;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    if (w.in[i].n)
      walk_block (&w, i, true);
  ranklist_free (&list);
  map_free (&w.interest);
  map_free (&w.expected);
  map_free (&w.atomic_loads);
  vec_free (&w.forks);
}

void carry_locks (struct body *d, uint32_t edge, const struct point *p, const struct item *inner,
                  setid *held, setid *released)
{
  struct summaries *s = d->s;
  struct state st = {p->held, p->released, SETS_EMPTY};
  for (struct set_iter k = sets_each (&s->sets, inner->released); set_next (&k);)
    release (d, &st, instantiated (d, edge, k.x));
  for (struct set_iter k = sets_each (&s->sets, inner->held); set_next (&k);) {
    struct hold h = hold_get (s, k.x);
    acquire (d, &st, instantiated (d, edge, h.lock), h.mode, h.depth);
  }
  *held = st.held;
  *released = st.released;
}

expr_id fact_expr (const struct summaries *s, uint32_t fact)
{
  return tuples_numbers (&s->facts, fact)[0];
}

bool carry_fact (struct body *d, uint32_t edge, const struct point *p, uint32_t fact, uint32_t *out)
{
  struct summaries *s = d->s;
  struct state st = {SETS_EMPTY, SETS_EMPTY, p->facts};
  struct result_range range = fact_range (s, fact), both;
  expr_id e = instantiated (d, edge, fact_expr (s, fact));
  int64_t k;
  *out = 0;
  if (!e)
    return true;
  if (expr_is_const (&s->x, e, &k))
    return range_meet (range, result_range_of (RELATION_EQ, k), &both);
  if (!range_meet (range, known_range (s, &st, e), &both))
    return false;
  if ((expr_get (&s->x, e)->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL)
    *out = fact_make (s, e, range);
  return true;
}
