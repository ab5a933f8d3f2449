/* Verdicts: what the summaries have taken for granted and the accesses of other threads refute. */

#include "claims.h"
#include "constants.h"
#include "verdicts-internal.h"

/* Reuses */

/* Whether A prepares B, whichever of its threads makes that. */
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
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  const struct item *i = &d->s->items.v[e->item];
  struct access_class reading = {.mode = MODE_READ,
                                 .threads = d->c->v.v[e->context].threads,
                                 .alive = e->alive,
                                 .ended = e->ended,
                                 .phases = e->phases,
                                 .sent = e->sent};
  thread_id by[2];
  if (is_across (d, e) && is_of_team (d, i))
    return false; /* the same in the team whose regions are looked at says it */
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    if (!d->r->cells.stands_for[k.x])
      continue;
    reading.held = guards_at (d, occurrence, cells_shift (&d->r->cells, k.x, k.x),
                              loc_object (&d->s->p->objects, k.x));
    reading.moment = moment_id (d, &reading);
    for (uint32_t n = verdicts_list (d->r, k.x); n; n = verdicts_next (d->r, n)) {
      const struct access_class *w = verdicts_class (d->r, n);
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

/* Claims */

/* Whether a lock is held at an item: GUARDS also has what callers hold. */
static bool is_held (const struct judge *d, const struct item *i, struct guards guards,
                     expr_id lock)
{
  uint32_t term = lock ? term_of_lock (d->terms, i->function, lock) : 0;
  if (term && sets_has (&d->terms->sets, guards.exclusive, term))
    return true;
  for (struct set_iter k = sets_each (&d->s->sets, i->held); lock && set_next (&k);)
    if (hold_get (d->s, k.x).lock == lock)
      return true;
  return false;
}

/* Whether an access to a mark gives back what it holds: by looking at it first, perhaps. */
static bool gives_its_own (const struct judge *d, const struct item *i, struct guards guards)
{
  bool gives = i->claim == 1 + CLAIM_GIVE;
  return is_held (d, i, guards, gives ? i->e[1] : claim_opposite (&d->s->x, i->e[1]));
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
  bool fits = w->claim == c->claim || (c->claim != 1 + CLAIM_DRAW && w->claim &&
                                       w->claim <= 1 + CLAIM_GIVE && gives_its_own (d, w, b.held));
  return !fits ||
         !(share_guard (d, &a, &b) || (mode_is_atomic (a.mode) && mode_is_atomic (b.mode)));
}

static bool is_checked (const struct judge *d, const struct item *i)
{
  uint32_t l;
  return i->kind == ITEM_ACCESS &&
         (i->claim == 1 + CLAIM_TAKE || i->claim == 1 + CLAIM_TAKE_BACK ||
          (i->claim == 1 + CLAIM_DRAW && sets_is_single (&d->s->p->sets, i->where, &l) &&
           bitset_has (&d->terms->counters, l)));
}

/* Claims by location. */
struct claim_entry {
  uint32_t occurrence, next;
  uint32_t store; /* behind all calls: from 1 */
};

struct claim_list {
  struct map first;   /* location: 1 + number */
  setid all;          /* those locations */
  struct bitset objects; /* that they are in */
  struct map stores;  /* key in judge.broken: number */
  struct bitset lost; /* those that are broken */
  struct map touched; /* set: 1 + place in `locs' of its locations with claims */
  vec_u32 locs;       /* up to a 0 each */
  VEC (struct claim_entry) v;
  uint32_t checked;
};

static void find_claims (const struct judge *d, struct claim_list *list)
{
  struct bitset checked = {0}; /* items */
  bool any = false;
  for (uint32_t k = 1; k < d->s->items.n; k++)
    if (is_checked (d, &d->s->items.v[k])) {
      bitset_add (&checked, k);
      any = true;
    }
  for (uint32_t k = 0; any && k < d->c->occurrences.n; k++) {
    const struct item *i = &d->s->items.v[d->c->occurrences.v[k].item];
    if (!bitset_has (&checked, d->c->occurrences.v[k].item))
      continue;
    const struct item *own = innermost (d->s, d->c->occurrences.v[k].item);
    uint64_t key = map_pair (own->function | BROKEN_CLAIM, own->record);
    uint32_t *store = map_at (&list->stores, key), number;
    if (!*store && map_find (d->broken, key))
      bitset_add (&list->lost, map_size (&list->stores));
    *store = number = *store ? *store : map_size (&list->stores);
    for (struct set_iter l = sets_each (&d->s->p->sets, i->where); set_next (&l);) {
      uint32_t *first = map_at (&list->first, l.x);
      vec_push (&list->v, (struct claim_entry){k, *first, number});
      *first = list->v.n;
    }
  }
  bitset_free (&checked);
  vec_u32 all = {0};
  for (uint32_t k = 0; k < map_size (&list->first); k++) {
    loc_id l = (loc_id)map_key (&list->first, k);
    vec_push (&all, l);
    bitset_add (&list->objects, loc_object (&d->s->p->objects, l));
  }
  list->all = sets_from (&d->s->p->sets, all.v, all.n);
  vec_free (&all);
}

/* Breaks the claims of a location that the write spoils. */
static void check_write (struct judge *d, struct claim_list *list, loc_id l, uint32_t write)
{
  enum { MOST_CHECKED = 100000 };
  for (uint32_t *n = map_find (&list->first, l); *n;) {
    struct claim_entry *e = &list->v.v[*n - 1];
    if (bitset_has (&list->lost, e->store)) {
      *n = e->next; /* nobody need look at it again */
      continue;
    }
    if (list->checked++ > MOST_CHECKED || spoils (d, e->occurrence, write)) {
      bitset_add (&list->lost, e->store);
      map_set (d->broken, map_key (&list->stores, e->store - 1), 1);
    }
    n = &e->next;
  }
}

/* The locations with claims that a write to these may be to. */
static uint32_t touched_claims (const struct judge *d, struct claim_list *list, setid where)
{
  const struct objects *o = &d->s->p->objects;
  uint32_t *known = map_at (&list->touched, where);
  if (*known)
    return *known - 1;
  uint32_t at = list->locs.n;
  *known = 1 + at;
  bool some = set_traits (d->s->p, where) & SET_ANYWHERE;
  setid among = some ? where : sets_intersection (&d->s->p->sets, where, list->all);
  for (struct set_iter l = sets_each (&d->s->p->sets, among); set_next (&l);) {
    if (!bitset_has (&list->objects, loc_object (o, l.x)))
      continue;
    if (map_find (&list->first, l.x))
      vec_push (&list->locs, l.x);
    bool anywhere = loc_get (o, l.x)->offset <= OFFSET_EVERYTHING;
    for (loc_id m = anywhere ? o->v.v[loc_object (o, l.x)].first_loc : 0; m;
         m = loc_get (o, m)->next)
      if (map_find (&list->first, m))
        vec_push (&list->locs, m);
  }
  vec_push (&list->locs, 0);
  return at;
}

void check_claims (struct judge *d)
{
  struct claim_list list = {0};
  find_claims (d, &list);
  for (uint32_t k = 0; list.v.n && k < d->c->occurrences.n; k++) {
    const struct item *i = &d->s->items.v[d->c->occurrences.v[k].item];
    const struct effect *e = i->kind == ITEM_ACCESS ? event_effect (d->r, k) : NULL;
    if (!e || !effect_writes (e) || e->mode == MODE_FREE)
      continue;
    struct effect here = *e;
    here.where = i->where;
    setid where = effect_locations (d->s->p, &here);
    for (uint32_t n = touched_claims (d, &list, where); list.locs.v[n]; n++)
      check_write (d, &list, list.locs.v[n], k);
  }
  map_free (&list.first);
  bitset_free (&list.objects);
  map_free (&list.stores);
  bitset_free (&list.lost);
  map_free (&list.touched);
  vec_free (&list.locs);
  vec_free (&list.v);
}

void check_reuses (struct judge *d)
{
  struct tuples known = {0};
  vec_u32 answers = {0};
  for (uint32_t k = 0; k < d->c->others.n; k++) {
    const struct occurrence at_e = occurrence_at (d->c, d->c->others.v[k]), *e = &at_e;
    const struct item *i = &d->s->items.v[e->item];
    if (i->kind != ITEM_REUSE)
      continue;
    const struct item *own_item = innermost (d->s, e->item);
    uint64_t broken = own_item->number ? broken_memory (own_item->function, own_item->record,
                                                        own_item->number - 1)
                                       : map_pair (own_item->function, own_item->record);
    if (map_find (d->broken, broken))
      continue; /* elsewhere that was seen */
    struct guards own = terms_of_item (d->terms, e->item, 0);
    uint32_t key[] = {i->where,    d->c->v.v[e->context].threads,
                      e->alive,    e->ended,
                      own.any,     own.exclusive,
                      e->held.any, e->held.exclusive,
                      e->phases,   i->mine};
    uint32_t id = tuples_intern (&known, key, sizeof key / sizeof key[0]);
    if (id > answers.n)
      vec_push (&answers, may_change (d, d->c->others.v[k]));
    if (answers.v[id - 1])
      map_set (d->broken, broken, 1);
  }
  tuples_free (&known);
  vec_free (&answers);
}

/* Variables that are not set back, or not always looked at under a lock. */
void check_invariants (struct judge *d)
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
bool has_gates (const struct judge *d)
{
  for (thread_id i = 1; i < d->c->t->v.n; i++)
    if (d->c->held_at_fork[i] != SETS_EMPTY)
      return true;
  return false;
}

void check_gates (struct judge *d)
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
void check_counters (struct judge *d)
{
  for (uint32_t i = 0; i < d->r->v.n; i++)
    if (d->r->v.v[i].kind == VERDICT_RACE && counter_at (d->s, d->r->v.v[i].loc))
      map_set (d->broken, map_pair (BROKEN_COUNTER, d->r->v.v[i].loc), 1);
}
