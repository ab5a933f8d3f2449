/* Turns: found by how variables are used, checked where all of the program is known. */

#include "turns.h"
#include "constants.h"
#include "fences.h"
#include "locks-internal.h"
#include "once.h"
#include "verdicts.h"

enum { MOST_TURNS = 32, MOST_MODES = 12 };

/* In summaries */

/* Which entries are main's thread. */
static uint64_t main_entries (const struct summaries *s)
{
  const struct program *p = s->p->objects.program;
  uint64_t mask = 0;
  for (uint32_t i = 0; i < s->filter->entries.n && i < MOST_ENTRIES - 1; i++) {
    funid f = s->filter->entries.v[i].function;
    if (f == p->main || runs_by_itself (p, f))
      mask |= (uint64_t)1 << i;
  }
  return mask;
}

/* Whether the location exists once, and nobody knows it but code that is seen. */
static bool is_known_place (struct summaries *s, struct once *once, loc_id l)
{
  const struct objects *o = &s->p->objects;
  object_id object = loc_object (o, l);
  struct array_around around[MOST_AROUND];
  return loc_get (o, l)->offset > OFFSET_EVERYTHING && !o->v.v[object].whole &&
         !is_in_world (s->p, WORLD_OUTSIDE, object) && !is_in_world (s->p, WORLD_POOL, object) &&
         !arrays_around (o, object, loc_get (o, l)->offset, around) &&
         object_exists_once (once, object);
}

static void add_candidate (struct summaries *s, struct once *once, struct bitset *objects, loc_id l)
{
  if (!bitset_has (&s->filter->candidates, l) || !map_get (&s->tested_bytes, l, 0) ||
      !is_known_place (s, once, l))
    return;
  bitset_add (&s->turns, l);
  bitset_add (objects, loc_object (&s->p->objects, l));
}

/* Those of the candidates that the access may write, or a part of them. */
static setid written_turns (struct summaries *s, const struct bitset *in, const struct effect *e)
{
  const struct objects *o = &s->p->objects;
  vec_u32 found = {0};
  for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);) {
    int64_t from = loc_get (o, i.x)->offset;
    if (!bitset_has (in, loc_object (o, i.x)))
      continue;
    for (loc_id l = o->v.v[loc_object (o, i.x)].first_loc; l; l = loc_get (o, l)->next) {
      int64_t at = loc_get (o, l)->offset;
      if (bitset_has (&s->turns, l) &&
          (from <= OFFSET_EVERYTHING || !e->bytes || e->mode == MODE_FREE ||
           (at < from + (int64_t)e->bytes && from < at + map_get (&s->tested_bytes, l, 0))))
        vec_push (&found, l);
    }
  }
  setid set = sets_from (&s->p->sets, found.v, found.n);
  vec_free (&found);
  return set;
}

/* Whether the access writes all of a variable, and nothing else. */
static bool is_exact (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  loc_id l;
  return sets_is_single (&s->p->sets, e->where, &l) && bitset_has (&s->turns, l) &&
         e->bytes == map_get (&s->tested_bytes, l, 0) &&
         (b->records[e->record]->kind == REC_store || e->mode == MODE_ATOMIC_WRITE);
}

/* The candidates that an access of a set and size writes: mostly few sets, and few objects. */
static setid written_by (struct summaries *s, const struct bitset *in, struct map *known,
                         const struct effect *e)
{
  uint32_t bytes = e->mode == MODE_FREE    ? 0
                   : e->bytes < UINT32_MAX ? (uint32_t)e->bytes
                                           : UINT32_MAX;
  uint32_t *n = map_at (known, map_pair (e->where, bytes));
  if (!*n) {
    setid set = written_turns (s, in, e);
    *map_at (known, map_pair (e->where, bytes)) = set + 1;
    return set;
  }
  return *n - 1;
}

/* Variables that say what is done in a run: read by main alone in one place, and by other threads
   alone in another. */
static void find_modes (struct summaries *s, uint64_t main)
{
  struct bitset by_others = {0};
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    bool others = s->filter->reached[e->function] & ~main;
    uint32_t l;
    if (!effect_writes (e) && !(others && s->filter->reached[e->function] & main) &&
        sets_is_single (&s->p->sets, e->where, &l) && bitset_has (&s->turns, l))
      bitset_add (others ? &by_others : &s->mode_turns, l);
  }
  bitset_intersect (&s->mode_turns, &by_others);
  bitset_free (&by_others);
}

/* Leaves the modes that nobody but main writes, unless there are too many. */
static void drop_modes (struct summaries *s, const struct bitset *passed)
{
  for (uint64_t l = bitset_next (&s->mode_turns, 1); l != BITSET_END;
       l = bitset_next (&s->mode_turns, l + 1))
    if (bitset_has (passed, (uint32_t)l) || !bitset_has (&s->turns, (uint32_t)l))
      bitset_remove (&s->mode_turns, (uint32_t)l);
  if (bitset_count (&s->mode_turns) > MOST_MODES)
    bitset_free (&s->mode_turns);
}

/* Turns are taken and passed on by threads, each time in one place: not what only main writes, but
   for modes, and not what is written along with other things, unless main does that before there
   are threads. */
static void drop_candidates (struct summaries *s, const struct bitset *in)
{
  uint64_t main = main_entries (s);
  struct bitset passed = {0}, lost = {0};
  struct map known = {0};
  find_modes (s, main);
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (effect_is_bare (s->p, e))
      for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);)
        bitset_add (&lost, i.x);
    if (!effect_writes (e))
      continue;
    bool by_main = !(s->filter->reached[e->function] & ~main), exact = is_exact (s, e);
    setid set = written_by (s, in, &known, e);
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
      if (!exact)
        bitset_add (by_main ? &s->covered_turns : &lost, i.x);
      else if (!by_main)
        bitset_add (&passed, i.x);
  }
  for (uint64_t l = bitset_next (&lost, 1); l != BITSET_END; l = bitset_next (&lost, l + 1))
    bitset_remove (&s->turns, (uint32_t)l);
  drop_modes (s, &passed);
  bitset_intersect (&s->turns, &passed);
  if (bitset_count (&s->turns) > MOST_TURNS)
    bitset_free (&s->turns); /* those prove nothing */
  for (uint64_t l = bitset_next (&s->mode_turns, 1); l != BITSET_END;
       l = bitset_next (&s->mode_turns, l + 1))
    bitset_add (&s->turns, (uint32_t)l);
  map_free (&known);
  bitset_free (&passed);
  bitset_free (&lost);
}

void turns_find_candidates (struct summaries *s)
{
  struct bitset in = {0}; /* objects */
  struct once once;
  struct map known = {0};
  once_init (&once, s->p);
  for (uint64_t l = bitset_next (&s->compared, 1); l != BITSET_END;
       l = bitset_next (&s->compared, l + 1))
    add_candidate (s, &once, &in, (loc_id)l);
  for (uint32_t k = 0; k < map_size (&s->constant_at); k++) {
    uint32_t n = map_value (&s->constant_at, k);
    const struct constant *c = n ? &s->constants.v[n - 1] : NULL;
    if (c && !c->up && !c->down && c->n > 1 && c->n <= MOST_VALUES)
      add_candidate (s, &once, &in, (loc_id)map_key (&s->constant_at, k));
  }
  once_free (&once);
  drop_candidates (s, &in);
  for (uint32_t k = 0; s->turns.words.n && k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    setid set = effect_writes (e) ? written_by (s, &in, &known, e) : SETS_EMPTY;
    if (!set)
      continue;
    uint32_t *at = map_at (&s->turn_writes, map_pair (e->function, e->record));
    *at = sets_union (&s->p->sets, *at, set);
  }
  map_free (&known);
  bitset_free (&in);
}

/* The variable that is at ADDRESS. */
static bool is_turn (struct body *d, expr_id address, loc_id *l)
{
  return d->s->turns.words.n && address &&
         sets_is_single (&d->s->p->sets, expr_points (&d->s->x, d->f, address), l) &&
         bitset_has (&d->s->turns, *l);
}

/* Its name is the same everywhere. */
static expr_id name_of (struct summaries *s, loc_id l)
{
  const struct objects *o = &s->p->objects;
  return expr_add (&s->x, expr_object (&s->x, loc_object (o, l)), loc_get (o, l)->offset);
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
static bool is_fresh (struct body *d, const struct state *st, expr_id load, loc_id l)
{
  expr_id fresh = expr_turn (&d->s->x, SIGNAL_FRESH, load, name_of (d->s, l));
  return fresh && locks_known_range (d->s, st, fresh).low == 1;
}

bool turns_are_loaded (struct body *d, expr_id value)
{
  loc_id l;
  return d->s->turns.words.n && value && expr_get (&d->s->x, value)->op == X_LOAD &&
         is_turn (d, expr_get (&d->s->x, value)->a, &l);
}

bool turns_are_set (struct body *d, expr_id address, expr_id value)
{
  loc_id l;
  return is_settled (&d->s->x, value) && is_turn (d, address, &l);
}

void turns_load (struct body *d, struct state *st, uint32_t n, expr_id value)
{
  struct exprs *x = &d->s->x;
  loc_id l;
  if (!n || !d->s->turns.words.n || !value || expr_get (x, value)->op != X_LOAD ||
      !is_turn (d, expr_get (x, value)->a, &l))
    return;
  expr_id fresh = expr_turn (x, SIGNAL_FRESH, value, name_of (d->s, l));
  for (uint32_t i = 0; fresh && i < n; i++)
    if (sets_size (&d->s->sets, st[i].facts) < MOST_FACTS)
      st[i].facts = sets_add (&d->s->sets, st[i].facts,
                              fact_make (d->s, fresh, result_range_of (RELATION_EQ, 1)));
}

void turns_see (struct lock_walk *w, struct state *st, expr_id load, struct result_range r)
{
  struct body *d = w->d;
  loc_id l;
  expr_id address = expr_get (&d->s->x, load)->a;
  bool relaxed = (uint64_t)expr_get (&d->s->x, load)->k & LOAD_RELAXED;
  if (!is_turn (d, address, &l) || !is_fresh (d, st, load, l))
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
    add_turn (d, st,
              expr_turn (&d->s->x, SIGNAL_TURN, name_of (d->s, l), expr_const (&d->s->x, value)),
              relaxed);
}

/* The counter that a number was drawn from in this function, at one place; 0: none. */
static loc_id drawn_here (const struct body *d, expr_id number)
{
  const struct exprs *x = &d->s->x;
  const struct expr v = *expr_get (x, number);
  uint32_t def = v.op == X_VALUE && v.a == d->f ? d->b->value_defs[v.b] : UINT32_MAX;
  bool value = def != UINT32_MAX && d->b->records[def]->kind != REC_phi;
  bool load = v.op == X_LOAD && tuples_length (&x->versions, v.b) == 2 &&
              tuples_numbers (&x->versions, v.b)[0] == d->f;
  return d->claims.n && (value || load) ? drawn_from (d->s, number) : 0;
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
  if (!d->s->turns.words.n || !a || !b)
    return;
  for (int i = 0; i < 2; i++) {
    expr_id load = as_number (&d->s->x, i ? b : a);
    const struct expr v = *expr_get (&d->s->x, load);
    if (v.op != X_LOAD || !is_turn (d, v.a, &l) || !is_fresh (d, st, load, l))
      continue;
    bool relaxed = (uint64_t)v.k & LOAD_RELAXED;
    loc_id counter = drawn_here (d, as_number (&d->s->x, i ? a : b));
    if (counter && l != counter)
      add_turn (d, st,
                expr_signal (&d->s->x, SIGNAL_TAKEN, name_of (d->s, l), turn_of_ticket (counter)),
                relaxed);
    else if (is_settled (&d->s->x, i ? a : b))
      add_turn (d, st, expr_turn (&d->s->x, SIGNAL_TURN, name_of (d->s, l), i ? a : b), relaxed);
  }
}

/* Takes out turns of the variables with these names. */
static void forget (struct summaries *s, struct state *st, setid names)
{
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    const struct expr *h = expr_get (&s->x, hold_get (s, i.x).lock);
    if (h->op == X_SIGNAL && h->code == SIGNAL_PENDING)
      h = expr_get (&s->x, h->a);
    if (h->op == X_SIGNAL && signal_is_turn (h->code) && sets_has (&s->sets, names, h->a))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
  kept = st->facts;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);) {
    const struct expr *h = expr_get (&s->x, fact_expr (s, i.x));
    if (h->op == X_SIGNAL && h->code == SIGNAL_FRESH && sets_has (&s->sets, names, h->b))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->facts = kept;
}

void turns_forget (struct summaries *s, struct state *st, expr_id released)
{
  const struct expr *v = expr_get (&s->x, released);
  if (v->op == X_SIGNAL && v->code == SIGNAL_TURNED)
    forget (s, st, sets_single (&s->sets, v->a));
}

/* The names of locations, and the signals that they are written: found once for each set. */
static void names_of (struct summaries *s, setid set, setid *names, setid *signals)
{
  uint32_t known = map_get (&s->turn_names, set, 0);
  if (!known) {
    setid all[2] = {SETS_EMPTY, SETS_EMPTY};
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
      expr_id name = name_of (s, i.x);
      all[0] = sets_add (&s->sets, all[0], name);
      all[1] = sets_add (&s->sets, all[1], expr_signal (&s->x, SIGNAL_TURNED, name, 0));
    }
    vec_push (&s->turn_sets, all[0]);
    vec_push (&s->turn_sets, all[1]);
    known = s->turn_sets.n;
    map_set (&s->turn_names, set, known);
  }
  *names = s->turn_sets.v[known - 2];
  *signals = s->turn_sets.v[known - 1];
}

void turns_pass (struct body *d, struct state *st, setid set)
{
  setid names, signals;
  if (!set)
    return;
  names_of (d->s, set, &names, &signals);
  st->released = sets_union (&d->s->sets, st->released, signals);
  forget (d->s, st, names);
}

bool turns_are_written (const struct body *d, uint32_t record)
{
  return map_find (&d->s->turn_writes, map_pair (d->f, record));
}

void turns_write (struct lock_walk *w, uint32_t record)
{
  setid set = map_get (&w->d->s->turn_writes, map_pair (w->d->f, record), SETS_EMPTY);
  for (uint32_t i = 0; set && i < w->now.n; i++)
    turns_pass (w->d, &w->now.v[i], set);
}

void turns_set (struct body *d, struct state *st, uint32_t n, expr_id address, expr_id value)
{
  struct exprs *x = &d->s->x;
  loc_id l;
  bool takes = n && is_settled (x, value) && is_turn (d, address, &l);
  for (uint32_t i = 0; takes && i < n; i++)
    add_turn (d, &st[i], expr_turn (x, SIGNAL_TURN, name_of (d->s, l), value), false);
}

void turns_take (struct body *d, struct state *st, expr_id address, int64_t value)
{
  loc_id l;
  if (is_turn (d, address, &l))
    add_turn (d, st,
              expr_turn (&d->s->x, SIGNAL_TAKEN, name_of (d->s, l), expr_const (&d->s->x, value)),
              false);
}

/* What a function may write, with its callees. */
static setid turns_written (struct summaries *s, uint32_t of)
{
  uint32_t known = map_get (&s->turns_of, of, 0);
  if (known)
    return known - 1;
  vec_u32 all = {0};
  for (uint64_t l = bitset_next (&s->turns, 1); l != BITSET_END; l = bitset_next (&s->turns, l + 1))
    if (s->mod_all[of] || bitset_has (&s->covered_turns, l) ||
        sets_has (&s->p->sets, s->mod[of], (uint32_t)l))
      vec_push (&all, (uint32_t)l);
  setid set = sets_from (&s->p->sets, all.v, all.n);
  map_set (&s->turns_of, of, set + 1);
  vec_free (&all);
  return set;
}

setid turns_of_callee (struct summaries *s, funid callee)
{
  const struct program *p = s->p->objects.program;
  bool seen = callee && (p->functions[callee].body || s->p->models[callee]);
  return s->turns.words.n ? turns_written (s, seen ? callee : p->n_functions + 1 + WORLD_OUTSIDE)
                          : SETS_EMPTY;
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
                         uint32_t place, int64_t value, bool taken, bool stores)
{
  struct turn *t = turn_of (r, place, value);
  uint32_t *kind = map_at (&r->kinds, place), now = value < 0 ? (uint32_t)value : 1;
  if (*kind && *kind != now)
    bitset_add (&r->broken, place);
  *kind = now;
  t->writers = sets_union (&c->t->sets, t->writers, c->v.v[e->context].threads);
  t->plain |= !taken;
  t->stored |= stores;
  t->place = place;
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
  if (bitset_has (&s->mode_turns, l)) {
    bitset_add (&r->broken, place);
    return;
  }
  if (record->kind == REC_call && is_cas (s, effect)) {
    known = from && *from;
    if (known) /* at the same time as it finds that */
      note_writer (r, c, e, place, *from - 1, false, false);
  } else if (record->kind == REC_store || effect->mode == MODE_ATOMIC_WRITE) {
    for (struct set_iter k = sets_each (&t->sets, held); set_next (&k);) {
      struct term v = term_get (t, k.x);
      if (v.kind != TERM_SEEN || !signal_is_turn (v.code) || place_of (c, v.a, v.d) != place)
        continue;
      note_writer (r, c, e, place, v.count, v.code == SIGNAL_TAKEN, true);
      known = true;
    }
  }
  if (!known || !is_exact (s, effect) || write_is_relaxed (s, effect))
    bitset_add (&r->broken, place);
}

/* Whether one thread leaves the value, whenever it has found it. */
static bool has_one_writer (const struct contexts *c, const struct turn *t, thread_id *by)
{
  return sets_is_single (&c->t->sets, t->writers, by) && !c->many[*by];
}

void turns_find (struct turns *r, const struct contexts *c)
{
  struct summaries *s = c->t->s;
  *r = (struct turns){0};
  if (!s->turns.words.n)
    return;
  for (uint32_t k = 0; k < c->occurrences.n; k++) {
    const struct occurrence at_e = occurrence_at (c, k), *e = &at_e;
    const struct item *i = &s->items.v[e->item];
    if (i->kind != ITEM_ACCESS)
      continue;
    const struct effect *effect = &s->effects->v.v[innermost (s, e->item)->effect];
    if (!effect_writes (effect))
      continue;
    setid set = map_get (&s->turn_writes, map_pair (effect->function, effect->record), SETS_EMPTY);
    for (struct set_iter l = sets_each (&s->p->sets, set); set_next (&l);)
      note_write (r, c, e, i, effect, l.x);
  }
  /* Who writes has the turn still if nobody else has written. */
  for (uint32_t k = 0; k < r->v.n; k++) {
    const struct turn *t = &r->v.v[k];
    thread_id by;
    if (t->stored && t->plain && !has_one_writer (c, t, &by))
      bitset_add (&r->broken, t->place);
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
  return !t || (v->code == SIGNAL_TAKEN && !t->plain) || (has_one_writer (c, t, &one) && one == by);
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
