/* Verdicts: gathers the events of each location into classes, then judges. */

#include "verdicts.h"
#include "constants.h"
#include "permits.h"
#include "watch.h"

struct judge {
  struct verdicts *r;
  struct contexts *c;
  struct summaries *s;
  struct terms *terms;
  struct tuples groups;               /* group of cells, mode */
  vec_u32 count;                      /* by group: how many are in dominant, or would be */
  struct tuples seen;                 /* all that makes a class, and the set of locations */
  vec_u32 first;                      /* by group: into dominant */
  VEC (struct access_class) dominant; /* from 1; those of a group by next */
  setid several;         /* threads that run beside themselves, created or called from outside */
  struct tuples moments; /* pairs that were asked for, see may_meet */
  vec_u32 by_a, by_b;    /* threads of the pair at hand */
  vec_u32 met;           /* two threads for each of them; 0: none */
  struct map *broken;
  struct bitset droppers;    /* threads that drop references */
  struct bitset lost;        /* locations that have a race already */
  struct bitset lost_groups; /* all of theirs have */
  uint32_t *group;           /* by item: 1 + its group of cells */
  struct map extended; /* of the access at hand: first class and shift: 1 + first class with it */
  vec_u32 list;        /* classes of the location at hand */
  vec_u32 lent;        /* threads whose creators hold locks for them */
};

const struct item *innermost (const struct summaries *s, uint32_t item)
{
  const struct item *i = &s->items.v[item];
  while (i->inner)
    i = &s->items.v[i->inner];
  return i;
}

const struct effect *event_effect (const struct verdicts *r, uint32_t event)
{
  const struct summaries *s = r->c->t->s;
  return &s->effects->v.v[innermost (s, r->c->occurrences.v[event].item)->effect];
}

uint32_t verdicts_classes (const struct verdicts *r, loc_id l)
{
  return l < r->cells.n_locs ? r->first_class[r->cells.stands_for[l]] : 0;
}

static bool mode_writes (uint8_t mode)
{
  return mode != MODE_READ && mode != MODE_ATOMIC_READ;
}

static bool mode_is_atomic (uint8_t mode)
{
  return mode == MODE_ATOMIC_READ || mode == MODE_ATOMIC_WRITE;
}

/* Classes */

enum { MOST_DOMINANT = 48 };

/* Whether whatever may race with B may race with A: by the same threads, with no more locks, and no
   fewer threads beside it. */
static bool dominates_class (const struct judge *d, const struct access_class *a,
                             const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets, *threads = &d->c->t->sets;
  if (event_effect (d->r, a->event)->outside != event_effect (d->r, b->event)->outside)
    return false;
  return a->mode == b->mode && a->hidden <= b->hidden && a->round == b->round &&
         (!a->local || b->local) &&
         (!a->mine || (a->mine == b->mine && a->before == b->before && a->after == b->after)) &&
         (!a->fresh || a->fresh == b->fresh) && (!a->slot || a->slot == b->slot) &&
         (!a->phases || (b->phases && sets_subset (sets, b->phases, a->phases))) &&
         (!a->exact || (b->exact && a->at == b->at && a->bytes == b->bytes)) &&
         sets_subset (sets, b->sent, a->sent) && sets_subset (sets, a->held.any, b->held.any) &&
         sets_subset (sets, a->held.exclusive, b->held.exclusive) &&
         sets_subset (threads, b->threads, a->threads) && sets_subset (threads, b->sure, a->sure) &&
         sets_subset (threads, b->alive, a->alive) && sets_subset (threads, a->ended, b->ended);
}

/* Whether the access is to something of the thread's own, by its name: a variable that each thread
   or each call has for itself, or memory that was made on the way. */
static bool is_local (const struct judge *d, const struct item *i)
{
  const struct pointers *p = d->s->p;
  expr_id root = expr_root (&d->s->x, i->e[0]);
  if (!root || i->at_start)
    return false;
  const struct expr *v = expr_get (&d->s->x, root);
  if (v->op == X_AT)
    v = expr_get (&d->s->x, v->a);
  if (v->op != X_OBJECT)
    return v->op == X_FRESH;
  return p->objects.v.v[v->a].kind == OBJECT_LOCAL || object_is_tls (p, v->a);
}

static enum hidden hidden_of (struct judge *d, const struct effect *e)
{
  const struct program *p = d->s->p->objects.program;
  const struct program_function *f = &p->functions[e->function];
  struct place at = {function_unit (p, e->function), f->body->records[e->record]->loc};
  const char *why;
  return d->r->hiding ? hiding_access (d->r->hiding, &at, f->name, &why) : HIDDEN_NOT;
}

/* The class of an occurrence, as far as it does not depend on the location. */
static struct access_class class_of (struct judge *d, uint32_t occurrence)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  const struct effect *effect = event_effect (d->r, occurrence);
  struct access_class c = {.event = occurrence,
                           .mode = effect->mode,
                           .threads = d->c->v.v[e->context].threads,
                           .sure = d->c->v.v[e->context].sure,
                           .alive = e->alive,
                           .ended = e->ended,
                           .phases = e->phases,
                           .slot = d->terms->one_team ? i->slot : 0,
                           .sent = e->sent,
                           .round = rounds_at (&d->r->rounds, effect->function, effect->record),
                           .bytes = effect->bytes,
                           .locks = sets_size (&d->terms->sets, e->held.any)};
  expr_id base = expr_base (&d->s->x, i->e[0], &c.at);
  c.mine = i->mine;
  c.local = is_local (d, i);
  c.fresh = expr_root (&d->s->x, i->e[0]);
  if (!expr_is_fresh (&d->s->x, c.fresh))
    c.fresh = 0;
  c.before = i->before;
  c.after = i->after;
  c.hidden = (uint8_t)hidden_of (d, effect);
  c.exact = base && expr_get (&d->s->x, base)->op == X_OBJECT && c.bytes && c.mode != MODE_FREE;
  if (!c.exact)
    c.at = 0;
  for (struct set_iter k = sets_each (&d->s->sets, i->held); set_next (&k);)
    c.locks += !is_token (d->s, hold_get (d->s, k.x).lock);
  return c;
}

/* The classes of a location, from its newest one on, with C too.  What is in the list stays as it
   is: locations that have been touched alike share it. */
static uint32_t with_class (struct judge *d, uint32_t first, struct access_class c)
{
  uint32_t walked = 0;
  for (uint32_t k = first; k && walked < MOST_DOMINANT; k = d->r->classes.v[k].next, walked++)
    if (dominates_class (d, &d->r->classes.v[k], &c))
      return first;
  c.next = first;
  vec_push (&d->r->classes, c);
  return d->r->classes.n - 1;
}

/* It races with itself, and nothing could be clearer. */
static bool is_clear_race (const struct judge *d, const struct access_class *c)
{
  return c->mode == MODE_WRITE && !c->hidden && !c->held.any && !c->mine && !c->local && !c->slot &&
         sets_meet (&d->c->t->sets, c->threads, d->several);
}

/* What is held at an occurrence, seen from a location of OBJECT that is SHIFT behind its first
 * byte.
 */
static struct guards guards_at (struct judge *d, uint32_t occurrence, int32_t shift,
                                object_id object)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  struct guards held = shift == SHIFT_UNKNOWN ? terms_of_holds (d->terms, i->function, i->held)
                                              : terms_of_item (d->terms, e->item, shift);
  held = terms_in_object (d->terms, &d->r->domains, held, object);
  held.any = sets_union (&d->terms->sets, held.any, e->held.any);
  held.exclusive = sets_union (&d->terms->sets, held.exclusive, e->held.exclusive);
  return held;
}

/* The group of an occurrence, which depends on its item only. */
static uint32_t group_of (struct judge *d, uint32_t occurrence)
{
  uint32_t *known = &d->group[d->c->occurrences.v[occurrence].item];
  if (*known)
    return *known - 1;
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct effect *e = event_effect (d->r, occurrence);
  const struct unit *u = function_unit (d->s->p->objects.program, e->function);
  struct outside_access outside = {-1, NULL};
  if (i->e[0])
    expr_base (&d->s->x, i->e[0], &outside.offset);
  if (e->addr && e->addr->root && u->types[e->addr->root].r.name)
    outside.type = u->strings[u->types[e->addr->root].r.name];
  *known = 1 + cells_group (&d->r->cells, i->where, e->bytes, e->mode == MODE_FREE, &outside);
  return *known - 1;
}

/* Most accesses of a set of locations are dominated by others: those need not go through the set.
 */
static bool is_dominated (struct judge *d, uint32_t occurrence)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  struct access_class c = class_of (d, occurrence);
  c.held = terms_of_item (d->terms, e->item, 0);
  c.held.any = sets_union (&d->terms->sets, c.held.any, e->held.any);
  c.held.exclusive = sets_union (&d->terms->sets, c.held.exclusive, e->held.exclusive);
  uint32_t key[] = {group_of (d, occurrence),
                    c.mode,
                    c.threads,
                    c.sure,
                    c.mine,
                    c.before,
                    c.after,
                    c.fresh,
                    c.slot,
                    c.phases,
                    (uint32_t)c.local | (uint32_t)c.exact << 1 | (uint32_t)c.hidden << 2,
                    (uint32_t)c.at,
                    c.held.any,
                    c.held.exclusive,
                    c.alive,
                    c.ended,
                    c.sent,
                    c.round,
                    event_effect (d->r, occurrence)->outside};
  uint32_t before = tuples_count (&d->seen);
  if (tuples_intern (&d->seen, key, sizeof key / sizeof key[0]) <= before)
    return true;
  uint32_t id = tuples_intern (&d->groups, key, 2);
  if (id > d->first.n) {
    vec_push (&d->first, 0);
    vec_push (&d->count, 0);
  }
  for (uint32_t k = d->first.v[id - 1]; k; k = d->dominant.v[k].next)
    if (dominates_class (d, &d->dominant.v[k], &c))
      return true;
  /* The first ones hold the fewest locks: what they do not dominate, few others would. */
  if (d->count.v[id - 1]++ < MOST_DOMINANT) {
    c.next = d->first.v[id - 1];
    vec_push (&d->dominant, c);
    d->first.v[id - 1] = d->dominant.n - 1;
  }
  return false;
}

static void touch_group (struct judge *d, uint32_t occurrence)
{
  const struct cells *cells = &d->r->cells;
  uint32_t group = group_of (d, occurrence);
  struct access_class c = class_of (d, occurrence);
  map_clear (&d->extended);
  for (uint32_t k = cells->first.v[group]; k < cells->first.v[group + 1]; k++) {
    loc_id l = cells->v.v[k].loc;
    if (bitset_has (&d->lost, l))
      continue;
    uint32_t *first = &d->r->first_class[l];
    object_id object = loc_object (&d->s->p->objects, l);
    uint64_t key[] = {map_pair (*first, (uint32_t)cells->v.v[k].shift),
                      domains_class (&d->r->domains, object)};
    uint32_t *extended = map_at (&d->extended, key[1] ? hash_bytes (key, sizeof key) : key[0]);
    if (!*extended) {
      c.held = guards_at (d, occurrence, cells->v.v[k].shift, object);
      *extended = 1 + with_class (d, *first, c);
    }
    if (*extended - 1 == *first)
      continue;
    *first = *extended - 1;
    if (is_clear_race (d, &d->r->classes.v[*first]))
      bitset_add (&d->lost, l);
  }
}

/* Whether nothing is left to say about any location of the occurrence. */
static bool all_lost (struct judge *d, uint32_t occurrence)
{
  const struct cells *cells = &d->r->cells;
  uint32_t group = group_of (d, occurrence);
  if (bitset_has (&d->lost_groups, group))
    return true;
  for (uint32_t k = cells->first.v[group]; k < cells->first.v[group + 1]; k++)
    if (!bitset_has (&d->lost, cells->v.v[k].loc))
      return false;
  bitset_add (&d->lost_groups, group);
  return true;
}

/* Those with fewer locks first, which dominate most others. */
static void gather_accesses (struct judge *d)
{
  enum { MANY = 3, NONE = 255 };
  const struct contexts *c = d->c;
  uint8_t *locks =
      xcalloc (c->occurrences.n + 1, sizeof *locks); /* by occurrence; NONE: no access */
  d->group = xcalloc (d->s->items.n + 1, sizeof *d->group);
  for (uint32_t i = 0; i < c->occurrences.n; i++) {
    const struct occurrence *e = &c->occurrences.v[i];
    const struct item *item = &d->s->items.v[e->item];
    uint32_t n = sets_size (&d->s->sets, item->held) + sets_size (&d->terms->sets, e->held.any);
    locks[i] = item->kind == ITEM_ACCESS ? (uint8_t)(n < MANY ? n : MANY) : NONE;
    if (item->kind == ITEM_ACCESS)
      group_of (d, i);
    if (item->kind == ITEM_ACCESS && item->claim == 1 + CLAIM_DROP)
      for (struct set_iter k = sets_each (&c->t->sets, c->v.v[e->context].threads); set_next (&k);)
        bitset_add (&d->droppers, k.x);
  }
  cells_reduce (&d->r->cells);
  d->r->first_class = xcalloc (d->r->cells.n_locs + 1, sizeof *d->r->first_class);
  for (uint32_t n = 0; n <= MANY; n++)
    for (uint32_t i = 0; i < c->occurrences.n; i++)
      if (locks[i] == n && !all_lost (d, i) && !is_dominated (d, i))
        touch_group (d, i);
  free (locks);
  free (d->group);
}

/* Judging */

/* The terms that exclude one of the two while the other is there. */
static setid shared_guards (const struct judge *d, const struct access_class *a,
                            const struct access_class *b)
{
  struct sets *sets = &d->terms->sets;
  return sets_union (sets, sets_intersection (sets, a->held.exclusive, b->held.any),
                     sets_intersection (sets, a->held.any, b->held.exclusive));
}

static bool share_guard (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets;
  return sets_meet (sets, a->held.exclusive, b->held.any) ||
         sets_meet (sets, a->held.any, b->held.exclusive);
}

/* Whether A is done to what a thread like B, that makes the other, is then created with. */
static bool prepares (const struct judge *d, const struct access_class *a,
                      const struct access_class *b, thread_id by)
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

/* Whether the accesses are to the same memory, whoever makes them, and one writes. */
static bool conflict (const struct judge *d, const struct access_class *a,
                      const struct access_class *b)
{
  if (a->exact && b->exact &&
      (a->at + (int64_t)a->bytes <= b->at || b->at + (int64_t)b->bytes <= a->at))
    return false; /* different elements of an array */
  if (a->local && b->local)
    return false;
  if (event_effect (d->r, a->event)->outside && event_effect (d->r, b->event)->outside)
    return false; /* between functions of a library: its own business */
  if (a->slot && a->slot == b->slot)
    return false; /* each thread of the team has elements of its own */
  if (a->fresh && b->fresh && expr_are_apart (&d->s->x, a->fresh, b->fresh))
    return false;
  return mode_writes (a->mode) || mode_writes (b->mode);
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
  if (!a->mine || !b->mine)
    return false;
  const struct thread *t = d->c->t->v.v;
  if (by_a != by_b && expr_is_fresh (&d->s->x, a->mine) && expr_is_fresh (&d->s->x, b->mine) &&
      (a->mine != b->mine || t[by_a].item == t[by_b].item))
    return true; /* each was created with new memory */
  /* Each of these threads has its own, and the creator has prepared it for the next one, or has it
     back from one that has ended. */
  return a->mine == b->mine &&
         (by_a == by_b ? !a->before && !b->before && !a->after && !b->after
                       : prepares (d, a, b, by_b) || prepares (d, b, a, by_a) ||
                             has_joined (d, a, b, by_b) || has_joined (d, b, a, by_a));
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

static bool parallel (const struct judge *d, const struct access_class *a, thread_id by_a,
                      const struct access_class *b, thread_id by_b)
{
  struct moment at_a = {by_a, a->alive, a->ended, a->phases};
  struct moment at_b = {by_b, b->alive, b->ended, b->phases};
  return contexts_parallel (d->c, at_a, at_b) &&
         !contexts_has_ended (d->c, at_a, a->held.any, by_b) &&
         !contexts_has_ended (d->c, at_b, b->held.any, by_a) && !have_own (d, a, by_a, b, by_b) &&
         !gate_orders (d, a, b, by_b) && !gate_orders (d, b, a, by_a) &&
         !lent_excludes (d, by_a, b, by_b) && !lent_excludes (d, by_b, a, by_a) &&
         !rounds_apart (&d->r->rounds, by_a, a->round, by_b, b->round) &&
         !signals_order (&d->r->signals, d->c, by_a, a->sent, by_b, b->held.any) &&
         !signals_order (&d->r->signals, d->c, by_b, b->sent, by_a, a->held.any) &&
         !signals_exclude (&d->r->signals, d->c, a->held.any, b->held.any) &&
         !before_last (d, a, by_a, b) && !before_last (d, b, by_b, a) &&
         !signals_unset (&d->r->signals, d->c, a->held, b->held.any) &&
         !signals_unset (&d->r->signals, d->c, b->held, a->held.any);
}

/* The threads that make an access, those first that certainly come there, and the newest first. */
static void list_threads (const struct judge *d, const struct access_class *c, vec_u32 *out)
{
  struct sets *sets = &d->c->t->sets;
  uint32_t sure = sets_size (sets, c->sure), all = sets_size (sets, c->threads);
  vec_resize (out, all);
  for (struct set_iter i = sets_each (sets, c->sure); set_next (&i);)
    out->v[--sure] = i.x;
  for (struct set_iter i = sets_each (sets, sets_difference (sets, c->threads, c->sure));
       set_next (&i);)
    out->v[--all] = i.x;
}

/* Two threads that may make the accesses at the same time; different ones if there are such. */
static bool find_threads (struct judge *d, const struct access_class *a,
                          const struct access_class *b, thread_id by[2])
{
  vec_u32 *x = &d->by_a, *y = &d->by_b;
  list_threads (d, a, x);
  list_threads (d, b, y);
  for (uint32_t i = 0; i < x->n; i++)
    for (uint32_t k = 0; k < y->n; k++)
      if (x->v[i] != y->v[k] && parallel (d, a, x->v[i], b, y->v[k])) {
        by[0] = x->v[i];
        by[1] = y->v[k];
        return true;
      }
  for (uint32_t i = 0; i < x->n; i++)
    if (sets_has (&d->c->t->sets, b->threads, x->v[i]) && parallel (d, a, x->v[i], b, x->v[i])) {
      by[0] = by[1] = x->v[i];
      return true;
    }
  return false;
}

/* The same, remembered: few moments and threads differ. */
static bool may_meet (struct judge *d, const struct access_class *a, const struct access_class *b,
                      thread_id by[2])
{
  if (a->mine && b->mine)
    return find_threads (d, a, b, by);
  uint32_t key[] = {a->threads,        a->sure,     a->alive, a->ended,    b->threads,
                    b->sure,           b->alive,    b->ended, a->phases,   b->phases,
                    a->sent,           a->held.any, b->sent,  b->held.any, a->held.exclusive,
                    b->held.exclusive, a->round,    b->round};
  bool by_guards = map_size (&d->r->signals.of) || d->terms->one_team ||
                   bitset_count (&d->droppers) || d->lent.n || d->s->gates.words.n ||
                   d->r->rounds.barriers.n;
  uint32_t id = tuples_intern (&d->moments, key, by_guards ? 18 : 10);
  if (2 * id > d->met.n) {
    thread_id found[2] = {0};
    find_threads (d, a, b, found);
    vec_push (&d->met, found[0]);
    vec_push (&d->met, found[1]);
  }
  by[0] = d->met.v[2 * id - 2];
  by[1] = d->met.v[2 * id - 1];
  return by[0];
}

/* Where the access stands in the source, for choices that should not depend on chance. */
static uint64_t source_order (const struct judge *d, const struct access_class *c)
{
  const struct item *i = innermost (d->s, d->c->occurrences.v[c->event].item);
  const struct unit *u = function_unit (d->s->p->objects.program, i->function);
  uint32_t loc = d->s->p->objects.program->functions[i->function].body->records[i->record]->loc;
  return (uint64_t)d->s->p->objects.program->functions[i->function].unit << 40 |
         (loc ? (uint64_t)u->locs[loc].line << 8 : UINT32_MAX);
}

/* How well a pair explains the race: less is better. */
static uint64_t pair_cost (const struct judge *d, const struct access_class *a,
                           const struct access_class *b, const thread_id by[2])
{
  const struct sets *sets = &d->c->t->sets;
  uint64_t doubt = !sets_has (sets, a->sure, by[0]) || !sets_has (sets, b->sure, by[1]);
  uint64_t locks = a->locks + b->locks;
  uint64_t reads = !mode_writes (a->mode) + !mode_writes (b->mode);
  uint64_t atomic = mode_is_atomic (a->mode) + mode_is_atomic (b->mode);
  uint64_t hidden = hidden_pair (a->hidden, b->hidden);
  return hidden << 40 | locks << 5 | atomic << 4 | reads << 2 | (uint64_t)(by[0] == by[1]) << 1 |
         doubt;
}

static bool comes_first (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
{
  return a->locks != b->locks ? a->locks < b->locks : source_order (d, a) <= source_order (d, b);
}

/* The same, for all threads that make B. */
static bool prepares_all (const struct judge *d, const struct access_class *a,
                          const struct access_class *b)
{
  bool all = b->threads != SETS_EMPTY;
  for (struct set_iter i = sets_each (&d->c->t->sets, b->threads); set_next (&i);)
    all &= prepares (d, a, b, i.x);
  return all;
}

/* Whether some thread may write one of the locations meanwhile, without a lock that is held all the
   time. */
static bool may_change (struct judge *d, uint32_t occurrence)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  struct access_class reading = {.mode = MODE_READ,
                                 .threads = d->c->v.v[e->context].threads,
                                 .alive = e->alive,
                                 .ended = e->ended,
                                 .phases = e->phases,
                                 .sent = e->sent};
  thread_id by[2];
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    if (!d->r->cells.stands_for[k.x])
      continue;
    reading.held = guards_at (d, occurrence, cells_shift (&d->r->cells, k.x, k.x),
                              loc_object (&d->s->p->objects, k.x));
    for (uint32_t c = verdicts_classes (d->r, k.x); c; c = d->r->classes.v[c].next) {
      const struct access_class *w = &d->r->classes.v[c];
      if (i->mine && w->mine == i->mine && prepares_all (d, w, &reading))
        continue; /* that of another thread */
      if (mode_writes (w->mode) &&
          !(expr_is_fresh (&d->s->x, i->mine) && expr_is_fresh (&d->s->x, w->mine)) &&
          !share_guard (d, &reading, w) && may_meet (d, &reading, w, by))
        return true;
    }
  }
  return false;
}

/* Whether somebody may touch what was taken without the lock under which that was done. */
static bool may_be_known (struct judge *d, uint32_t occurrence)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  const struct objects *o = &d->s->p->objects;
  struct access_class taking = {.mode = MODE_WRITE,
                                .threads = d->c->v.v[e->context].threads,
                                .alive = e->alive,
                                .ended = e->ended,
                                .phases = e->phases,
                                .sent = e->sent};
  thread_id by[2];
  setid locks = terms_of_holds (d->terms, i->function, i->held).exclusive;
  if (!locks || !i->where)
    return true;
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, k.x)];
    if (v->kind >= OBJECT_STRING)
      return true;
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
      for (uint32_t c = d->r->cells.stands_for[l] ? verdicts_classes (d->r, l) : 0; c;
           c = d->r->classes.v[c].next) {
        const struct access_class *a = &d->r->classes.v[c];
        if (!sets_meet (&d->terms->sets, a->held.any, locks) && may_meet (d, &taking, a, by))
          return true;
      }
  }
  return false;
}

static void check_takes (struct judge *d)
{
  for (uint32_t k = 0; k < d->c->occurrences.n; k++) {
    uint32_t item = d->c->occurrences.v[k].item;
    const struct item *own = innermost (d->s, item);
    if (d->s->items.v[item].kind == ITEM_TAKE &&
        !map_find (d->broken, map_pair (own->function | (uint32_t)BROKEN_TAKE, own->record)) &&
        may_be_known (d, k))
      map_set (d->broken, map_pair (own->function | (uint32_t)BROKEN_TAKE, own->record), 1);
  }
}

/* Claims */

/* Whether the hold that the access gives back is held. */
static bool gives_its_own (const struct judge *d, const struct item *i)
{
  for (struct set_iter k = sets_each (&d->s->sets, i->held); set_next (&k);)
    if (hold_get (d->s, k.x).lock == i->e[1])
      return true;
  return false;
}

static struct access_class claim_class (struct judge *d, uint32_t occurrence)
{
  struct access_class c = class_of (d, occurrence);
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  uint32_t l;
  if (sets_is_single (&d->s->p->sets, i->where, &l))
    c.held = guards_at (d, occurrence, 0, loc_object (&d->s->p->objects, l));
  return c;
}

/* Whether a write may make a claim worthless: who claims must be the only one that has found the
   mark free, and nobody else may give it back; who draws a number must be the only one to get it.
 */
static bool spoils (struct judge *d, uint32_t claim, uint32_t write)
{
  const struct item *c = &d->s->items.v[d->c->occurrences.v[claim].item];
  const struct item *w = &d->s->items.v[d->c->occurrences.v[write].item];
  struct access_class a = claim_class (d, claim), b = claim_class (d, write);
  thread_id by[2];
  if (!may_meet (d, &a, &b, by))
    return false;
  bool fits = c->claim == 1 + CLAIM_DRAW ? w->claim == 1 + CLAIM_DRAW
                                         : w->claim == 1 + CLAIM_TAKE ||
                                               (w->claim == 1 + CLAIM_GIVE && gives_its_own (d, w));
  return !fits ||
         !(share_guard (d, &a, &b) || (mode_is_atomic (a.mode) && mode_is_atomic (b.mode)));
}

static bool is_checked (const struct judge *d, const struct item *i)
{
  uint32_t l;
  return i->kind == ITEM_ACCESS &&
         (i->claim == 1 + CLAIM_TAKE ||
          (i->claim == 1 + CLAIM_DRAW && sets_is_single (&d->s->p->sets, i->where, &l) &&
           bitset_has (&d->terms->counters, l)));
}

/* Claims by location. */
struct claim_entry {
  uint32_t occurrence, next;
};

struct claim_list {
  struct map first; /* location: 1 + number */
  VEC (struct claim_entry) v;
  uint32_t checked;
};

static void find_claims (const struct judge *d, struct claim_list *list)
{
  for (uint32_t k = 0; k < d->c->occurrences.n; k++) {
    const struct item *i = &d->s->items.v[d->c->occurrences.v[k].item];
    setid where = is_checked (d, i) ? i->where : SETS_EMPTY;
    for (struct set_iter l = sets_each (&d->s->p->sets, where); set_next (&l);) {
      uint32_t *first = map_at (&list->first, l.x);
      vec_push (&list->v, (struct claim_entry){k, *first});
      *first = list->v.n;
    }
  }
}

/* Breaks the claims of a location that the write spoils. */
static void check_write (struct judge *d, struct claim_list *list, loc_id l, uint32_t write)
{
  enum { MOST_CHECKED = 100000 };
  for (uint32_t n = map_get (&list->first, l, 0); n; n = list->v.v[n - 1].next) {
    uint32_t claim = list->v.v[n - 1].occurrence;
    const struct item *own = innermost (d->s, d->c->occurrences.v[claim].item);
    uint64_t key = map_pair (own->function | BROKEN_CLAIM, own->record);
    if (!map_find (d->broken, key) && (list->checked++ > MOST_CHECKED || spoils (d, claim, write)))
      map_set (d->broken, key, 1);
  }
}

static void check_claims (struct judge *d)
{
  const struct objects *o = &d->s->p->objects;
  struct claim_list list = {0};
  find_claims (d, &list);
  for (uint32_t k = 0; list.v.n && k < d->c->occurrences.n; k++) {
    const struct item *i = &d->s->items.v[d->c->occurrences.v[k].item];
    const struct effect *e = i->kind == ITEM_ACCESS ? event_effect (d->r, k) : NULL;
    if (!e || !effect_writes (e) || e->mode == MODE_FREE)
      continue;
    setid where = e->bytes && e->bytes <= 8 ? i->where : effect_locations (d->s->p, e);
    for (struct set_iter l = sets_each (&d->s->p->sets, where); set_next (&l);) {
      check_write (d, &list, l.x, k);
      bool anywhere = loc_get (o, l.x)->offset <= OFFSET_EVERYTHING;
      for (loc_id m = anywhere ? o->v.v[loc_object (o, l.x)].first_loc : 0; m;
           m = loc_get (o, m)->next)
        check_write (d, &list, m, k);
    }
  }
  map_free (&list.first);
  vec_free (&list.v);
}

static void check_reuses (struct judge *d)
{
  struct tuples known = {0};
  vec_u32 answers = {0};
  for (uint32_t k = 0; k < d->c->occurrences.n; k++) {
    const struct occurrence *e = &d->c->occurrences.v[k];
    const struct item *i = &d->s->items.v[e->item];
    if (i->kind != ITEM_REUSE)
      continue;
    struct guards own = terms_of_item (d->terms, e->item, 0);
    uint32_t key[] = {i->where,    d->c->v.v[e->context].threads,
                      e->alive,    e->ended,
                      own.any,     own.exclusive,
                      e->held.any, e->held.exclusive,
                      e->phases,   i->mine};
    uint32_t id = tuples_intern (&known, key, sizeof key / sizeof key[0]);
    if (id > answers.n)
      vec_push (&answers, may_change (d, k));
    if (answers.v[id - 1]) {
      const struct item *own_item = innermost (d->s, e->item);
      map_set (d->broken, map_pair (own_item->function, own_item->record), 1);
    }
  }
  tuples_free (&known);
  vec_free (&answers);
}

enum { MOST_CLASSES = 600 };

/* The term that all accesses hold, the writing ones exclusively; 0: none. */
static uint32_t common_guard (const struct judge *d)
{
  struct sets *sets = &d->terms->sets;
  setid common = SETS_EMPTY;
  bool first = true;
  for (uint32_t i = 0; i < d->list.n; i++) {
    const struct access_class *c = &d->r->classes.v[d->list.v[i]];
    setid held = mode_writes (c->mode) ? c->held.exclusive : c->held.any;
    common = first ? held : sets_intersection (sets, common, held);
    first = false;
  }
  for (struct set_iter i = sets_each (sets, common); set_next (&i);)
    if (term_get (d->terms, i.x).kind != TERM_SEEN)
      return i.x;
  return 0;
}

/* The verdict of locations with these classes. */
static struct verdict judge_location (struct judge *d, uint32_t first)
{
  struct verdict v = {.kind = VERDICT_READ_ONLY};
  bool written = false, meet = false, all_atomic = true;
  bool first_pair = true;
  setid threads = SETS_EMPTY;
  setid common = SETS_EMPTY;
  uint64_t best = UINT64_MAX;
  vec_clear (&d->list);
  for (uint32_t c = first; c; c = d->r->classes.v[c].next) {
    const struct access_class *k = &d->r->classes.v[c];
    vec_push (&d->list, c);
    written |= mode_writes (k->mode);
    threads = sets_union (&d->c->t->sets, threads, k->threads);
  }
  if (!written)
    return v;
  v.kind =
      sets_size (&d->c->t->sets, threads) > 1 || sets_meet (&d->c->t->sets, threads, d->c->several)
          ? VERDICT_ORDERED
          : VERDICT_PRIVATE;
  v.term = common_guard (d);
  /* The last ones of the list hold the fewest locks: if those race, that is enough. */
  uint32_t from = d->list.n > MOST_CLASSES ? d->list.n - MOST_CLASSES : 0;
  if (v.term) {
    v.kind = VERDICT_GUARDED;
    return v;
  }
again:
  for (uint32_t i = from; i < d->list.n; i++)
    for (uint32_t k = i; k < d->list.n; k++) {
      struct access_class *a = &d->r->classes.v[d->list.v[i]], *b = &d->r->classes.v[d->list.v[k]];
      thread_id by[2];
      if (!conflict (d, a, b) || !may_meet (d, a, b, by))
        continue;
      meet = true;
      if (mode_is_atomic (a->mode) && mode_is_atomic (b->mode))
        continue;
      all_atomic = false;
      setid shared = shared_guards (d, a, b);
      common = first_pair ? shared : sets_intersection (&d->terms->sets, common, shared);
      first_pair = false;
      if (shared)
        continue;
      bool swap = !comes_first (d, a, b);
      uint64_t cost = pair_cost (d, a, b, by);
      if (v.kind == VERDICT_RACE &&
          (cost > best || (cost == best && source_order (d, swap ? b : a) >=
                                               source_order (d, &d->r->classes.v[v.first]))))
        continue;
      best = cost;
      v.kind = VERDICT_RACE;
      v.first = d->list.v[swap ? k : i];
      v.other = d->list.v[swap ? i : k];
      v.first_thread = by[swap];
      v.other_thread = by[!swap];
    }
  if (from && v.kind != VERDICT_RACE) {
    from = 0;
    goto again;
  }
  struct set_iter guard = sets_each (&d->terms->sets, common);
  if (v.kind != VERDICT_RACE && meet)
    v.kind = all_atomic ? VERDICT_ATOMIC : set_next (&guard) ? VERDICT_GUARDED : VERDICT_LOCKED;
  if (v.kind == VERDICT_GUARDED)
    v.term = guard.x;
  return v;
}

/* Locations with the same classes have the same verdict. */
static void judge_all (struct judge *d)
{
  struct verdicts *r = d->r;
  uint32_t *verdict = xcalloc (r->classes.n, sizeof *verdict); /* by first class: 1 + number */
  for (loc_id l = 1; l < d->s->p->objects.locs.n; l++) {
    uint32_t first = verdicts_classes (r, l);
    if (!first)
      continue;
    struct verdict v = {.kind = VERDICT_UNDECIDED};
    if (verdict[first])
      v = r->v.v[verdict[first] - 1];
    else if (!watch_over ())
      v = judge_location (d, first);
    v.loc = l;
    vec_push (&r->v, v);
    verdict[first] = r->v.n;
    r->count[v.kind]++;
    watch_share (l, d->s->p->objects.locs.n);
  }
  free (verdict);
}

void verdicts_doubt (struct verdicts *r)
{
  uint32_t races = r->count[VERDICT_RACE];
  for (uint32_t i = 0; i < r->v.n; i++)
    if (r->v.v[i].kind != VERDICT_RACE)
      r->v.v[i].kind = VERDICT_UNDECIDED;
  memset (r->count, 0, sizeof r->count);
  r->count[VERDICT_RACE] = races;
  r->count[VERDICT_UNDECIDED] = r->v.n - races;
}

/* Variables that are not set back, or not always looked at under a lock. */
static void check_invariants (struct judge *d)
{
  struct summaries *s = d->s;
  for (uint32_t k = 0; k < s->invariants.n; k++) {
    loc_id l = s->invariants.v[k].loc;
    bool broken = bitset_has (&s->unsettled, l);
    for (uint32_t i = 0; !broken && i < d->r->v.n; i++)
      broken = d->r->v.v[i].loc == l &&
               (d->r->v.v[i].kind == VERDICT_RACE || d->r->v.v[i].kind == VERDICT_ATOMIC);
    if (broken)
      map_set (d->broken, map_pair (BROKEN_INVARIANT, l), 1);
  }
}

/* Locks that are held where threads are created may be gates for them, if there are races at all.
 */
static void check_gates (struct judge *d)
{
  const struct contexts *c = d->c;
  for (thread_id i = 1; d->r->count[VERDICT_RACE] && i < c->t->v.n; i++)
    for (struct set_iter k = sets_each (&d->terms->sets, c->held_at_fork[i]); set_next (&k);) {
      struct term t = term_get (d->terms, k.x);
      if (t.kind == TERM_ABS)
        map_set (d->broken, map_pair (BROKEN_GATE, loc_at (&d->s->p->objects, t.a, t.d)), 1);
    }
}

/* Counters that are raced on tell nothing. */
static void check_counters (struct judge *d)
{
  for (uint32_t i = 0; i < d->r->v.n; i++)
    if (d->r->v.v[i].kind == VERDICT_RACE && counter_at (d->s, d->r->v.v[i].loc))
      map_set (d->broken, map_pair (BROKEN_COUNTER, d->r->v.v[i].loc), 1);
}

static void find_several (struct judge *d)
{
  struct threads *t = d->c->t;
  vec_u32 several = {0};
  for (struct set_iter i = sets_each (&t->sets, d->c->several); set_next (&i);)
    if (t->v.v[i.x].kind == THREAD_CREATED || t->v.v[i.x].kind == THREAD_ENTRY)
      vec_push (&several, i.x);
  d->several = sets_from (&t->sets, several.v, several.n);
  vec_free (&several);
}

void verdicts_find (struct verdicts *r, struct contexts *c, struct map *broken,
                    struct hiding *hiding)
{
  struct judge d = {.r = r, .c = c, .s = c->t->s, .terms = c->terms, .broken = broken};
  *r = (struct verdicts){.c = c, .hiding = hiding};
  vec_push (&r->classes, (struct access_class){0});
  cells_init (&r->cells, d.s->p, &d.s->filter->candidates);
  vec_push (&d.dominant, (struct access_class){0});
  signals_find (&r->signals, c);
  domains_init (&r->domains, c->t, c->terms);
  r->cells.domains = &r->domains;
  find_several (&d);
  for (thread_id i = 1; i < c->t->v.n; i++)
    if (c->lent[i])
      vec_push (&d.lent, i);
  rounds_find (&r->rounds, c, &r->signals);
  gather_accesses (&d);
  judge_all (&d);
  check_reuses (&d);
  check_takes (&d);
  permits_check (r, broken);
  check_invariants (&d);
  check_counters (&d);
  check_gates (&d);
  check_claims (&d);
  tuples_free (&d.groups);
  vec_free (&d.first);
  vec_free (&d.dominant);
  vec_free (&d.count);
  tuples_free (&d.seen);
  tuples_free (&d.moments);
  vec_free (&d.met);
  vec_free (&d.by_a);
  vec_free (&d.by_b);
  bitset_free (&d.lost);
  bitset_free (&d.droppers);
  bitset_free (&d.lost_groups);
  map_free (&d.extended);
  vec_free (&d.list);
  vec_free (&d.lent);
}

void verdicts_free (struct verdicts *r)
{
  vec_free (&r->classes);
  free (r->first_class);
  cells_free (&r->cells);
  signals_free (&r->signals);
  rounds_free (&r->rounds);
  domains_free (&r->domains);
  vec_free (&r->v);
}
