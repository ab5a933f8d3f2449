/* Verdicts: gathers the events of each location into classes, then judges. */

#include "verdicts.h"
#include "constants.h"
#include "permits.h"

struct judge {
  struct verdicts *r;
  struct contexts *c;
  struct summaries *s;
  struct terms *terms;
  struct tuples groups;               /* set of locations, bytes, mode, thread */
  vec_u32 count;                      /* by group: how many are in dominant, or would be */
  struct tuples seen;                 /* all that makes a class, and the set of locations */
  vec_u32 first;                      /* by group: into dominant */
  VEC (struct access_class) dominant; /* from 1; those of a group by next */
  struct map *broken;
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
  loc_id first = r->cells.stands_for[l];
  return r->first_class[first];
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

/* Whether whatever may race with B may race with A: of one thread, with no more locks, and no fewer
   threads beside it. */
static bool dominates_class (const struct judge *d, const struct access_class *a,
                             const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets, *threads = &d->c->t->sets;
  if (event_effect (d->r, a->event)->outside != event_effect (d->r, b->event)->outside)
    return false;
  return a->mode == b->mode && a->when.thread == b->when.thread && a->round == b->round &&
         (!a->local || b->local) && (!a->mine || (a->mine == b->mine && a->before == b->before)) &&
         (!a->exact || (b->exact && a->at == b->at && a->bytes == b->bytes)) &&
         sets_subset (sets, b->sent, a->sent) && sets_subset (sets, a->held.any, b->held.any) &&
         sets_subset (sets, a->held.exclusive, b->held.exclusive) &&
         sets_subset (threads, b->when.alive, a->when.alive) &&
         sets_subset (threads, a->when.ended, b->when.ended);
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
  const struct abstract_object *o = &p->objects.v.v[v->a];
  return o->kind == OBJECT_LOCAL ||
         (o->kind == OBJECT_GLOBAL && object_record (p->objects.program, o->a)->flags & OF_TLS);
}

/* The class of an occurrence, as far as it does not depend on the location. */
static struct access_class class_of (struct judge *d, uint32_t occurrence)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  const struct effect *effect = event_effect (d->r, occurrence);
  struct access_class c = {.event = occurrence,
                           .mode = effect->mode,
                           .when = {d->c->v.v[e->context].thread, e->alive, e->ended},
                           .sent = e->sent,
                           .round = rounds_at (&d->r->rounds, d->c->v.v[e->context].thread,
                                               effect->function, effect->record),
                           .bytes = effect->bytes,
                           .locks = sets_size (&d->terms->sets, e->held.any)};
  expr_id base = expr_base (&d->s->x, i->e[0], &c.at);
  c.mine = i->mine;
  c.local = is_local (d, i);
  c.before = i->before;
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
  uint8_t kind = d->c->t->v.v[c->when.thread].kind;
  return c->mode == MODE_WRITE && !c->held.any && !c->mine && !c->local &&
         d->c->many[c->when.thread] && (kind == THREAD_CREATED || kind == THREAD_ENTRY);
}

/* What is held at an occurrence, seen from a location that is SHIFT behind its first byte. */
static struct guards guards_at (struct judge *d, uint32_t occurrence, int32_t shift)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  struct guards held = shift == SHIFT_UNKNOWN ? terms_of_holds (d->terms, i->function, i->held)
                                              : terms_of_item (d->terms, e->item, shift);
  held.any = sets_union (&d->terms->sets, held.any, e->held.any);
  held.exclusive = sets_union (&d->terms->sets, held.exclusive, e->held.exclusive);
  return held;
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
  uint32_t key[] = {d->s->items.v[e->item].where,
                    (uint32_t)c.bytes,
                    c.mode,
                    c.when.thread,
                    c.mine,
                    c.before,
                    (uint32_t)c.local | (uint32_t)c.exact << 1,
                    (uint32_t)c.at,
                    c.held.any,
                    c.held.exclusive,
                    c.when.alive,
                    c.when.ended,
                    c.sent,
                    c.round,
                    event_effect (d->r, occurrence)->outside};
  uint32_t before = tuples_count (&d->seen);
  if (tuples_intern (&d->seen, key, sizeof key / sizeof key[0]) <= before)
    return true;
  uint32_t id = tuples_intern (&d->groups, key, 4);
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
    uint32_t *extended = map_at (&d->extended, map_pair (*first, (uint32_t)cells->v.v[k].shift));
    if (!*extended) {
      c.held = guards_at (d, occurrence, cells->v.v[k].shift);
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
  }
  cells_reduce (&d->r->cells);
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

static bool is_fresh (const struct judge *d, expr_id mine)
{
  const struct expr *v = mine ? expr_get (&d->s->x, mine) : NULL;
  if (v && v->op == X_AT)
    v = expr_get (&d->s->x, v->a);
  return v && v->op == X_FRESH;
}

/* Whether A is done to what a thread like that of B is then created with. */
static bool prepares (const struct judge *d, const struct access_class *a,
                      const struct access_class *b)
{
  const struct threads *t = d->c->t;
  return a->before && !b->before && sets_has (&t->sets, t->of_item.v[a->before], b->when.thread);
}

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
  if (a->when.thread != b->when.thread && is_fresh (d, a->mine) && is_fresh (d, b->mine))
    return false; /* each was created with new memory */
  /* Each of these threads has its own, and the creator has prepared it for the next one. */
  if (a->mine && a->mine == b->mine &&
      (a->when.thread == b->when.thread ? !a->before && !b->before
                                        : prepares (d, a, b) || prepares (d, b, a)))
    return false;
  return mode_writes (a->mode) || mode_writes (b->mode);
}

/* Whether the creators of a thread, up to one that is lent a lock, make it once each. */
static bool lent_once (const struct contexts *c, thread_id top, thread_id t)
{
  enum { DEEP = 8 };
  for (int i = 0; i < DEEP && t != top; i++) {
    if (c->t->v.v[t].many || !c->only_parent[t])
      return false;
    t = c->v.v[c->parent[t]].thread;
  }
  return t == top;
}

/* Whether the creator of A's thread, or of one above it, holds a lock for it that keeps B away. */
static bool lent_excludes (const struct judge *d, const struct access_class *a,
                           const struct access_class *b)
{
  const struct contexts *c = d->c;
  for (uint32_t i = 0; i < d->lent.n; i++) {
    thread_id t = d->lent.v[i];
    if (!bitset_has (&c->descendants[t], a->when.thread) ||
        sets_has (&c->t->sets, c->t->v.v[t].left, a->when.thread))
      continue;
    /* Who holds it besides the creator of this very thread is elsewhere in time. */
    if (sets_meet (&d->terms->sets, c->lent[t], b->held.any) &&
        !(sets_has (&c->t->sets, c->creators[t], b->when.thread) &&
          sets_has (&c->t->sets, b->when.alive, t)))
      return true;
    /* So is another thread like this one, of another creator. */
    if (a->when.thread == b->when.thread && !c->t->v.v[t].many && !c->t->v.v[a->when.thread].many &&
        lent_once (c, t, a->when.thread))
      return true;
  }
  return false;
}

/* Whether B has taken a lock first that the creator of its thread, or of one above it, has held
   since then when A happens. */
static bool gate_orders (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
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
      if (!c->many[k.x] && bitset_has (&c->descendants[k.x], b->when.thread))
        return true;
  }
  return false;
}

static bool parallel (const struct judge *d, const struct access_class *a,
                      const struct access_class *b)
{
  return contexts_parallel (d->c, a->when, b->when) && !gate_orders (d, a, b) &&
         !gate_orders (d, b, a) && !lent_excludes (d, a, b) && !lent_excludes (d, b, a) &&
         !rounds_apart (&d->r->rounds, a->when.thread, a->round, b->when.thread, b->round) &&
         !signals_order (&d->r->signals, d->c, a->when.thread, a->sent, b->when.thread,
                         b->held.any) &&
         !signals_order (&d->r->signals, d->c, b->when.thread, b->sent, a->when.thread,
                         a->held.any) &&
         !signals_exclude (&d->r->signals, d->c, a->held.any, b->held.any);
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
static uint64_t pair_cost (const struct access_class *a, const struct access_class *b)
{
  uint64_t locks = a->locks + b->locks;
  uint64_t reads = !mode_writes (a->mode) + !mode_writes (b->mode);
  uint64_t atomic = mode_is_atomic (a->mode) + mode_is_atomic (b->mode);
  return locks << 4 | atomic << 3 | reads << 1 | (a->when.thread == b->when.thread);
}

static bool comes_first (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
{
  return a->locks != b->locks ? a->locks < b->locks : source_order (d, a) <= source_order (d, b);
}

/* Whether some thread may write one of the locations meanwhile, without a lock that is held all the
   time. */
static bool may_change (struct judge *d, uint32_t occurrence)
{
  const struct occurrence *e = &d->c->occurrences.v[occurrence];
  const struct item *i = &d->s->items.v[e->item];
  struct access_class reading = {.mode = MODE_READ,
                                 .sent = e->sent,
                                 .when = {d->c->v.v[e->context].thread, e->alive, e->ended}};
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    if (!d->r->cells.stands_for[k.x])
      continue;
    reading.held = guards_at (d, occurrence, cells_shift (&d->r->cells, k.x, k.x));
    for (uint32_t c = verdicts_classes (d->r, k.x); c; c = d->r->classes.v[c].next) {
      const struct access_class *w = &d->r->classes.v[c];
      if (mode_writes (w->mode) && parallel (d, &reading, w) && !share_guard (d, &reading, w))
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
                                .sent = e->sent,
                                .when = {d->c->v.v[e->context].thread, e->alive, e->ended}};
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
        if (!sets_meet (&d->terms->sets, a->held.any, locks) && parallel (d, &taking, a))
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
    uint32_t key[] = {i->where,    d->c->v.v[e->context].thread,
                      e->alive,    e->ended,
                      own.any,     own.exclusive,
                      e->held.any, e->held.exclusive};
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
  thread_id one = 0;
  bool several = false, first_pair = true;
  setid common = SETS_EMPTY;
  uint64_t best = UINT64_MAX;
  vec_clear (&d->list);
  for (uint32_t c = first; c; c = d->r->classes.v[c].next) {
    const struct access_class *k = &d->r->classes.v[c];
    vec_push (&d->list, c);
    written |= mode_writes (k->mode);
    several |= (one && one != k->when.thread) || d->c->many[k->when.thread];
    one = k->when.thread;
  }
  if (!written)
    return v;
  v.kind = several ? VERDICT_ORDERED : VERDICT_PRIVATE;
  v.term = common_guard (d);
  /* The last ones of the list hold the fewest locks. */
  if (d->list.n > MOST_CLASSES) {
    memmove (d->list.v, d->list.v + d->list.n - MOST_CLASSES, MOST_CLASSES * sizeof *d->list.v);
    d->list.n = MOST_CLASSES;
  }
  if (v.term) {
    v.kind = VERDICT_GUARDED;
    return v;
  }
  for (uint32_t i = 0; i < d->list.n; i++)
    for (uint32_t k = i; k < d->list.n; k++) {
      struct access_class *a = &d->r->classes.v[d->list.v[i]], *b = &d->r->classes.v[d->list.v[k]];
      if (!conflict (d, a, b) || !parallel (d, a, b))
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
      uint64_t cost = pair_cost (a, b);
      if (v.kind == VERDICT_RACE &&
          (cost > best || (cost == best && source_order (d, swap ? b : a) >=
                                               source_order (d, &d->r->classes.v[v.first]))))
        continue;
      best = cost;
      v.kind = VERDICT_RACE;
      v.first = d->list.v[swap ? k : i];
      v.other = d->list.v[swap ? i : k];
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
    struct verdict v = verdict[first] ? r->v.v[verdict[first] - 1] : judge_location (d, first);
    v.loc = l;
    vec_push (&r->v, v);
    verdict[first] = r->v.n;
    r->count[v.kind]++;
  }
  free (verdict);
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

void verdicts_find (struct verdicts *r, struct contexts *c, struct map *broken)
{
  struct judge d = {.r = r, .c = c, .s = c->t->s, .terms = c->terms, .broken = broken};
  *r = (struct verdicts){.c = c};
  vec_push (&r->classes, (struct access_class){0});
  cells_init (&r->cells, d.s->p, &d.s->filter->candidates);
  r->first_class = xcalloc (d.s->p->objects.locs.n + 1, sizeof *r->first_class);
  vec_push (&d.dominant, (struct access_class){0});
  signals_find (&r->signals, c);
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
  tuples_free (&d.groups);
  vec_free (&d.first);
  vec_free (&d.dominant);
  vec_free (&d.count);
  tuples_free (&d.seen);
  bitset_free (&d.lost);
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
  vec_free (&r->v);
}
