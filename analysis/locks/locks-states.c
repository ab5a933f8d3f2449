/* States: which are one, and what is left where ways come together. */

#include "locks-internal.h"

/* The locks that both hold, as long and as exclusively as the weaker one. */
static setid meet_holds (struct summaries *s, setid a, setid b)
{
  if (a == b)
    return a;
  setid both = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, a); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    uint32_t other = locks_find_hold (s, b, h.lock);
    if (!other)
      continue;
    struct hold o = hold_get (s, other);
    /* A first name that is gone does not matter. */
    if (h.origin != o.origin) {
      h.origin = h.origin && locks_find_hold (s, b, h.origin) ? h.origin : 0;
      o.origin = o.origin && locks_find_hold (s, a, o.origin) ? o.origin : 0;
    }
    if (h.origin && o.origin && h.origin != o.origin)
      continue;
    h.mode = h.mode == MODE_SHARED ? h.mode : o.mode;
    h.depth = h.depth < o.depth ? h.depth : o.depth;
    h.origin = h.origin ? h.origin : o.origin;
    both = sets_add (&s->sets, both, hold_intern (s, h));
  }
  return both;
}

/* Whether LOCK, if it was released on the way, has been taken again since. */
static bool is_retaken (const struct summaries *s, setid held, setid released, expr_id lock)
{
  uint32_t hold = locks_find_hold (s, held, lock);
  return !sets_has (&s->sets, released, lock) ||
         (hold && hold_get (s, hold).mode == MODE_EXCLUSIVE);
}

/* The locks of HELD that are not KEPT may be held, too. */
static void doubt_lost (struct body *d, struct state *st, setid held)
{
  for (struct set_iter i = sets_each (&d->s->sets, held == st->held ? SETS_EMPTY : held);
       set_next (&i);)
    if (!locks_find_hold (d->s, st->held, hold_get (d->s, i.x).lock))
      locks_doubt (d, st, hold_get (d->s, i.x).lock);
}

/* A lock that one of the ways has released and taken again, and the other has not touched, is held
   if it was held at the start. */
static void meet_locks (struct body *d, struct state *into, const struct state *st)
{
  struct summaries *s = d->s;
  setid held = into->held;
  setid all = sets_union (&s->sets, into->released, st->released), kept = all;
  into->held = meet_holds (s, held, st->held);
  for (struct set_iter i = sets_each (&s->sets, all); set_next (&i);)
    if (i.x && !is_token (s, i.x) && !locks_find_hold (s, into->held, i.x) &&
        is_retaken (s, held, into->released, i.x) && is_retaken (s, st->held, st->released, i.x))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  into->released = kept;
  doubt_lost (d, into, held);
  doubt_lost (d, into, st->held);
}

/* Ways come together again and again, in each round through a loop. */
void locks_meet (struct body *d, struct state *into, const struct state *st)
{
  enum { RESULTS = 3 };
  into->maybe = locks_join_doubts (d->s, into->maybe, st->maybe);
  if (into->held == st->held && into->released == st->released)
    return;
  uint32_t key[] = {into->held, into->released, st->held, st->released};
  uint32_t id = tuples_intern (&d->meets, key, sizeof key / sizeof key[0]);
  if (id * RESULTS > d->met.n) {
    struct state met = {.held = into->held, .released = into->released};
    meet_locks (d, &met, st);
    vec_push (&d->met, met.held);
    vec_push (&d->met, met.released);
    vec_push (&d->met, met.maybe);
  }
  const uint32_t *met = &d->met.v[(id - 1) * RESULTS];
  into->held = met[0];
  into->released = met[1];
  into->maybe = locks_join_doubts (d->s, into->maybe, met[2]);
}

static void merge_state (struct body *d, struct state *into, const struct state *st, bool widen)
{
  locks_meet (d, into, st);
  into->facts = locks_join_facts (d->s, into->facts, st->facts, widen);
}

static bool same_state (const struct state *a, const struct state *b)
{
  return a->held == b->held && a->released == b->released && a->facts == b->facts &&
         a->maybe == b->maybe;
}

static bool same_locks (const struct state *a, const struct state *b)
{
  return a->held == b->held && a->released == b->released;
}

/* Whether together they say less than the one that says less: then they are kept apart, where it
   depends on conditions what is held.  `a && b' is false if A is, or if B is. */
static bool say_different (struct body *d, const struct state *a, const struct state *b)
{
  setid both = locks_join_facts (d->s, a->facts, b->facts, false);
  return both != a->facts && both != b->facts;
}

/* Makes one of those that hold the same. */
static void merge_same (struct body *d, struct states *to)
{
  uint8_t kept = 0;
  for (uint8_t i = 0; i < to->n; i++) {
    uint8_t k = 0;
    while (k < kept && !same_locks (&to->v[k], &to->v[i]))
      k++;
    if (k < kept)
      merge_state (d, &to->v[k], &to->v[i], true);
    else
      to->v[kept++] = to->v[i];
  }
  to->n = kept;
  to->same = true;
}

/* Whether the hold is that of a section, which each way through some of them has or not. */
static bool is_section (const struct summaries *s, uint32_t hold)
{
  const struct expr *v = expr_get (&s->x, hold_get (s, hold).lock);
  return v->op == X_CLAIM && v->a && v->k;
}

static void forget_sections (struct summaries *s, struct state *st, setid but)
{
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    if (is_section (s, i.x) && !sets_has (&s->sets, but, i.x))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->held = kept;
}

/* Forgets the sections in which the states, and one more, differ; false: they do not. */
static bool tell_fewer (struct body *d, struct states *to, const struct state *st)
{
  struct sets *sets = &d->s->sets;
  struct states old = *to;
  setid all = st->held, any = st->held;
  for (uint32_t i = 0; i < to->n; i++) {
    all = sets_intersection (sets, all, to->v[i].held);
    any = sets_union (sets, any, to->v[i].held);
  }
  for (struct set_iter i = sets_each (sets, any); set_next (&i);)
    to->fewer |= is_section (d->s, i.x) && !sets_has (sets, all, i.x);
  if (!to->fewer)
    return false;
  to->sections = all;
  to->n = 0;
  for (uint32_t i = 0; i < old.n; i++)
    locks_add_state (d, to, &old.v[i]);
  return true;
}

bool locks_add_state (struct body *d, struct states *to, const struct state *given)
{
  enum { FEW_CHANGES = 4 };
  bool widen = to->changes > FEW_CHANGES;
  struct state told = *given, *st = &told;
  if (to->fewer)
    forget_sections (d->s, st, to->sections);
  for (uint32_t i = 0; i < to->n; i++)
    if (to->merged || (same_locks (&to->v[i], st) &&
                       (!d->apart || to->same || !say_different (d, &to->v[i], st)))) {
      struct state old = to->v[i];
      merge_state (d, &to->v[i], st, widen);
      d->told_less |= to->v[i].facts != old.facts && to->v[i].facts != st->facts;
      bool changed = !same_state (&old, &to->v[i]);
      to->changes += changed && !widen;
      return changed;
    }
  if (to->n < MOST_STATES) {
    to->v[to->n++] = *st;
    return true;
  }
  if (!to->fewer && tell_fewer (d, to, st)) {
    locks_add_state (d, to, st);
    return true;
  }
  if (d->apart && !to->same) {
    merge_same (d, to);
    locks_add_state (d, to, st);
    return true;
  }
  for (uint32_t i = 1; i < to->n; i++)
    merge_state (d, &to->v[0], &to->v[i], true);
  merge_state (d, &to->v[0], st, true);
  to->n = 1;
  to->merged = true;
  return true;
}

uint32_t locks_mention (const struct summaries *s, const struct state *st)
{
  uint32_t bits = 0;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    bits |= expr_get (&s->x, fact_expr (s, i.x))->mentions;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    bits |= expr_get (&s->x, hold_get (s, i.x).lock)->mentions;
  return bits;
}

/* Instruction RECORD is executed: its last result is gone. */
void locks_forget (struct lock_walk *w, struct state *st, uint32_t record, uint32_t value)
{
  struct summaries *s = w->d->s;
  setid kept = st->facts;
  for (struct set_iter i = sets_each (&s->sets, st->facts); set_next (&i);)
    if (expr_mentions (&s->x, fact_expr (s, i.x), w->d->f, record, value))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  st->facts = kept;
  kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    if (expr_mentions (&s->x, hold_get (s, i.x).lock, w->d->f, record, value)) {
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
      locks_doubt (w->d, st, hold_get (s, i.x).lock);
    }
  st->held = kept;
}
