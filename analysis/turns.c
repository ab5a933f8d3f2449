/* Turns: found by how variables are used, checked where all of the program is known. */

#include "turns.h"
#include "constants.h"
#include "fences.h"
#include "locks-internal.h"
#include "verdicts.h"

/* In summaries */

void turns_find_candidates (struct summaries *s)
{
  bitset_intersect (&s->compared, &s->filter->candidates);
  for (uint64_t l = bitset_next (&s->compared, 1); l != BITSET_END;
       l = bitset_next (&s->compared, l + 1))
    bitset_add (&s->turns, (uint32_t)l);
  for (uint32_t k = 0; k < map_size (&s->constant_at); k++) {
    loc_id l = (loc_id)map_key (&s->constant_at, k);
    uint32_t n = map_value (&s->constant_at, k);
    const struct constant *c = n ? &s->constants.v[n - 1] : NULL;
    if (c && !c->up && !c->down && c->n > 1 && c->n <= MOST_VALUES &&
        bitset_has (&s->filter->candidates, l))
      bitset_add (&s->turns, l);
  }
}

static bool is_turn (struct body *d, expr_id address, loc_id *l)
{
  return d->s->turns.words.n && address &&
         sets_is_single (&d->s->p->sets, expr_points (&d->s->x, d->f, address), l) &&
         bitset_has (&d->s->turns, *l);
}

static bool in_range (int64_t k, const struct result_range *r)
{
  return k >= r->low && k <= r->high && !(r->has_hole && r->hole == k);
}

static void add_turn (struct body *d, struct state *st, expr_id turn, bool relaxed)
{
  if (turn && !locks_find_hold (d->s, st->held, turn))
    fences_see (d, st, turn, relaxed);
}

/* Whether a value is a number, or will be one when the formals are known. */
static bool is_settled (const struct exprs *x, expr_id value)
{
  int64_t k;
  return value && (expr_is_const (x, value, &k) ||
                   (expr_get (x, value)->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL);
}

/* A value that was loaded says nothing any more when the thread has written the variable since. */
static bool is_fresh (struct body *d, const struct state *st, expr_id load)
{
  return locks_known_range (d->s, st, expr_signal (&d->s->x, SIGNAL_FRESH, load, 0)).low == 1;
}

void turns_load (struct body *d, struct state *st, expr_id value)
{
  struct exprs *x = &d->s->x;
  loc_id l;
  if (!d->s->turns.words.n || !value || expr_get (x, value)->op != X_LOAD ||
      !is_turn (d, expr_get (x, value)->a, &l))
    return;
  expr_id fresh = expr_signal (x, SIGNAL_FRESH, value, 0);
  if (fresh && sets_size (&d->s->sets, st->facts) < MOST_FACTS)
    st->facts = sets_add (&d->s->sets, st->facts,
                          fact_make (d->s, fresh, result_range_of (RELATION_EQ, 1)));
}

void turns_see (struct lock_walk *w, struct state *st, expr_id load, struct result_range r)
{
  struct body *d = w->d;
  loc_id l;
  expr_id address = expr_get (&d->s->x, load)->a;
  bool relaxed = (uint64_t)expr_get (&d->s->x, load)->k & LOAD_RELAXED;
  if (!is_turn (d, address, &l) || !is_fresh (d, st, load))
    return;
  uint32_t known = map_get (&d->s->constant_at, l, 0), n = r.low == r.high;
  const struct constant *c = known ? &d->s->constants.v[known - 1] : NULL;
  int64_t value = r.low;
  bool few = c && !c->up && !c->down && c->n <= MOST_VALUES;
  for (uint32_t i = 0; r.low != r.high && few && i < c->n; i++)
    if (in_range (c->v[i], &r)) {
      value = c->v[i];
      n++;
    }
  if (n == 1)
    add_turn (d, st, expr_turn (&d->s->x, SIGNAL_TURN, address, expr_const (&d->s->x, value)),
              relaxed);
}

/* The counter that a number was drawn from in this function; 0: none. */
static loc_id drawn_from (const struct body *d, expr_id number)
{
  const struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, number);
  if (!d->claims.n)
    return 0;
  uint32_t record = UINT32_MAX;
  if (v.op == X_VALUE && v.a == d->f)
    record = d->b->value_defs[v.b];
  else if (v.op == X_LOAD && tuples_length (&x->versions, v.b) == 2 &&
           tuples_numbers (&x->versions, v.b)[0] == d->f)
    record = tuples_numbers (&x->versions, v.b)[1];
  return record == UINT32_MAX ? 0 : map_get (&d->s->draws, map_pair (d->f, record), 0);
}

/* Without conversions to as many bits as most counters have. */
static expr_id as_number (const struct exprs *x, expr_id e)
{
  while (expr_get (x, e)->op == X_CONVERT && llabs (expr_get (x, e)->k) >= 32)
    e = expr_get (x, e)->a;
  return e;
}

void turns_see_equal (struct lock_walk *w, struct state *st, expr_id a, expr_id b)
{
  struct body *d = w->d;
  loc_id l;
  if (!d->s->turns.words.n)
    return;
  for (int i = 0; i < 2; i++) {
    expr_id load = as_number (&d->s->x, i ? b : a);
    const struct expr v = *expr_get (&d->s->x, load);
    if (v.op != X_LOAD || !is_turn (d, v.a, &l) || !is_fresh (d, st, load))
      continue;
    bool relaxed = (uint64_t)v.k & LOAD_RELAXED;
    loc_id counter = drawn_from (d, as_number (&d->s->x, i ? a : b));
    if (counter && l != counter)
      add_turn (d, st, expr_signal (&d->s->x, SIGNAL_TAKEN, v.a, turn_of_ticket (counter)),
                relaxed);
    else if (is_settled (&d->s->x, i ? a : b))
      add_turn (d, st, expr_turn (&d->s->x, SIGNAL_TURN, v.a, i ? a : b), relaxed);
  }
}

void turns_forget (struct summaries *s, funid f, struct state *st, expr_id released)
{
  const struct expr v = *expr_get (&s->x, released);
  setid kept = st->held;
  if (v.op != X_SIGNAL || v.code != SIGNAL_TURNED)
    return;
  setid at = expr_points (&s->x, f, v.a);
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    struct expr h = *expr_get (&s->x, hold_get (s, i.x).lock);
    if (h.op == X_SIGNAL && h.code == SIGNAL_PENDING)
      h = *expr_get (&s->x, h.a);
    if (h.op == X_SIGNAL && signal_is_turn (h.code) &&
        (!at || h.a == v.a || points_may_meet (s->p, at, expr_points (&s->x, f, h.a))))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);) {
    const struct expr h = *expr_get (&s->x, fact_expr (s, i.x));
    if (h.op == X_SIGNAL && h.code == SIGNAL_FRESH &&
        (!at || points_may_meet (s->p, at, expr_points (&s->x, f, expr_get (&s->x, h.a)->a))))
      st->facts = sets_difference (&s->sets, st->facts, sets_single (&s->sets, i.x));
  }
}

void turns_pass (struct body *d, struct state *st, expr_id address, expr_id value)
{
  struct exprs *x = &d->s->x;
  expr_id passed = expr_signal (x, SIGNAL_TURNED, address ? address : expr_const (x, 0), 0);
  setid at = address ? expr_points (x, d->f, address) : SETS_EMPTY;
  bool any = !at;
  for (struct set_iter i = sets_each (&d->s->p->sets, at); !any && set_next (&i);)
    any = bitset_has (&d->s->turns, i.x) ||
          loc_get (&d->s->p->objects, i.x)->offset <= OFFSET_EVERYTHING;
  if (!d->s->turns.words.n || !any)
    return;
  st->released = sets_add (&d->s->sets, st->released, passed);
  turns_forget (d->s, d->f, st, passed);
  loc_id l;
  if (is_settled (x, value) && is_turn (d, address, &l))
    add_turn (d, st, expr_turn (x, SIGNAL_TURN, address, value), false);
}

void turns_take (struct body *d, struct state *st, expr_id address, int64_t value)
{
  loc_id l;
  if (is_turn (d, address, &l))
    add_turn (d, st, expr_turn (&d->s->x, SIGNAL_TAKEN, address, expr_const (&d->s->x, value)),
              false);
}

void turns_pass_callee (struct body *d, struct state *st, funid callee)
{
  struct summaries *s = d->s;
  const struct program *p = s->p->objects.program;
  uint32_t of = callee && (p->functions[callee].body || s->p->models[callee])
                    ? callee
                    : p->n_functions + 1 + WORLD_OUTSIDE;
  bool writes = s->mod_all[of];
  for (struct set_iter i = sets_each (&s->p->sets, s->mod[of]); !writes && set_next (&i);)
    writes = bitset_has (&s->turns, i.x);
  if (s->turns.words.n && writes)
    turns_pass (d, st, 0, 0);
}

/* For all of the program */

static struct turn *turn_of (struct turns *r, uint32_t place, int64_t value)
{
  uint32_t *n = map_at (&r->of, map_pair (place, (uint32_t)value));
  if (!*n) {
    vec_push (&r->v, (struct turn){0});
    *n = r->v.n;
  }
  return &r->v.v[*n - 1];
}

static uint32_t place_of (const struct contexts *c, object_id object, int64_t offset)
{
  return term_sent (c->terms, SIGNAL_TURNED, object, offset);
}

static bool is_cas (const struct summaries *s, const struct effect *e)
{
  uint32_t first, end;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = s->p->models[s->p->calls.v[k].callee];
    if (m && model_has (m, EFFECT_ATOMIC_CAS))
      return true;
  }
  return false;
}

/* Who leaves VALUE; of tickets, any number. */
static void note_writer (struct turns *r, const struct contexts *c, const struct occurrence *e,
                         uint32_t place, int64_t value, bool taken)
{
  struct turn *t = turn_of (r, place, value);
  uint32_t *kind = map_at (&r->kinds, place), now = value < 0 ? (uint32_t)value : 1;
  if (*kind && *kind != now)
    bitset_add (&r->broken, place);
  *kind = now;
  t->writers = sets_union (&c->t->sets, t->writers, c->v.v[e->context].threads);
  t->plain |= !taken;
}

/* A variable is written: by whom, in whose turn. */
static void note_write (struct turns *r, const struct contexts *c, const struct occurrence *e,
                        const struct item *i, const struct effect *effect, loc_id l)
{
  struct summaries *s = c->t->s;
  struct terms *t = c->terms;
  const struct objects *o = &s->p->objects;
  uint32_t place = place_of (c, loc_object (o, l), loc_get (o, l)->offset);
  const struct record *record =
      o->program->functions[effect->function].body->records[effect->record];
  struct guards own = terms_of_holds (t, i->function, i->held);
  setid held = sets_union (&t->sets, own.any, e->held.any);
  const uint32_t *from = map_find (&s->cas_from, map_pair (effect->function, effect->record));
  bool known = false;
  if (!e->alive && occurrence_is_main (c, e))
    return; /* before the others, or after them */
  if (record->kind == REC_call && is_cas (s, effect)) {
    known = from && *from;
    if (known) /* at the same time as it finds that */
      note_writer (r, c, e, place, *from - 1, false);
  } else if (record->kind == REC_store || effect->mode == MODE_ATOMIC_WRITE) {
    for (struct set_iter k = sets_each (&t->sets, held); set_next (&k);) {
      struct term v = term_get (t, k.x);
      if (v.kind != TERM_SEEN || !signal_is_turn (v.code) || place_of (c, v.a, v.d) != place)
        continue;
      note_writer (r, c, e, place, v.count, v.code == SIGNAL_TAKEN);
      known = true;
    }
  }
  uint32_t one;
  if (!known || !sets_is_single (&s->p->sets, i->where, &one) || write_is_relaxed (s, effect))
    bitset_add (&r->broken, place);
}

void turns_find (struct turns *r, const struct contexts *c)
{
  struct summaries *s = c->t->s;
  *r = (struct turns){0};
  if (!s->turns.words.n)
    return;
  for (uint32_t k = 0; k < c->occurrences.n; k++) {
    const struct occurrence *e = &c->occurrences.v[k];
    const struct item *i = &s->items.v[e->item];
    if (i->kind != ITEM_ACCESS)
      continue;
    const struct effect *effect = &s->effects->v.v[innermost (s, e->item)->effect];
    if (!effect_writes (effect))
      continue;
    for (struct set_iter l = sets_each (&s->p->sets, i->where); set_next (&l);)
      if (bitset_has (&s->turns, l.x))
        note_write (r, c, e, i, effect, l.x);
  }
}

void turns_free (struct turns *r)
{
  map_free (&r->of);
  map_free (&r->kinds);
  vec_free (&r->v);
  bitset_free (&r->broken);
}

/* Whether the variable has the value as long as a thread that has found or set it so goes on. */
static bool lasts (const struct turns *r, const struct contexts *c, thread_id by,
                   const struct term *v)
{
  uint32_t n = map_get (&r->of, map_pair (place_of (c, v->a, v->d), (uint32_t)v->count), 0), one;
  const struct turn *t = n ? &r->v.v[n - 1] : NULL;
  uint32_t kind = map_get (&r->kinds, place_of (c, v->a, v->d), 0);
  if (kind && kind != (v->count < 0 ? (uint32_t)v->count : 1))
    return false;
  return !t || (v->code == SIGNAL_TAKEN && !t->plain) ||
         (sets_is_single (&c->t->sets, t->writers, &one) && one == by && !c->many[by]);
}

bool turns_exclude (const struct turns *r, const struct contexts *c, thread_id a, setid held_a,
                    thread_id b, setid held_b)
{
  const struct terms *t = c->terms;
  if (!c->t->s->turns.words.n)
    return false;
  for (struct set_iter i = sets_each (&t->sets, held_a); set_next (&i);) {
    struct term x = term_get (t, i.x);
    if (x.kind != TERM_SEEN || !signal_is_turn (x.code) ||
        bitset_has (&r->broken, place_of (c, x.a, x.d)) || !lasts (r, c, a, &x))
      continue;
    for (struct set_iter k = sets_each (&t->sets, held_b); set_next (&k);) {
      struct term y = term_get (t, k.x);
      bool other = x.count == y.count ? x.code == SIGNAL_TAKEN && y.code == SIGNAL_TAKEN
                                      : x.count >= 0 && y.count >= 0;
      if (y.kind == TERM_SEEN && signal_is_turn (y.code) && y.a == x.a && y.d == x.d && other &&
          lasts (r, c, b, &y))
        return true;
    }
  }
  return false;
}
