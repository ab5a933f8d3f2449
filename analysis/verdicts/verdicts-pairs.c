/* Verdicts: whether two classes of accesses conflict, and whether two threads may make them at the
   same time. */

#include "footprints.h"
#include "verdicts-internal.h"

#include "assume.h"

/* The terms that exclude one of the two while the other is there. */
setid shared_guards (const struct judge *d, const struct access_class *a,
                     const struct access_class *b)
{
  struct sets *sets = &d->terms->sets;
  return sets_union (sets, sets_intersection (sets, a->held.exclusive, b->held.any),
                     sets_intersection (sets, a->held.any, b->held.exclusive));
}

bool share_guard (const struct judge *d, const struct access_class *a, const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets;
  return sets_meet (sets, a->held.exclusive, b->held.any) ||
         sets_meet (sets, a->held.any, b->held.exclusive);
}

/* Whether A is done to what a thread like B, that makes the other, is then created with. */
bool prepares (const struct judge *d, const struct access_class *a, const struct access_class *b,
               thread_id by)
{
  const struct threads *t = d->c->t;
  if (!a->before || b->before || b->after)
    return false;
  for (struct set_iter i = sets_each (&d->s->sets, a->before); set_next (&i);)
    if (sets_has (&t->sets, t->of_item.v[i.x], by))
      return true;
  return false;
}

/* Whether A is done to what a thread like BY, that makes B, had before it was joined. */
static bool has_joined (const struct judge *d, const struct access_class *a,
                        const struct access_class *b, thread_id by)
{
  const struct threads *t = d->c->t;
  return a->after && !b->before && !b->after && !t->v.v[by].lost &&
         sets_has (&t->sets, t->joins[a->after], by);
}

/* Whether the pointers that lead to the memory are in different owners of one kind. */
static bool are_behind_others (const struct judge *d, const struct access_class *a,
                               const struct access_class *b)
{
  setid x = footprint_owners (d->s, a->slot), y = footprint_owners (d->s, b->slot);
  return x && y && x != y && domains_differ (&d->r->domains, x, y);
}

/* The proof by which the accesses are to different memory, whoever makes them; 0: they may be to
   the same.  Without what loops say of the elements that they go to. */
static uint32_t different_parts (const struct judge *d, const struct access_class *a,
                                 const struct access_class *b)
{
  uint32_t proofs = 0;
  if (a->exact && b->exact &&
      (a->at + (int64_t)a->bytes <= b->at || b->at + (int64_t)b->bytes <= a->at))
    proofs |= proof_bit (PROOF_ELEMENT);
  if ((a->local && b->local) ||
      (a->fresh && b->fresh && expr_are_apart (&d->s->x, a->fresh, b->fresh)))
    proofs |= proof_bit (PROOF_LOCAL);
  return usable_proofs (d->s->p, proofs);
}

static uint32_t different_memory (const struct judge *d, const struct access_class *a,
                                  const struct access_class *b)
{
  uint32_t proofs = different_parts (d, a, b);
  if (a->slot && b->slot &&
      (footprints_apart (d->s, a->slot, a->base, b->slot, b->base) || are_behind_others (d, a, b)))
    proofs |= proof_bit (PROOF_TEAM);
  return usable_proofs (d->s->p, proofs);
}

/* Whether the two do not mean the same memory: both are between functions of a library, which is
   its own business; or one is to a lock, and the other stores something that is none. */
static bool have_roles_apart (const struct judge *d, const struct access_class *a,
                              const struct access_class *b)
{
  uint8_t x = a->role, y = b->role;
  return (x == ROLE_OUTSIDE && y == ROLE_OUTSIDE &&
          d->s->p->assumed & assumption_bit (ASSUME_AGREE)) ||
         (x == ROLE_LOCK && y == ROLE_SCALAR) || (x == ROLE_SCALAR && y == ROLE_LOCK);
}

bool are_rivals (const struct judge *d, const struct access_class *a, const struct access_class *b)
{
  return (mode_writes (a->mode) || mode_writes (b->mode)) && !have_roles_apart (d, a, b);
}

bool conflict (struct judge *d, const struct access_class *a, const struct access_class *b)
{
  d->because = 0;
  if (!are_rivals (d, a, b))
    return false;
  d->because = different_memory (d, a, b);
  return !d->because;
}

/* Whether the creators of a thread, up to one that is lent a lock, make it once each. */
static bool lent_once (const struct contexts *c, thread_id top, thread_id t)
{
  enum { DEEP = 8 };
  for (int i = 0; i < DEEP && t != top; i++) {
    uint32_t one;
    if (c->t->v.v[t].many || !sets_is_single (&c->t->sets, c->creators[t], &one))
      return false;
    t = one;
  }
  return t == top;
}

/* Whether the creator of A's thread, or of one above it, holds a lock for it that keeps B away. */
static bool lent_excludes (const struct judge *d, thread_id by_a, const struct access_class *b,
                           thread_id by_b)
{
  const struct contexts *c = d->c;
  for (uint32_t i = 0; i < d->lent.n; i++) {
    thread_id t = d->lent.v[i];
    if (!sets_has (&c->t->sets, c->descendants[t], by_a) ||
        sets_has (&c->t->sets, c->t->v.v[t].left, by_a))
      continue;
    /* Who holds it besides the creator of this very thread is elsewhere in time. */
    if (sets_meet (&d->terms->sets, c->lent[t], b->held.any) &&
        !(sets_has (&c->t->sets, c->creators[t], by_b) && sets_has (&c->t->sets, b->alive, t)))
      return true;
    /* So is another thread like this one, of another creator. */
    if (by_a == by_b && !c->t->v.v[t].many && !c->t->v.v[by_a].many && lent_once (c, t, by_a))
      return true;
  }
  return false;
}

/* Whether B has taken a lock first that the creator of its thread, or of one above it, has held
   since then when A happens. */
static bool gate_orders (const struct judge *d, const struct access_class *a,
                         const struct access_class *b, thread_id by_b)
{
  const struct contexts *c = d->c;
  for (struct set_iter i = sets_each (&d->terms->sets, a->held.any);
       d->s->gates.words.n && set_next (&i);) {
    struct term t = term_get (d->terms, i.x);
    if (t.kind != TERM_SEEN || t.code != SIGNAL_CLOSED ||
        !sets_has (&d->terms->sets, b->held.any, term_passed (d->terms, t.a, t.d)))
      continue;
    uint32_t fork =
        map_get (&c->t->fork_items, map_pair ((uint32_t)(t.count >> 32), (uint32_t)t.count), 0);
    for (struct set_iter k = sets_each (&c->t->sets, c->t->of_item.v[fork]); set_next (&k);)
      if (!c->many[k.x] && sets_has (&c->t->sets, c->descendants[k.x], by_b))
        return true;
  }
  return false;
}

/* Whether these threads have memory of their own there. */
static bool have_own (const struct judge *d, const struct access_class *a, thread_id by_a,
                      const struct access_class *b, thread_id by_b)
{
  const struct thread *t = d->c->t->v.v;
  if (by_a != by_b && a->mine && b->mine && expr_is_fresh (&d->s->x, a->mine) &&
      expr_is_fresh (&d->s->x, b->mine) &&
      (a->mine != b->mine || t[by_a].item == t[by_b].item ||
       forks_are_alternatives (d->s, t[by_a].item, t[by_b].item)))
    return true; /* each was created with new memory */
  /* Each of these threads has its own, and the creator has prepared it for the next one, or has it
     back from one that has ended. */
  return a->owner && a->owner == b->owner &&
         (by_a == by_b ? !a->before && !b->before && !a->after && !b->after
                       : prepares (d, a, b, by_b) || prepares (d, b, a, by_a) ||
                             has_joined (d, a, b, by_b) || has_joined (d, b, a, by_a));
}

static const struct item *task_of (const struct judge *d, thread_id t)
{
  const struct item *i = &d->s->items.v[d->c->t->v.v[t].item];
  return i->task ? i : NULL;
}

/* Whether both are to a variable of a call, or memory that it has made, A by a thread that the call
   has created: then B is in another call, with another one, or by another thread like it. */
static bool have_frames (const struct judge *d, const struct access_class *a, thread_id by_a,
                         const struct access_class *b, thread_id by_b)
{
  if (!a->frame || a->frame != b->frame || a->local)
    return false;
  const struct threads *t = d->c->t;
  funid f = frame_function (d, a->frame);
  bool apart = b->local && !sets_has (&t->sets, b->born, by_a);
  /* Memory, unlike a variable, may outlive the call. */
  if (b->local && expr_is_fresh (&d->s->x, a->frame) && !task_of (d, by_a) &&
      (apart || (b->mine == b->frame && prepares (d, b, a, by_a))))
    return true;
  return threads_end_with_call (t, by_a, f) &&
         (b->local ? apart
                   : threads_one_per_call (t, by_a, f) && threads_are_alike (t, by_a, by_b, f));
}

/* Whether B has dropped the last reference to the object, and A is done by who has one. */
static bool before_last (const struct judge *d, const struct access_class *a, thread_id by_a,
                         const struct access_class *b)
{
  const struct terms *t = d->terms;
  if (sets_has (&t->sets, a->sent, t->dropped) || !bitset_has (&d->droppers, by_a))
    return false;
  for (struct set_iter i = sets_each (&t->sets, b->held.any); set_next (&i);)
    if (term_get (t, i.x).kind == TERM_LAST)
      return true;
  return false;
}

/* A side of a pair: an access of a thread. */
struct side {
  const struct access_class *a;
  thread_id by;
};

static struct moment moment_of (const struct side *x)
{
  return (struct moment){x->by, x->a->alive, x->a->ended, x->a->phases};
}

/* Ways to show that what X does is not done while Y is: sets of enum proof, 0: it may be. */

static const uint32_t ONE_THREAD = UINT32_C (1)
                                   << 31; /* no proof is needed: one thread does both */

static uint32_t by_creation (const struct judge *d, const struct side *x, const struct side *y)
{
  struct moment a = moment_of (x), b = moment_of (y);
  if (x->by == y->by && !d->c->many[x->by])
    return ONE_THREAD;
  if (contexts_parallel (d->c, a, b))
    return 0;
  a.phases = b.phases = SETS_EMPTY;
  bool phases = contexts_parallel (d->c, a, b);
  return proof_bit (phases ? PROOF_TEAM : PROOF_FORK);
}

static uint32_t by_end (const struct judge *d, const struct side *x, const struct side *y)
{
  return contexts_has_ended (d->c, moment_of (x), x->a->held.any, y->by) ? proof_bit (PROOF_TEAM)
                                                                         : 0;
}

static uint32_t by_own (const struct judge *d, const struct side *x, const struct side *y)
{
  return have_own (d, x->a, x->by, y->a, y->by) ? proof_bit (PROOF_THREAD) : 0;
}

/* The creation of a thread that joins others like it as a tree, by that join; 0: it is none. */
static uint32_t fan_of (const struct judge *d, thread_id by, const struct item *join)
{
  const struct threads *t = d->c->t;
  const struct item *fork = &d->s->items.v[t->v.v[by].item];
  return bitset_has (&t->fans, by) && !t->v.v[by].lost && t->v.v[by].start == join->function
             ? (fork->core ? fork->core : t->v.v[by].item)
             : 0;
}

/* Whether MINE is new memory to which a thread of FORK finds a pointer in its element of the array
   of handles. */
static bool is_in_own (const struct judge *d, const struct item *fork, expr_id mine)
{
  struct exprs *x = &d->s->x;
  int64_t offset, stride;
  expr_id own = expr_element (x, fork->e[0], fork->e[6], fork->bits, &offset, &stride);
  for (int k = 0; own && k < MOST_MEMORY; k++)
    if (fork->new_memory >> k & 1 && expr_root (x, fork->memory[k].value) == mine &&
        expr_element (x, fork->memory[k].at, fork->e[6], fork->bits, &offset, &stride) == own)
      return true;
  return false;
}

/* Whether X is done by a thread that has joined the one, of its tree, in whose element of the array
   of handles that is; or reads the handle for that, if those with larger numbers are created first.
 */
static bool fan_orders (const struct judge *d, const struct side *x, const struct side *y)
{
  const struct summaries *s = d->s;
  const struct access_class *a = x->a, *b = y->a;
  const struct item *join = &s->items.v[a->reaped & ~REAPED_FLAGS];
  uint32_t fork = a->reaped && join->kind == ITEM_JOIN && join->fan ? fan_of (d, x->by, join) : 0;
  int64_t offset, stride;
  if (!fork)
    return false;
  if (a->reaped & REAPED_LOOK)
    return join->fan == 2 && b->reaped == fork;
  if (b->reaped == a->reaped)
    return fan_of (d, y->by, join) == fork;
  const struct item *f = &s->items.v[fork];
  expr_id own = expr_element (&d->s->x, f->e[0], f->e[6], f->bits, &offset, &stride);
  bool same = own && own == b->owner && !b->mine == !!(a->reaped & REAPED_BEHIND);
  same = same || (a->reaped & REAPED_BEHIND && b->mine &&
                  is_in_own (d, &s->items.v[d->c->t->v.v[y->by].item], b->mine));
  return same && (b->before ? sets_has (&s->sets, b->before, fork)
                            : !b->after && fan_of (d, y->by, join) == fork);
}

static uint32_t by_reaping (const struct judge *d, const struct side *x, const struct side *y)
{
  return (x->by != y->by && is_reaped (d, x->a, x->by, y->a, y->by)) || fan_orders (d, x, y)
             ? proof_bit (PROOF_FORK)
             : 0;
}

static uint32_t by_frame (const struct judge *d, const struct side *x, const struct side *y)
{
  return have_frames (d, x->a, x->by, y->a, y->by) ? proof_bit (PROOF_LOCAL) : 0;
}

static uint32_t by_creator (const struct judge *d, const struct side *x, const struct side *y)
{
  return gate_orders (d, x->a, y->a, y->by) || lent_excludes (d, x->by, y->a, y->by)
             ? proof_bit (PROOF_LENT)
             : 0;
}

/* Whether one thread, of which there is one, has created both. */
static bool have_one_creator (const struct judge *d, thread_id a, thread_id b)
{
  uint32_t by_a, by_b;
  return sets_is_single (&d->c->t->sets, d->c->creators[a], &by_a) &&
         sets_is_single (&d->c->t->sets, d->c->creators[b], &by_b) && by_a == by_b &&
         !d->c->many[by_a];
}

/* Whether one of two tasks waits for the other, as the functions know that create them or call who
   does. */
static bool tasks_wait (const struct summaries *s, uint32_t a, uint32_t b)
{
  for (uint32_t i = a; i; i = s->items.v[i].inner)
    for (uint32_t k = b; k; k = s->items.v[k].inner)
      if (map_find (&s->task_orders, map_pair (i, k)))
        return true;
  return false;
}

/* Whether both are tasks that one task has created, and one waits for the other: whatever they do,
   or if what they access, as they say, is the same. */
static uint32_t by_depend (const struct judge *d, const struct side *x, const struct side *y)
{
  const struct summaries *s = d->s;
  const struct thread *v = d->c->t->v.v;
  if (!task_of (d, x->by) || !task_of (d, y->by))
    return 0;
  bool alone = have_one_creator (d, x->by, y->by);
  if (!alone && !sets_meet (&d->terms->sets, d->c->claims[x->by], d->c->claims[y->by]))
    return 0;
  if (!alone && !(terms_in_team (d->terms, innermost (s, v[x->by].item)->function) &&
                  terms_in_team (d->terms, innermost (s, v[y->by].item)->function)))
    return 0;
  bool named =
      x->a->named && y->a->named && (x->a->named == NAMED_WRITTEN || y->a->named == NAMED_WRITTEN);
  return named || tasks_wait (s, v[x->by].item, v[y->by].item) ? proof_bit (PROOF_TEAM) : 0;
}

static uint32_t by_round (const struct judge *d, const struct side *x, const struct side *y)
{
  return rounds_apart (&d->r->rounds, x->by, x->a->round, y->by, y->a->round)
             ? proof_bit (PROOF_BARRIER)
             : 0;
}

static uint32_t by_signal (const struct judge *d, const struct side *x, const struct side *y)
{
  const struct signals *signals = &d->r->signals;
  uint32_t order =
      signals_order (signals, d->c, x->by, x->a->held, x->a->sent, y->by, y->a->held.any);
  return order ? order
         : signals_exclude (signals, d->c, x->a->held.any, y->a->held.any) ||
                 turns_exclude (&signals->turns, d->c, x->by, x->a->held.any, y->by,
                                y->a->held.any) ||
                 signals_unset (signals, d->c, x->a->held, y->a->held.any)
             ? proof_bit (PROOF_SIGNAL)
             : 0;
}

static uint32_t by_references (const struct judge *d, const struct side *x, const struct side *y)
{
  return before_last (d, x->a, x->by, y->a) ? proof_bit (PROOF_REFERENCES) : 0;
}

static const struct {
  uint32_t (*prove) (const struct judge *, const struct side *, const struct side *);
  bool symmetric;
} ways_apart[] = {{by_creation, true}, {by_end, false},    {by_own, true},
                  {by_reaping, false}, {by_frame, false},  {by_creator, false},
                  {by_round, true},    {by_signal, false}, {by_references, false},
                  {by_depend, true}};

/* The proofs by which two threads do not make the accesses at the same time; 0: they may. */
static uint32_t not_parallel (const struct judge *d, const struct access_class *a, thread_id by_a,
                              const struct access_class *b, thread_id by_b)
{
  struct side x = {a, by_a}, y = {b, by_b};
  for (unsigned i = 0; i < sizeof ways_apart / sizeof *ways_apart; i++) {
    uint32_t proofs = usable_proofs (d->s->p, ways_apart[i].prove (d, &x, &y));
    if (!proofs && !ways_apart[i].symmetric)
      proofs = usable_proofs (d->s->p, ways_apart[i].prove (d, &y, &x));
    if (proofs)
      return proofs;
  }
  return 0;
}

static bool parallel (struct judge *d, const struct access_class *a, thread_id by_a,
                      const struct access_class *b, thread_id by_b)
{
  uint32_t proofs = not_parallel (d, a, by_a, b, by_b);
  d->because |= proofs;
  return !proofs;
}

/* The threads of ALL that make an access, those first that certainly come there, and the newest
   first. */
static void list_threads (const struct judge *d, const struct access_class *c, setid all,
                          vec_u32 *out)
{
  struct sets *sets = &d->c->t->sets;
  uint32_t sure = sets_size (sets, c->sure), n = sets_size (sets, all);
  vec_resize (out, n);
  for (struct set_iter i = sets_each (sets, c->sure); set_next (&i);)
    out->v[--sure] = i.x;
  for (struct set_iter i = sets_each (sets, sets_difference (sets, all, c->sure)); set_next (&i);)
    out->v[--n] = i.x;
}

/* Two threads, of OF_A and OF_B, that may make the accesses at the same time; different ones if
   there are such. */
static bool find_among (struct judge *d, const struct access_class *a, setid of_a,
                        const struct access_class *b, setid of_b, thread_id by[2])
{
  vec_u32 *x = &d->by_a, *y = &d->by_b;
  list_threads (d, a, of_a, x);
  list_threads (d, b, of_b, y);
  for (uint32_t i = 0; i < x->n; i++)
    for (uint32_t k = 0; k < y->n; k++)
      if (x->v[i] != y->v[k] && parallel (d, a, x->v[i], b, y->v[k])) {
        by[0] = x->v[i];
        by[1] = y->v[k];
        return true;
      }
  for (uint32_t i = 0; i < x->n; i++)
    if (sets_has (&d->c->t->sets, of_b, x->v[i]) && parallel (d, a, x->v[i], b, x->v[i])) {
      by[0] = by[1] = x->v[i];
      return true;
    }
  return false;
}

/* The same, of those first of which it is known how they come there. */
static bool find_threads (struct judge *d, const struct access_class *a,
                          const struct access_class *b, thread_id by[2])
{
  d->because = 0;
  return find_among (d, a, a->told, b, b->told, by) ||
         ((a->told != a->threads || b->told != b->threads) &&
          find_among (d, a, a->threads, b, b->threads, by));
}

uint32_t moment_id (struct judge *d, const struct access_class *c)
{
  uint32_t key[] = {c->threads, c->sure, c->told,     c->alive,          c->ended,
                    c->phases,  c->sent, c->held.any, c->held.exclusive, c->round};
  enum { WITHOUT_GUARDS = 6, ALL = sizeof key / sizeof key[0] };
  bool by_guards = map_size (&d->r->signals.of) || d->s->turns.words.n || d->terms->has_teams ||
                   d->droppers.words.n || d->lent.n || d->s->gates.words.n ||
                   d->r->rounds.barriers.n;
  return tuples_intern (&d->moments, key, by_guards ? ALL : WITHOUT_GUARDS);
}

/* Whether more than moments and threads decides. */
static bool is_special (const struct access_class *a, const struct access_class *b)
{
  return (a->owner && b->owner) || a->reaped || b->reaped || (a->frame && a->frame == b->frame) ||
         (a->named && b->named);
}

bool never_meet (const struct judge *d, const struct access_class *a, const struct access_class *b,
                 uint32_t *proofs)
{
  const struct sets *sets = &d->c->t->sets;
  thread_id by_a, by_b;
  if (is_special (a, b) || !sets_is_single (sets, a->threads, &by_a) ||
      !sets_is_single (sets, b->threads, &by_b) || !are_rivals (d, a, b))
    return false;
  struct side x = {a, by_a}, y = {b, by_b};
  uint32_t when = usable_proofs (d->s->p, by_creation (d, &x, &y));
  uint32_t where = when ? different_parts (d, a, b) : 0, team = proof_bit (PROOF_TEAM);
  if (!when ||
      (a->slot && b->slot && usable_proofs (d->s->p, ~*proofs & (team | (where ? 0 : when)))))
    return false;
  *proofs |= where ? where : when;
  return true;
}

/* The same, remembered: few moments and threads differ. */
bool may_meet (struct judge *d, const struct access_class *a, const struct access_class *b,
               thread_id by[2])
{
  if (is_special (a, b))
    return find_threads (d, a, b, by);
  uint32_t x = a->moment ? a->moment : moment_id (d, a);
  uint32_t y = b->moment ? b->moment : moment_id (d, b);
  uint32_t *known = map_at (&d->meetings, map_pair (x, y));
  if (!*known) {
    struct meeting m = {0};
    find_threads (d, a, b, m.by);
    m.because = d->because;
    vec_push (&d->met, m);
    *known = d->met.n;
  }
  const struct meeting *m = &d->met.v[*known - 1];
  memcpy (by, m->by, sizeof m->by);
  d->because = m->because;
  return by[0];
}
