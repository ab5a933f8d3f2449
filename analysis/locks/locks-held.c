/* Acquiring and releasing: what is in the set of a state, under which names, and what of it ends
   with what else: locks, tokens, claims, signals, gates. */

#include "locks-internal.h"
#include "permits.h"
#include "recursion.h"
#include "teams.h"
#include "turns.h"

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

bool is_token (const struct summaries *s, expr_id lock)
{
  if (!lock)
    return false;
  uint8_t op = expr_get (&s->x, lock)->op;
  return op == X_TOKEN || op == X_SIGNAL || op == X_CLAIM;
}

bool is_stand_in (const struct summaries *s, expr_id lock)
{
  enum { ALIGNED = 4 }; /* as all locks of a kernel are */
  int64_t offset = 0;
  if (lock && s->stands_in)
    expr_base (&s->x, lock, &offset);
  return offset % ALIGNED;
}

/* Whether the locks are behind pointers in different variables that have different memory each. */
static bool are_apart (struct summaries *s, expr_id a, expr_id b)
{
  int64_t behind, at[2];
  expr_id lock[] = {a, b}, variable[2];
  for (int i = 0; i < 2; i++) {
    expr_id load = expr_base (&s->x, lock[i], &behind);
    if (!load || expr_get (&s->x, load)->op != X_LOAD)
      return false;
    variable[i] = expr_base (&s->x, expr_get (&s->x, load)->a, &at[i]);
  }
  return variable[0] && variable[0] == variable[1] &&
         expr_get (&s->x, variable[0])->op == X_OBJECT &&
         assigned_apart (&s->assigned, s->p, s->effects, expr_get (&s->x, variable[0])->a, at[0],
                         at[1]);
}

/* Whether it stands for what is in code that nobody sees, and what that knows of the program. */
static bool is_unseen (const struct summaries *s, object_id o)
{
  return s->p->objects.v.v[o].kind >= OBJECT_RESULT;
}

bool may_be_same_lock (struct summaries *s, funid f, expr_id a, funid g, expr_id b)
{
  if (is_claim (s, a) != is_claim (s, b))
    return false; /* what nobody knows is a lock, or a signal */
  if (!a || !b)
    return true;
  if (is_token (s, a) || is_token (s, b))
    return false;
  if (a == b && f == g)
    return true;
  loc_id permit = map_size (&s->permit_of) ? permit_location (s, f, a) : 0;
  if (permit && permit == permit_location (s, g, b))
    return true;
  if (are_apart (s, a, b) || !(locks_group (s, f, a) & locks_group (s, g, b)))
    return false;
  object_id object[2];
  int64_t offset[2];
  if (leads_to_place (s, f, a, &object[0], &offset[0]) &&
      leads_to_place (s, g, b, &object[1], &offset[1]) && !is_unseen (s, object[0]) &&
      !is_unseen (s, object[1]))
    return object[0] == object[1] && offset[0] == offset[1];
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

setid locks_places (struct body *d, expr_id lock)
{
  struct sets *sets = &d->s->p->sets;
  setid at = lock && !is_token (d->s, lock) ? expr_points (&d->s->x, d->f, lock) : SETS_EMPTY;
  return at || is_token (d->s, lock) ? at : sets_single (sets, 0);
}

/* More places than these count as any: sets that grow with each lock would take memory by their
   square. */
enum { MOST_DOUBTS = 1024 };

setid locks_join_doubts (struct summaries *s, setid a, setid b)
{
  struct sets *sets = &s->p->sets;
  if (a == b)
    return a;
  bool any = sets_has (sets, a, 0) || sets_has (sets, b, 0);
  setid both = any ? SETS_EMPTY : sets_union (sets, a, b);
  return any || sets_size (sets, both) > MOST_DOUBTS ? sets_single (sets, 0) : both;
}

void locks_doubt (struct body *d, struct state *st, expr_id lock)
{
  st->maybe = locks_join_doubts (d->s, st->maybe, locks_places (d, lock));
}

/* Whether it tells no more when it is seen once more: of semaphores and barriers it is counted how
   often they have been passed, but flags that are looked at in a loop would only multiply states.
 */
static bool is_seen_once (struct body *d, expr_id lock)
{
  const struct expr v = *expr_get (&d->s->x, lock);
  return v.op == X_SIGNAL &&
         (v.code != SIGNAL_SEEN || is_flag (d->s, expr_points (&d->s->x, d->f, v.a)));
}

void locks_acquire (struct body *d, struct state *st, expr_id lock, enum lock_mode mode,
                    unsigned depth)
{
  struct summaries *s = d->s;
  if (!lock) {
    locks_doubt (d, st, lock);
    return;
  }
  uint32_t old = locks_find_hold (s, st->held, lock);
  if (old && is_seen_once (d, lock))
    return;
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
  else
    locks_doubt (d, st, lock);
}

void locks_drop_hold (struct summaries *s, struct state *st, expr_id lock)
{
  uint32_t old = locks_find_hold (s, st->held, lock);
  if (old)
    st->held = sets_difference (&s->sets, st->held, sets_single (&s->sets, old));
}

/* Takes out every lock that LOCK may be. */
static void drop_aliases (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);)
    if (!is_token (s, hold_get (s, i.x).lock) &&
        may_be_same_lock (s, d->f, hold_get (s, i.x).lock, d->f, lock)) {
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
      locks_doubt (d, st, hold_get (s, i.x).lock);
    }
  st->held = kept;
}

/* Who counts up, for a new thread, has not seen that all have ended any more. */
void locks_forget_ended (struct summaries *s, struct state *st, expr_id signal)
{
  setid kept = st->held;
  if (!kept)
    return;
  struct expr v = *expr_get (&s->x, signal);
  bool any = signal == expr_any_signal (&s->x);
  if (!any && (v.op != X_SIGNAL || (v.code != SIGNAL_SENT_UP && v.code != SIGNAL_SENT_DOWN)))
    return;
  uint8_t seen = v.code == SIGNAL_SENT_UP ? SIGNAL_SEEN_DOWN : SIGNAL_SEEN_UP;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    const struct expr *h = expr_get (&s->x, hold_get (s, i.x).lock);
    if (h->op == X_SIGNAL && (any ? h->code == SIGNAL_SEEN_UP || h->code == SIGNAL_SEEN_DOWN
                                  : h->code == seen && h->a == v.a))
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
  }
  st->held = kept;
}

static expr_id phase_token (struct summaries *s, enum start_phase phase)
{
  return expr_token (&s->x, 0, (uint32_t)phase);
}

enum start_phase locks_phase (struct summaries *s, const struct state *st)
{
  for (int phase = PHASE_BEFORE; s->may_fork && phase <= PHASE_AFTER; phase++)
    if (locks_find_hold (s, st->held, phase_token (s, (enum start_phase)phase)))
      return (enum start_phase)phase;
  return PHASE_UNKNOWN;
}

void locks_set_phase (struct summaries *s, struct state *st, enum start_phase phase)
{
  enum start_phase old = locks_phase (s, st);
  if (old)
    locks_drop_hold (s, st, phase_token (s, old));
  if (phase)
    st->held =
        sets_add (&s->sets, st->held, hold_make (s, phase_token (s, phase), MODE_EXCLUSIVE, 1));
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
void locks_open_gates (struct body *d, struct state *st, expr_id lock)
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

void locks_pass_gate (struct body *d, struct state *st, expr_id lock)
{
  expr_id passed = is_gate (d, lock) ? expr_signal (&d->s->x, SIGNAL_PASSED, lock, 0) : 0;
  if (passed && !locks_find_hold (d->s, st->held, passed))
    locks_acquire (d, st, passed, MODE_SHARED, 1);
}

void locks_close_gates (struct body *d, struct state *st, uint32_t record)
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

/* More than these count as any lock. */
enum { MOST_RELEASED = 256 };

/* 0, any lock, stands for all others; tokens are none. */
static void note_released (struct summaries *s, struct state *st, expr_id lock)
{
  if (sets_has (&s->sets, st->released, 0))
    return;
  if (sets_size (&s->sets, st->released) > MOST_RELEASED)
    lock = 0;
  setid kept = lock ? st->released : SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, lock ? SETS_EMPTY : st->released); set_next (&i);)
    if (is_token (s, i.x))
      kept = sets_add (&s->sets, kept, i.x);
  st->released = sets_add (&s->sets, kept, lock);
}

/* A reference that was dropped under a lock is gone for others when that is released; and a flag
   that was not set may be. */
void locks_drop_references (struct summaries *s, struct state *st)
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

/* Whether the lock may be a mutex that checks for errors: its owner cannot lock it again. */
static bool checks_errors (struct body *d, expr_id lock)
{
  setid at = d->s->errorcheck.words.n ? expr_points (&d->s->x, d->f, lock) : SETS_EMPTY;
  for (struct set_iter i = sets_each (&d->s->p->sets, at); set_next (&i);)
    if (bitset_has (&d->s->errorcheck, i.x))
      return true;
  return false;
}

bool locks_fail (struct body *d, const struct state *st, expr_id lock)
{
  return d->s->errorcheck.words.n && lock && locks_find_hold (d->s, st->held, lock) &&
         checks_errors (d, lock);
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
    if (checks_errors (d, lock)) /* if a caller had it, that is what is given up */
      note_released (s, st, lock);
    return;
  }
  drop_aliases (d, st, lock);
  note_released (s, st, lock);
}

void locks_release (struct body *d, struct state *st, expr_id lock)
{
  struct summaries *s = d->s;
  if (!is_token (s, lock))
    locks_open_gates (d, st, lock);
  if (is_claim (s, lock)) {
    drop_claims (s, st);
    st->released = sets_add (&s->sets, st->released, lock);
    return;
  }
  if (is_token (s, lock)) {
    st->released = sets_add (&s->sets, st->released, lock);
    locks_forget_ended (s, st, lock);
    turns_forget (s, st, lock);
    set_flag (d, st, lock);
    return;
  }
  locks_drop_references (s, st);
  locks_give (d, st, lock);
}

setid acquires_of (const struct summaries *s, funid callee)
{
  const struct program *p = s->p->objects.program;
  bool seen = callee && (p->functions[callee].body || s->p->models[callee]);
  return s->acquires[seen ? callee : p->n_functions + 1 + WORLD_OUTSIDE];
}

setid releases_of (const struct summaries *s, funid callee)
{
  const struct program *p = s->p->objects.program;
  if (!callee || (!p->functions[callee].body && !s->p->models[callee]))
    return s->releases[p->n_functions + 1 + WORLD_OUTSIDE]; /* it may call back */
  return s->releases[callee];
}

/* What is released are locks at some of these places. */
void locks_drop_places (struct body *d, struct state *st, setid gone, unsigned group)
{
  struct summaries *s = d->s;
  if (!gone)
    return;
  locks_open_gates (d, st, 0);
  locks_drop_references (s, st);
  setid kept = st->held;
  for (struct set_iter i = sets_each (&s->sets, st->held); set_next (&i);) {
    expr_id lock = hold_get (s, i.x).lock;
    setid at = expr_points (&s->x, d->f, lock);
    if (is_token (s, lock) || !(locks_group (s, d->f, lock) & group))
      continue;
    if (!at || points_may_meet (s->p, at, gone)) {
      kept = sets_difference (&s->sets, kept, sets_single (&s->sets, i.x));
      locks_doubt (d, st, lock);
    }
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
    expr_id lock = l->offset <= OFFSET_EVERYTHING
                       ? 0
                       : expr_add (&s->x, expr_object (&s->x, l->object), l->offset);
    locks_note_group (s, d->f, lock, group);
    note_released (s, st, lock);
  }
}

/* Whether the function may come to a barrier of the team. */
static bool may_drop_claims (const struct summaries *s, funid f)
{
  const struct summary *m = f && s->p->objects.program->functions[f].body ? &s->of[f] : NULL;
  if (!m || !m->known)
    return true;
  for (uint32_t i = 0; i < m->n_rows; i++)
    for (struct set_iter k = sets_each (&s->sets, m->rows[i].released); set_next (&k);)
      if (is_claim (s, k.x))
        return true;
  return false;
}

/* Whether all ask the same of the callee, and get the same answer before it is known, and then. */
static bool is_settled (const struct body *d, funid callee)
{
  const struct summaries *s = d->s;
  return callee && callee <= s->p->objects.program->n_functions &&
         (s->component[callee] < s->component[d->f] ||
          (s->component[callee] == s->component[d->f] && s->given_up));
}

uint32_t locks_leaving (struct body *d, funid callee, bool jumped)
{
  struct summaries *s = d->s;
  uint32_t *known = !jumped && is_settled (d, callee)
                        ? &s->leaving_of[2 * callee + s->of[callee].known]
                        : map_at (&d->leavings, map_pair (jumped, callee));
  if (!*known) {
    bool hands_out = true;
    setid gone = jumped ? releases_of (s, callee) : recursion_ask (d, callee, &hands_out);
    uint32_t key[] = {may_drop_claims (s, callee), gone, turns_of_callee (s, callee),
                      sends_of (s, callee), hands_out ? acquires_of (s, callee) : SETS_EMPTY};
    *known = tuples_intern (&s->leaving, key, sizeof key / sizeof key[0]);
  }
  return *known;
}

uint32_t locks_find_call (struct body *d, uint32_t what, uint32_t row, struct state *st)
{
  uint32_t key[] = {what, row, st->held, st->released, st->maybe};
  uint32_t number = tuples_intern (&d->calls, key, sizeof key / sizeof key[0]);
  if (number > d->called.n / 3)
    return number;
  const uint32_t *then = &d->called.v[3 * (number - 1)];
  st->held = then[0];
  st->released = then[1];
  st->maybe = then[2];
  return 0;
}

void locks_keep_call (struct body *d, uint32_t number, const struct state *st)
{
  if (d->called.n < 3 * number)
    vec_resize (&d->called, 3 * number);
  uint32_t *then = &d->called.v[3 * (number - 1)];
  then[0] = st->held;
  then[1] = st->released;
  then[2] = st->maybe;
}

void locks_drop_released (struct body *d, struct state *st, funid callee, bool jumped)
{
  uint32_t leaving = locks_leaving (d, callee, jumped);
  uint32_t new = locks_find_call (d, leaving, ANY_ROW, st);
  if (!new)
    return;
  const uint32_t *does = tuples_numbers (&d->s->leaving, leaving);
  if (does[0])
    drop_claims (d->s, st);
  locks_drop_places (d, st, does[1], LOCKS_ALL);
  turns_pass (d, st, does[2]);
  for (struct set_iter i = sets_each (&d->s->sets, st->held ? does[3] : SETS_EMPTY); set_next (&i);)
    locks_forget_ended (d->s, st, i.x);
  st->released = sets_union (&d->s->sets, st->released, does[3]);
  st->maybe = locks_join_doubts (d->s, st->maybe, does[4]);
  locks_keep_call (d, new, st);
}
