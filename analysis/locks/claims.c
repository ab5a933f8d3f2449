/* Claims: patterns of a load and a store of one address in one critical section. */

#include "claims.h"
#include "claims-uses.h"
#include "constants.h"
#include "fences.h"
#include "slots.h"
#include "values-internal.h"

static expr_id strip (const struct exprs *x, expr_id e)
{
  while (e && expr_get (x, e)->op == X_CONVERT)
    e = expr_get (x, e)->a;
  return e;
}

static bool is_op (const struct exprs *x, expr_id e, enum opcode code, expr_id *a, expr_id *b)
{
  e = strip (x, e);
  const struct expr *v = e ? expr_get (x, e) : NULL;
  if (!v || v->op != X_OP || v->code != code)
    return false;
  *a = strip (x, v->a);
  *b = strip (x, v->b);
  return true;
}

/* The number of the bit that is the only one set in E: 1 << number. */
static expr_id bit_number (const struct exprs *x, expr_id e)
{
  expr_id one, number;
  int64_t k;
  return is_op (x, e, OP_SHL, &one, &number) && expr_is_const (x, one, &k) && k == 1 ? number : 0;
}

/* Where E was loaded in this function; UINT32_MAX: it was not. */
static uint32_t loaded_at (const struct body *d, expr_id e)
{
  const struct exprs *x = &d->s->x;
  if (!e || expr_get (x, e)->op != X_LOAD)
    return UINT32_MAX;
  const uint32_t *at = tuples_numbers (&x->versions, expr_get (x, e)->b);
  return at[0] == d->f && tuples_length (&x->versions, expr_get (x, e)->b) == 2 ? at[1]
                                                                                : UINT32_MAX;
}

/* The locks that are held all the time from the load of OLD to the record, if these are all that
   are held there. */
static setid held_since (struct body *d, expr_id old, uint32_t record)
{
  struct summaries *s = d->s;
  uint32_t load = loaded_at (d, old);
  setid kept = SETS_EMPTY;
  if (load == UINT32_MAX || !d->point[load].reached)
    return SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, d->point[record].held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    if (is_token (s, h.lock) || h.mode != MODE_EXCLUSIVE)
      continue;
    if (!sets_has (&s->sets, d->point[load].held, i.x) || !held_between (d, h.lock, load, record))
      return SETS_EMPTY;
    kept = sets_add (&s->sets, kept, i.x);
  }
  return kept;
}

static uint64_t type_bits (const struct body *d, uint32_t value)
{
  uint32_t type = d->b->value_types[value];
  return type ? d->u->types[type].r.bits : 0;
}

/* The value that RECORD of the function defines has been drawn from a counter. */
static void note_draw (struct body *d, uint32_t record, setid where)
{
  uint32_t l;
  bool narrow = type_bits (d, d->b->records[record]->dst) <= NUMBER_BITS; /* it would wrap */
  if (!narrow && sets_is_single (&d->s->p->sets, where, &l))
    map_set (&d->s->draws, map_pair (d->f, record), l);
}

/* What is known of a bit of OLD at a point: 0 it is clear, 1 it is set, -1 nothing. */
static int bit_state (struct body *d, const struct point *p, expr_id old, expr_id number)
{
  const struct summaries *s = d->s;
  const struct exprs *x = &s->x;
  struct state st = {p->held, p->released, p->facts, p->maybe};
  for (struct set_iter i = sets_each (&s->sets, p->facts); set_next (&i);) {
    expr_id fact = fact_expr (s, i.x), a, b, c, n;
    int64_t k;
    if (!is_op (x, fact, OP_AND, &a, &b))
      continue;
    bool same = (a == old && bit_number (x, b) == number) ||
                (b == old && bit_number (x, a) == number) ||
                (is_op (x, a, OP_SHR, &c, &n) && c == old && n == number &&
                 expr_is_const (x, b, &k) && k == 1);
    struct result_range r = locks_known_range (s, &st, fact), both;
    if (!same)
      continue;
    if (r.low == 0 && r.high == 0)
      return 0;
    if (!locks_range_meet (r, result_range_of (RELATION_EQ, 0), &both))
      return 1;
  }
  return -1;
}

/* The call that counts zeros, or finds the first bit that is set, whose result a number is. */
static const struct rec_call *bit_search (const struct body *d, expr_id number)
{
  static const char *const names[] = {"ffs",           "ffsl",           "ffsll",
                                      "__builtin_ffs", "__builtin_ffsl", "__builtin_ffsll",
                                      "__builtin_ctz", "__builtin_ctzl", "__builtin_ctzll"};
  const struct exprs *x = &d->s->x;
  int64_t offset;
  expr_id e = expr_base (x, number, &offset);
  if (!e || expr_get (x, e)->op != X_VALUE || expr_get (x, e)->a != d->f)
    return NULL;
  uint32_t def = d->b->value_defs[expr_get (x, e)->b], first, end;
  if (def == UINT32_MAX || d->b->records[def]->kind != REC_call)
    return NULL;
  const struct rec_call *c = (const struct rec_call *)d->b->records[def];
  const char *name = c->builtin ? d->u->strings[c->builtin] : NULL;
  calls_of_record (d->s->p, d->f, def, &first, &end);
  if (!name && end - first == 1)
    name = d->s->p->objects.program->functions[d->s->p->calls.v[first].callee].name;
  for (unsigned i = 0; name && c->args.n == 1 && i < sizeof names / sizeof names[0]; i++)
    if (!strcmp (name, names[i]))
      return offset == (strstr (name, "ctz") ? 0 : -1) ? c : NULL;
  return NULL;
}

/* The same, if the number comes from such a search in OLD. */
static int searched_state (struct body *d, expr_id old, expr_id number)
{
  const struct exprs *x = &d->s->x;
  const struct rec_call *c = bit_search (d, number);
  expr_id in = c ? strip (x, value_of_operand (d, &c->args.v[0])) : 0, a, b;
  if (!in)
    return -1;
  if (in == old)
    return 1;
  return is_op (x, in, OP_NOT, &a, &b) && a == old ? 0 : -1;
}

expr_id claim_opposite (struct exprs *x, expr_id lock)
{
  const struct expr *v = lock ? expr_get (x, lock) : NULL;
  expr_id number, none;
  if (!v || v->op != X_INDEX || v->k)
    return 0;
  expr_id address = v->a, bit = v->b;
  return is_op (x, bit, OP_NOT, &number, &none)
             ? expr_bit (x, address, number)
             : expr_bit (x, address, expr_binary (x, OP_NOT, bit, expr_const (x, 0)));
}

static bool is_taking (enum claim_kind kind)
{
  return kind == CLAIM_TAKE || kind == CLAIM_TAKE_BACK;
}

static void add (struct body *d, uint32_t record, enum claim_kind kind, expr_id lock, setid held,
                 setid where)
{
  if (lock && (!is_taking (kind) || proves_by (d->s->p, PROOF_CLAIM)))
    vec_push (&d->claims, (struct claim){record, (uint8_t)kind, lock, held, where, 0});
  if (lock && kind == CLAIM_DROP)
    summaries_note (d->s, NOTE_DROPS, 0);
}

/* A store that sets or clears one bit of what it has loaded.  BROKEN: that takes nothing. */
static void find_bit (struct body *d, uint32_t record, expr_id address, expr_id value, expr_id old,
                      setid where, bool broken)
{
  struct exprs *x = &d->s->x;
  expr_id a, b, mask = 0, inner, none;
  bool sets = false;
  if (is_op (x, value, OP_OR, &a, &b)) {
    mask = a == old ? b : b == old ? a : 0;
    sets = true;
  } else if (is_op (x, value, OP_AND, &a, &b)) {
    expr_id other = a == old ? b : b == old ? a : 0;
    mask = other && is_op (x, other, OP_NOT, &inner, &none) ? inner : 0;
  }
  expr_id number = mask ? bit_number (x, mask) : 0;
  if (!number)
    return;
  int state = bit_state (d, &d->point[record], old, number);
  if (state < 0)
    state = searched_state (d, old, number);
  setid held = held_since (d, old, record);
  /* Bits that mean `taken' and bits that mean `free' have different locks. */
  expr_id taken = expr_bit (x, address, number);
  expr_id freed = claim_opposite (x, taken);
  expr_id own =
      sets ? freed : taken; /* who has claimed it may look at it before it gives it back */
  if (held && !broken && state == !sets && !locks_find_hold (d->s, d->point[record].held, own))
    add (d, record, sets ? CLAIM_TAKE : CLAIM_TAKE_BACK, sets ? taken : freed, held, where);
  else
    add (d, record, CLAIM_GIVE, own, SETS_EMPTY, where);
}

/* Whether somebody looks at the value that a record stores. */
static bool is_looked_at (const struct function *b, const struct operand *o)
{
  for (uint32_t i = 0; o->kind == OPND_VALUE && i < b->n_records; i++) {
    const struct rec_branch *branch = (const struct rec_branch *)b->records[i];
    const struct rec_op *op = (const struct rec_op *)b->records[i];
    if ((branch->r.kind == REC_branch &&
         (branch->a.value == o->value || branch->b.value == o->value)) ||
        (op->r.kind == REC_op && (op->a.value == o->value || op->b.value == o->value)) ||
        (op->r.kind == REC_return && ((const struct rec_return *)op)->value.value == o->value))
      return true;
  }
  return false;
}

/* A count of what is free, which is never more than one: 1 is free, 0 is taken. */
static bool counts_one (struct summaries *s, setid where)
{
  uint32_t l;
  int64_t low, high;
  const struct constant *c = sets_is_single (&s->p->sets, where, &l) ? counter_noted (s, l) : NULL;
  if (!c)
    return false;
  counter_start (c, &low, &high);
  return high == 1;
}

/* A store that counts by K what OLD was, behind a wait for it to be more than 0 or not. */
static bool find_counted (struct body *d, uint32_t record, expr_id address, expr_id old, int64_t k,
                          setid where)
{
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  struct state st = {.facts = d->point[record].facts};
  setid held = held_since (d, old, record);
  bool takes = k == -1 && held && locks_known_range (d->s, &st, old).low == 1;
  if (!(takes || k > 0) || !counts_one (d->s, where) || is_looked_at (d->b, &r->src))
    return false;
  if (takes)
    add (d, record, CLAIM_TAKE_BACK, address, held, where);
  else
    add (d, record, CLAIM_GIVE, address, SETS_EMPTY, where);
  return true;
}

static void find_store (struct body *d, struct uses *uses, uint32_t record, bool broken)
{
  struct summaries *s = d->s;
  struct exprs *x = &s->x;
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  setid where = points_of_address (s->p, d->f, &r->addr);
  expr_id address = value_of_address (d, &r->addr), value = value_of_operand (d, &r->src);
  expr_id old = strip (x, map_get (&d->before_store, record, 0)), v = strip (x, value);
  struct state st = {0};
  int64_t k;
  if (!address || !v)
    return;
  st.facts = d->point[record].facts;
  if (expr_is_const (x, v, &k) && counts_one (s, where)) {
    add (d, record, CLAIM_GIVE, address, SETS_EMPTY, where);
    return;
  }
  if (expr_is_const (x, v, &k) && !is_claimable (s, where))
    return;
  if (expr_is_const (x, v, &k)) {
    struct result_range was = old ? locks_known_range (s, &st, old) : result_unknown;
    setid held = old ? held_since (d, old, record) : SETS_EMPTY;
    if (k && held && !broken && was.low == 0 && was.high == 0)
      add (d, record, CLAIM_TAKE, address, held, where);
    else
      add (d, record, CLAIM_GIVE, address, SETS_EMPTY, where);
    return;
  }
  if (is_claimable (s, where))
    find_bit (d, record, address, v, old, where, broken);
  expr_id base = expr_base (x, v, &k);
  base = strip (x, base);
  if (k && base && base == old && expr_get (x, base)->op == X_LOAD &&
      expr_get (x, base)->a == address && !values_worlds_of (s->p, where) &&
      held_since (d, base, record)) {
    setid held = held_since (d, base, record);
    if (!broken && find_counted (d, record, address, old, k, where))
      return;
    if (k < 0)
      add (d, record, CLAIM_DROP, expr_signal (x, SIGNAL_DROPPED, address, 0), held, where);
    else if (!broken && is_used_after (uses, d, loaded_at (d, base), record)) {
      add (d, record, CLAIM_DRAW, address, held, where);
      note_draw (d, loaded_at (d, base), where);
    }
  }
}

static void find_atomic (struct body *d, uint32_t record)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  calls_of_record (p, d->f, record, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    int64_t k;
    if (e->kind != EFFECT_ATOMIC_RMW || e->op[ATOMIC_RMW_MEMORY].kind != MODEL_PLACE ||
        e->op[ATOMIC_RMW_MEMORY].u.place.base != MODEL_ARG ||
        e->op[ATOMIC_RMW_MEMORY].u.place.number >= c->args.n || !atomic_addend (d, c, e, &k))
      continue;
    expr_id address = address_of_model_place (d, c, &e->op[ATOMIC_RMW_MEMORY].u.place);
    setid where =
        points_of_operand (d->s->p, d->f, &c->args.v[e->op[ATOMIC_RMW_MEMORY].u.place.number]);
    if (!k || !address)
      continue;
    if (k > 0) {
      add (d, record, CLAIM_DRAW, address, SETS_EMPTY, where);
      note_draw (d, record, where);
    } else if (orders_writes (c, &e->op[ATOMIC_RMW_ORDER]) ||
               is_fenced (d->s, d->point[record].held))
      add (d, record, CLAIM_DROP, expr_signal (&d->s->x, SIGNAL_DROPPED, address, 0), SETS_EMPTY,
           where);
  }
}

loc_id drawn_from (const struct summaries *s, expr_id number)
{
  const struct exprs *x = &s->x;
  const struct expr *v = expr_get (x, number);
  if (v->op == X_LOAD) {
    uint32_t version = v->b;
    while (tuples_length (&x->versions, version) > 2)
      version = tuples_numbers (&x->versions, version)[2];
    const uint32_t *at = tuples_numbers (&x->versions, version);
    return map_get (&s->draws, map_pair (at[0], at[1]), 0);
  }
  v = v->op == X_AT ? expr_get (x, v->a) : v;
  uint32_t record =
      v->op == X_VALUE ? s->p->objects.program->functions[v->a].body->value_defs[v->b] : UINT32_MAX;
  return record == UINT32_MAX ? 0 : map_get (&s->draws, map_pair (v->a, record), 0);
}

/* The counter that all arguments of a phi were drawn from, which is a way to FIRST; 0: there is
   none.  It does not matter when, since a number that was drawn is never drawn again. */
static loc_id joined_draw (const struct body *d, uint32_t first, uint32_t value, int depth)
{
  const struct exprs *x = &d->s->x;
  uint32_t def = d->b->value_defs[value];
  loc_id all = 0;
  if (!depth || def == UINT32_MAX || d->b->records[def]->kind != REC_phi)
    return 0;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  for (uint32_t i = 0; i < phi->args.n; i++) {
    int64_t more;
    if (phi->args.v[i].kind != OPND_VALUE)
      return 0;
    uint32_t arg = phi->args.v[i].value;
    if (arg == value || arg == first)
      continue;
    expr_id number = expr_number (x, d->value[arg], &more);
    loc_id one = number && !more ? drawn_from (d->s, number) : 0;
    one = one ? one : joined_draw (d, first, arg, depth - 1);
    if (!one || (all && all != one))
      return 0;
    all = one;
  }
  return all;
}

/* Numbers that were drawn in several places, as in `for (i = next (); i < n; i = next ())'. */
static void find_joined_draws (struct body *d)
{
  enum { DEEPEST_PHI = 4 };
  for (uint32_t r = 0; map_size (&d->s->draws) && r < d->b->n_records; r++) {
    uint32_t value = d->b->records[r]->dst;
    if (d->b->records[r]->kind != REC_phi || type_bits (d, value) <= NUMBER_BITS)
      continue;
    loc_id counter = joined_draw (d, value, value, DEEPEST_PHI);
    if (counter) {
      map_set (&d->s->draws, map_pair (d->f, r), counter);
      d->s->joins_draws = true;
    }
  }
}

const struct claim *claim_at (const struct body *d, uint32_t record)
{
  /* They are in the order of their records. */
  uint32_t low = 0, high = d->claims.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (d->claims.v[middle].record < record)
      low = middle + 1;
    else
      high = middle;
  }
  return low < d->claims.n && d->claims.v[low].record == record ? &d->claims.v[low] : NULL;
}

void claims_apply (struct lock_walk *w, uint32_t record)
{
  const struct claim *c = claim_at (w->d, record);
  expr_id other = c ? claim_opposite (&w->d->s->x, c->lock) : 0;
  for (uint32_t i = 0; c && i < w->now.n; i++) {
    if (is_taking (c->kind)) {
      if (other)
        locks_give (w->d, &w->now.v[i], other);
      locks_acquire (w->d, &w->now.v[i], c->lock, MODE_EXCLUSIVE, 1);
    } else if (c->kind == CLAIM_DROP && c->held) /* until the lock is released: locks_release */
      locks_acquire (w->d, &w->now.v[i], c->lock, MODE_SHARED, 1);
    else if (c->kind == CLAIM_DROP)
      locks_release (w->d, &w->now.v[i], c->lock);
    else if (c->kind == CLAIM_GIVE)
      locks_give (w->d, &w->now.v[i], c->lock);
  }
}

/* Whether a result in R says that the reference which RECORD has dropped was the last one; RELAXED:
   by an atomic that orders nothing after it. */
static bool was_last (const struct body *d, uint32_t record, struct result_range r, bool *relaxed)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  *relaxed = false;
  if (d->b->records[record]->kind == REC_store)
    return r.high <= 0;
  calls_of_record (p, d->f, record, &first, &end);
  const struct model *m = p->models[p->calls.v[first].callee];
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind != EFFECT_ATOMIC_RMW)
      continue;
    uint8_t which = e->op[ATOMIC_RMW_RESULT].u.keyword;
    *relaxed =
        !orders_reads ((const struct rec_call *)d->b->records[record], &e->op[ATOMIC_RMW_ORDER]);
    struct result_range both;
    if (which == WHICH_ZERO)
      return !locks_range_meet (r, result_range_of (RELATION_EQ, 0), &both);
    return which == WHICH_NEW ? r.high <= 0 : which == WHICH_OLD && r.high <= 1;
  }
  return false;
}

/* What the result of a CLAIM_DROP is tested as: the value that an atomic returns, or what a store
   changes by CHANGE; 0: none. */
static expr_id dropped_value (struct body *d, const struct claim *c, int64_t *change)
{
  const struct exprs *x = &d->s->x;
  const struct record *r = d->b->records[c->record];
  *change = 0;
  if (r->kind == REC_store)
    return strip (
        x, expr_base (x, strip (x, value_of_operand (d, &((const struct rec_store *)r)->src)),
                      change));
  return r->dst ? strip (x, d->value[r->dst]) : 0;
}

/* Chains them by that value, so that a condition finds those that it is about. */
static void find_drops (struct body *d)
{
  int64_t change;
  map_free (&d->drops);
  for (uint32_t i = d->claims.n; i-- > 0;) {
    struct claim *c = &d->claims.v[i];
    expr_id e = c->kind == CLAIM_DROP ? dropped_value (d, c, &change) : 0;
    c->next_drop = e ? map_get (&d->drops, e, 0) : 0;
    if (e)
      map_set (&d->drops, e, i + 1);
  }
}

void claims_find (struct body *d)
{
  struct uses uses = {0};
  vec_clear (&d->claims);
  for (uint32_t r = 0; r < d->b->n_records; r++) {
    bool broken = map_find (&d->s->broken, map_pair (d->f | BROKEN_CLAIM, r));
    if (!d->point[r].reached)
      continue;
    if (d->b->records[r]->kind == REC_store)
      find_store (d, &uses, r, broken);
    else if (d->b->records[r]->kind == REC_call && !broken)
      find_atomic (d, r);
  }
  uses_free (&uses);
  find_joined_draws (d);
  slots_find (d);
  find_drops (d);
}

void claims_learn (struct lock_walk *w, struct state *st, expr_id e, struct result_range r)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  int64_t shift, change;
  e = expr_base (x, strip (x, e), &shift);
  e = strip (x, e);
  for (uint32_t i = e ? map_get (&d->drops, e, 0) : 0; i; i = d->claims.v[i - 1].next_drop) {
    const struct claim *c = &d->claims.v[i - 1];
    struct result_range result = r;
    bool relaxed;
    if (!sets_has (&d->s->sets, st->released, c->lock) &&
        !locks_find_hold (d->s, st->held, c->lock))
      continue;
    dropped_value (d, c, &change);
    if (d->b->records[c->record]->kind == REC_store /* what is left: the new value */
            ? __builtin_add_overflow (r.high, change - shift, &result.high)
            : shift != 0)
      continue;
    if (was_last (d, c->record, result, &relaxed))
      fences_see (d, st, expr_signal (x, SIGNAL_LAST, expr_get (x, c->lock)->a, 0), relaxed);
  }
}
