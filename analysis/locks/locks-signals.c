/* Signals: what is sent and seen by semaphores, barriers, flags, counters and initialisation that
   is done once; and locks that are made of atomics and semaphores.  See signals.h, permits.h. */

#include "constants.h"
#include "fences.h"
#include "locks-internal.h"
#include "loops.h"
#include "permits.h"
#include "teams.h"
#include "turns.h"

/* What is seen of a counter tells how often it has been counted. */
static void see_counter (struct lock_walk *w, struct state *st, expr_id load, expr_id address,
                         struct result_range r, bool relaxed)
{
  struct body *d = w->d;
  uint32_t l;
  const struct constant *c =
      sets_is_single (&d->s->p->sets, expr_points (&d->s->x, d->f, address), &l)
          ? counter_noted (d->s, l)
          : NULL;
  if (!c)
    return;
  /* What the thread has loaded to count it further: it has done that, too. */
  int64_t step = (int64_t)map_get (&w->updates, load, 1) - 1;
  step = step == 2 ? -1 : step;
  int64_t low, high;
  struct result_range start;
  counter_start (c, &low, &high);
  if (c->up && !c->down && !step && low == high && r.low < low &&
      !locks_range_meet (r, result_range_of (RELATION_EQ, low), &start))
    r.low = low + 1; /* it is not what it was, and only grows */
  if (c->up && !c->down && r.low > low - step && r.low < INT64_MAX)
    fences_see (d, st, expr_signal (&d->s->x, SIGNAL_SEEN_UP, address, r.low + step), relaxed);
  if (c->down && r.high > INT64_MIN && r.high < INT64_MAX && (c->up || r.high < high - step))
    fences_see (d, st, expr_signal (&d->s->x, SIGNAL_SEEN_DOWN, address, r.high + step), relaxed);
  if (step && r.low == r.high && c->up != c->down && !c->set)
    fences_see (d, st, expr_signal (&d->s->x, SIGNAL_COUNTED, address, r.low + step), relaxed);
}

/* The same for a number that is not constant. */
static void see_count (struct lock_walk *w, struct state *st, enum opcode code, expr_id load,
                       expr_id bound)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  uint32_t l;
  while (load && expr_get (x, load)->op == X_CONVERT)
    load = expr_get (x, load)->a;
  if (!load || !bound || (code != OP_GE && code != OP_GT && code != OP_EQ))
    return;
  int64_t more = 0;
  load = expr_base (x, load, &more);
  struct expr v = *expr_get (x, load);
  const struct constant *c =
      v.op == X_LOAD && sets_is_single (&d->s->p->sets, expr_points (x, d->f, v.a), &l)
          ? counter_noted (d->s, l)
          : NULL;
  int64_t step = (int64_t)map_get (&w->updates, load, 1) - 1;
  if (!c || !c->up || c->down || step == 2)
    return;
  uint32_t number = loops_number (d, bound, (code == OP_GT) - more + step);
  if (number)
    fences_see (d, st, expr_signal (x, SIGNAL_SEEN_UP, v.a, signal_count_of (number)),
                (uint64_t)v.k & LOAD_RELAXED);
}

void locks_see_number (struct lock_walk *w, struct state *st, enum opcode code, expr_id a,
                       expr_id b)
{
  static const uint8_t mirror[] = {OP_EQ, OP_NE, OP_GT, OP_GE, OP_LT, OP_LE};
  int64_t k;
  if (!w->d->s->constants.n || !a || !b || expr_is_const (&w->d->s->x, a, &k) ||
      expr_is_const (&w->d->s->x, b, &k))
    return;
  see_count (w, st, code, a, b);
  see_count (w, st, (enum opcode)mirror[code - OP_EQ], b, a);
}

/* The record that has loaded E, if it is known what is held there; else UINT32_MAX. */
static uint32_t load_of (struct body *d, expr_id e)
{
  const struct summaries *s = d->s;
  const struct expr *v = expr_get (&s->x, e);
  uint32_t load = v->op == X_VALUE && v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  if (v->op == X_LOAD && tuples_length (&s->x.versions, v->b) == 2 &&
      tuples_numbers (&s->x.versions, v->b)[0] == d->f)
    load = tuples_numbers (&s->x.versions, v->b)[1];
  d->tests_flags = true;
  return d->knows_points && load != UINT32_MAX && d->point[load].reached ? load : UINT32_MAX;
}

/* E, which was loaded from a flag, is 0: that stays so as long as a lock is held under which all
   set it; see signals.h. */
static void find_unset (struct lock_walk *w, struct state *st, expr_id e, expr_id address)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  uint32_t load = load_of (d, e);
  if (load == UINT32_MAX)
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

/* A relaxed load of a flag needs no other order if it is made under a lock that all hold who set
   it; that is checked when it is known who does: see signals.c. */
static bool is_locked_look (struct body *d, expr_id e)
{
  struct summaries *s = d->s;
  uint32_t load = load_of (d, e);
  bool locked = false;
  if (load == UINT32_MAX)
    return false;
  for (struct set_iter i = sets_each (&s->sets, d->point[load].held); set_next (&i);)
    locked |= !is_token (s, hold_get (s, i.x).lock);
  if (locked)
    map_set (&s->locked_looks, map_pair (d->f, load), 1);
  return locked;
}

static expr_id without_conversion (const struct exprs *x, expr_id e)
{
  while (expr_get (x, e)->op == X_CONVERT)
    e = expr_get (x, e)->a;
  return e;
}

/* What a variable in the range must have got, if that starts as a number that is not: the flag of
   `f = 0; while (!f) f = flag;'.  0: nobody knows. */
static expr_id loaded_since (struct body *d, const struct expr *v, struct result_range r)
{
  enum { MOST_WAYS = 64 }; /* into a loop; whoever comes along one of thousands asks, too */
  uint32_t def = v->op == X_VALUE && v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  expr_id found = 0;
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_phi)
    return 0;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  if (phi->args.n > MOST_WAYS)
    return 0;
  for (uint32_t i = 0; i < phi->args.n; i++) {
    expr_id e = value_of_operand (d, &phi->args.v[i]);
    struct result_range meets;
    int64_t k;
    bool constant = e && expr_is_const (&d->s->x, e, &k);
    if (constant ? locks_range_meet (r, result_range_of (RELATION_EQ, k), &meets)
                 : !e || (found && found != e))
      return 0;
    if (!constant)
      found = e;
  }
  return found ? without_conversion (&d->s->x, found) : 0;
}

bool locks_tells_signal (struct lock_walk *w, expr_id e)
{
  struct body *d = w->d;
  uint32_t l;
  expr_id inner = without_conversion (&d->s->x, e);
  const struct expr v = *expr_get (&d->s->x, inner);
  if (v.op == X_VALUE && v.a == d->f) { /* of a phi: see loaded_since */
    uint32_t def = d->b->value_defs[v.b];
    return (def != UINT32_MAX && d->b->records[def]->kind == REC_phi) || teams_claim (d, e, 1);
  }
  if (v.op != X_LOAD)
    return v.op == X_MEMBER;
  setid where = expr_points (&d->s->x, d->f, v.a);
  return (sets_is_single (&d->s->p->sets, where, &l) && counter_noted (d->s, l)) ||
         turns_are_loaded (d, inner) || is_flag (d->s, where);
}

void locks_see_signal (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct body *d = w->d;
  struct result_range zero;
  e = without_conversion (&d->s->x, e);
  expr_id since = loaded_since (d, expr_get (&d->s->x, e), r);
  struct expr v = *expr_get (&d->s->x, since ? since : e);
  bool unset = r.low == 0 && r.high == 0, relaxed = (uint64_t)v.k & LOAD_RELAXED;
  if (v.op != X_LOAD || (since && unset))
    return;
  if (since) {
    e = since;
  } else {
    see_counter (w, st, e, v.a, r, relaxed);
    turns_see (w, st, e, r);
  }
  if (!is_flag (d->s, expr_points (&d->s->x, d->f, v.a)))
    return;
  if (unset) /* whoever holds the lock needs no other order */
    find_unset (w, st, e, v.a);
  else if (!locks_range_meet (r, result_range_of (RELATION_EQ, 0), &zero))
    fences_see (d, st, expr_signal (&d->s->x, SIGNAL_SEEN, v.a, 0),
                relaxed && !is_locked_look (d, e));
}

/* The two ends of a ring differ: who finds that has seen that one of them is not 0.  Which of them
   tells of what was put there is known when it is known who moves them. */
void locks_see_unequal (struct lock_walk *w, struct state *st, enum opcode code, expr_id a,
                        expr_id b)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  int64_t at[2];
  if ((code != OP_NE && code != OP_LT && code != OP_GT) || !a || !b)
    return;
  struct expr v[2] = {*expr_get (x, without_conversion (x, a)),
                      *expr_get (x, without_conversion (x, b))};
  if (v[0].op != X_LOAD || v[1].op != X_LOAD || (uint64_t)(v[0].k | v[1].k) & LOAD_RELAXED ||
      expr_base (x, v[0].a, &at[0]) != expr_base (x, v[1].a, &at[1]) || at[0] == at[1] ||
      llabs (at[0] - at[1]) > INT16_MAX)
    return;
  for (int i = 0; i < 2; i++)
    if (!is_flag (d->s, expr_points (x, d->f, v[i].a)))
      return;
  for (int i = 0; i < 2; i++)
    fences_see (d, st,
                expr_signal (x, SIGNAL_SEEN, v[i].a, signal_unequal ((int32_t)(at[1 - i] - at[i]))),
                false);
}

static void acquire_claim (struct lock_walk *w, struct state *st, expr_id claim)
{
  if (claim && !locks_find_hold (w->d->s, st->held, claim))
    locks_acquire (w->d, st, claim, MODE_EXCLUSIVE, 1);
}

void locks_see_claim (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  r = teams_numbers (w->d, e, r);
  if (r.low == r.high)
    acquire_claim (w, st, teams_claim (w->d, e, r.low));
}

void locks_see_claim_equal (struct lock_walk *w, struct state *st, expr_id a, expr_id b)
{
  acquire_claim (w, st, teams_claim_equal (w->d, a, b));
  acquire_claim (w, st, teams_claim_equal (w->d, b, a));
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

/* Counting is a signal; setting is like counting either way: what was seen before is over.  It
   happens in N states; FROM: what it has been counted from, or with. */
static void count_step (struct lock_walk *w, struct state *st, uint32_t n, uint32_t record,
                        expr_id address, expr_id from)
{
  struct body *d = w->d;
  struct summaries *s = d->s;
  int64_t offset;
  if (!n || !s->constants.n || !has_noted_counter (s, expr_points (&s->x, d->f, address)))
    return;
  int step = step_at (d, record);
  for (uint32_t i = 0; i < n; i++) {
    if (step >= 0)
      locks_release (d, &st[i], expr_signal (&s->x, SIGNAL_SENT_UP, address, 0));
    if (step <= 0)
      locks_release (d, &st[i], expr_signal (&s->x, SIGNAL_SENT_DOWN, address, 0));
  }
  if (!from || !step)
    return;
  uint32_t *update = map_at (&w->updates, expr_base (&s->x, from, &offset)), is = step > 0 ? 2 : 3;
  w->news += *update != is;
  *update = is;
}

/* Semaphores, barriers, flags and initialisation that is done once: what is before a signal is
   before whatever has seen it. */
void locks_apply_signal (struct lock_walk *w, const struct rec_call *c, uint32_t record,
                         const struct model_effect *e, struct state *st)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  expr_id result = c->r.dst ? d->value[c->r.dst] : 0, address;
  switch (e->kind) {
  case EFFECT_SEM_WAIT:
    address = effect_address (d, c, e, SEM_WAIT_SEM);
    if (!is_permit (d->s, d->f, address)) /* how often it has been waited for says nothing */
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
    address = effect_address (d, c, e, ONCE_CONTROL);
    if (address && !may_be_rearmed (d->s, d->f, address))
      locks_acquire (d, st, address, MODE_SHARED, 1);
    break;
  case EFFECT_ATOMIC_STORE:
    address = effect_address (d, c, e, ATOMIC_STORE_MEMORY);
    turns_set (d, st, 1, address, value_of_model_operand (d, c, &e->op[ATOMIC_STORE_VALUE]));
    if (!is_zero (d, c, &e->op[ATOMIC_STORE_VALUE]) && address &&
        has_flag (d->s, expr_points (x, d->f, address)))
      locks_release (d, st, expr_signal (x, SIGNAL_SENT, address, 0));
    break;
  case EFFECT_ATOMIC_RMW:
    address = effect_address (d, c, e, ATOMIC_RMW_MEMORY);
    count_step (w, st, 1, record, address, result);
    if (!orders_reads (c, &e->op[ATOMIC_RMW_ORDER]))
      fences_load (d, st);
    break;
  case EFFECT_ATOMIC_LOAD:
    turns_load (d, st, 1, result);
    if (!orders_reads (c, &e->op[ATOMIC_LOAD_ORDER]))
      fences_load (d, st);
    break;
  case EFFECT_FENCE:
    fences_apply (d, st, c, e);
    break;
  default:
    break;
  }
}

/* A compare-and-swap takes a turn if it changes one number into another. */
static const struct model_outcome *swap_turn (struct lock_walk *w, const struct rec_call *c,
                                              uint32_t record, const struct model_effect *e,
                                              const struct permit_op *op, struct state *st)
{
  struct body *d = w->d;
  expr_id address = effect_address (d, c, e, ATOMIC_CAS_MEMORY);
  expr_id old = op->old ? map_get (&d->expected, record, 0)
                        : value_of_model_operand (d, c, &e->op[ATOMIC_CAS_EXPECTED]);
  int64_t from = 0, to = 0;
  bool known =
      old && expr_is_const (&d->s->x, old, &from) && from >= 0 && from < INT32_MAX &&
      expr_is_const (&d->s->x, value_of_model_operand (d, c, &e->op[ATOMIC_CAS_DESIRED]), &to);
  uint32_t *noted = map_at (&d->s->cas_from, map_pair (d->f, record));
  *noted = known ? (uint32_t)from + 1 : 0;
  if (!known || from == to || !op->ordered || !op->on)
    return NULL;
  turns_take (d, st, address, to);
  return op->on;
}

/* Locks made of atomics and semaphores.  Returns when it has happened; NULL: in any case. */
const struct model_outcome *locks_apply_permit (struct lock_walk *w, const struct rec_call *c,
                                                uint32_t record, const struct model_effect *e,
                                                struct state *st)
{
  struct body *d = w->d;
  struct permit_op op = permit_op_of (d->s, d->f, record, e);
  int64_t k;
  expr_id lock = op.use && op.place->kind == MODEL_PLACE
                     ? address_of_model_place (d, c, &op.place->u.place)
                     : 0;
  if (!is_permit (d->s, d->f, lock) && e->kind == EFFECT_ATOMIC_CAS)
    return swap_turn (w, c, record, e, &op, st);
  if (!is_permit (d->s, d->f, lock))
    return op.use == PERMIT_TAKE && e->kind == EFFECT_SEM_WAIT ? e->outcome : NULL;
  if (op.use == PERMIT_GIVE)
    locks_release (d, st, lock);
  if (op.use != PERMIT_TAKE)
    return NULL;
  if (op.old && (!expr_is_const (&d->s->x, map_get (&d->expected, record, 0), &k) || k)) {
    setid at = expr_points (&d->s->x, d->f, lock);
    for (struct set_iter i = sets_each (&d->s->p->sets, at); set_next (&i);)
      summaries_note (d->s, NOTE_SPOILED, i.x);
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

bool effect_releases (struct body *d, uint32_t record, const struct model_effect *e, expr_id *lock)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  struct permit_op op = permit_op_of (d->s, d->f, record, e);
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

/* Signals that may be sent where L is written, or posted. */
static void add_signals (struct summaries *s, loc_id l, bool posted, vec_u32 *out)
{
  const struct location *at = loc_get (&s->p->objects, l);
  bool plain = posted || bitset_has (&s->flags, l);
  bool counted = !posted && counter_at (s, l);
  expr_id address =
      plain || counted ? expr_add (&s->x, expr_object (&s->x, at->object), at->offset) : 0;
  if (plain)
    vec_push (out, expr_signal (&s->x, SIGNAL_SENT, address, 0));
  if (counted) {
    vec_push (out, expr_signal (&s->x, SIGNAL_SENT_UP, address, 0));
    vec_push (out, expr_signal (&s->x, SIGNAL_SENT_DOWN, address, 0));
  }
}

/* Whether the record stores what it has subtracted something from. */
static bool counts_down (const struct function *b, const struct record *r)
{
  const struct operand *src = r->kind == REC_store ? &((const struct rec_store *)r)->src : NULL;
  uint32_t def = src && src->kind == OPND_VALUE ? b->value_defs[src->value] : UINT32_MAX;
  const struct rec_op *op = def != UINT32_MAX && b->records[def]->kind == REC_op
                                ? (const struct rec_op *)b->records[def]
                                : NULL;
  return op && !(op->code == OP_ADD && op->b.kind == OPND_INT && op->b.u.number > 0);
}

/* Where references may be dropped: what atomics change, and what is stored after subtracting. */
static void find_counts (struct summaries *s)
{
  const struct program *p = s->p->objects.program;
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    const struct function *b = p->functions[e->function].body;
    if (!effect_writes (e) ||
        (e->mode != MODE_ATOMIC_WRITE && !counts_down (b, b->records[e->record])))
      continue;
    for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);)
      bitset_add (&s->counts, i.x);
  }
  s->knows_counts = true;
}

setid sends_of (struct summaries *s, funid callee)
{
  enum { MOST_SIGNALS = 32 }; /* above that any */
  const struct program *p = s->p->objects.program;
  bool seen = callee && (p->functions[callee].body || s->p->models[callee]);
  uint32_t of = seen ? callee : p->n_functions + 1 + WORLD_OUTSIDE;
  /* Many functions write the same, and that is much. */
  uint64_t key = map_pair (s->mod_all[of] ? UINT32_MAX : s->mod[of], s->posts[of]);
  uint32_t known = map_get (&s->sends, key, 0);
  if (known)
    return known - 1;
  vec_u32 all = {0};
  bool drops = s->mod_all[of];
  if (!s->knows_counts)
    find_counts (s);
  for (struct set_iter i = sets_each (&s->p->sets, s->mod[of]); !drops && set_next (&i);)
    drops = bitset_has (&s->counts, i.x);
  struct sets *sets = &s->p->sets;
  setid signals =
      sets_intersection (sets, s->mod[of], sets_union (sets, s->flag_set, s->counter_set));
  for (struct set_iter i = sets_each (sets, signals); all.n <= MOST_SIGNALS && set_next (&i);)
    add_signals (s, i.x, false, &all);
  for (struct set_iter i = sets_each (&s->p->sets, s->posts[of]);
       all.n <= MOST_SIGNALS && set_next (&i);)
    add_signals (s, i.x, true, &all);
  if (s->mod_all[of] || all.n > MOST_SIGNALS) {
    vec_clear (&all);
    vec_push (&all, expr_any_signal (&s->x));
  }
  if (drops)
    vec_push (&all, expr_signal (&s->x, SIGNAL_DROPPED, expr_const (&s->x, 0), 0));
  setid set = sets_from (&s->sets, all.v, all.n);
  map_set (&s->sends, key, set + 1);
  vec_free (&all);
  return set;
}

/* What is stored, whatever it is converted to. */
static expr_id stored_value (struct body *d, const struct rec_store *r)
{
  expr_id value = value_of_operand (d, &r->src);
  while (value && expr_get (&d->s->x, value)->op == X_CONVERT)
    value = expr_get (&d->s->x, value)->a;
  return value;
}

static bool sets_flag (struct body *d, const struct rec_store *r)
{
  int64_t number;
  return has_flag (d->s, points_of_address (d->s->p, d->f, &r->addr)) &&
         !(constant_operand (d->b, &r->src, &number) && !number);
}

bool locks_store_works (struct body *d, uint32_t record)
{
  struct summaries *s = d->s;
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  expr_id address = value_of_address (d, &r->addr);
  return (s->permits.words.n && is_permit (s, d->f, address)) ||
         (s->constants.n && has_noted_counter (s, expr_points (&s->x, d->f, address))) ||
         turns_are_set (d, address, stored_value (d, r)) || sets_flag (d, r);
}

void locks_walk_store (struct lock_walk *w, uint32_t record)
{
  struct body *d = w->d;
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  expr_id address = value_of_address (d, &r->addr), value = stored_value (d, r);
  if (d->s->permits.words.n && is_permit (d->s, d->f, address))
    for (uint32_t i = 0; i < w->now.n; i++)
      locks_release (d, &w->now.v[i], address);
  count_step (w, w->now.v, w->now.n, record, address, value);
  turns_set (d, w->now.v, w->now.n, address, value);
  if (!sets_flag (d, r))
    return;
  expr_id sent = expr_signal (&d->s->x, SIGNAL_SENT, address, 0);
  for (uint32_t i = 0; i < w->now.n; i++)
    locks_release (d, &w->now.v[i], sent);
}
