/* Verdicts: gathers the events of each location into classes, then judges. */

#include "verdicts.h"

struct judge {
  struct verdicts *r;
  struct contexts *c;
  struct summaries *s;
  struct terms *terms;
  struct tuples known; /* location and all that makes a class: its number - 1 */
  struct map *broken;
  vec_u32 list; /* classes of the location at hand */
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

static bool mode_writes (uint8_t mode)
{
  return mode != MODE_READ && mode != MODE_ATOMIC_READ;
}

static bool mode_is_atomic (uint8_t mode)
{
  return mode == MODE_ATOMIC_READ || mode == MODE_ATOMIC_WRITE;
}

/* Classes */

static void add_class (struct judge *d, loc_id l, uint32_t event, uint8_t mode, bool reuse,
                       struct guards held)
{
  const struct occurrence *e = &d->c->occurrences.v[event];
  thread_id thread = d->c->v.v[e->context].thread;
  uint32_t key[] = {l, thread, held.any, held.exclusive, mode | (uint32_t)reuse << 8, e->alive};
  if (reuse) { /* each is an obligation of its own */
    const struct item *i = innermost (d->s, e->item);
    key[4] |= i->record << 9;
    key[1] |= i->function << 8;
  }
  uint32_t before = tuples_count (&d->known), id = tuples_intern (&d->known, key, 6);
  if (id <= before) {
    d->r->classes.v[id].count++;
    return;
  }
  uint32_t *first = map_at (&d->r->first_class, l);
  vec_push (&d->r->classes, (struct access_class){.event = event,
                                                  .count = 1,
                                                  .mode = mode,
                                                  .reuse = reuse,
                                                  .thread = thread,
                                                  .held = held,
                                                  .alive = e->alive,
                                                  .next = *first});
  *first = id;
}

static void touch (struct judge *d, uint32_t event, loc_id l, loc_id start, uint8_t mode,
                   bool reuse)
{
  const struct objects *o = &d->s->p->objects;
  const struct occurrence *e = &d->c->occurrences.v[event];
  if (!bitset_has (&d->s->filter->candidates, l))
    return;
  int64_t from = loc_get (o, start)->offset, at = loc_get (o, l)->offset;
  struct guards held;
  if (from <= OFFSET_EVERYTHING || at <= OFFSET_EVERYTHING)
    held = terms_of_holds (d->terms, d->s->items.v[e->item].function, d->s->items.v[e->item].held);
  else
    held = terms_of_item (d->terms, e->item, at - from);
  held.any = sets_union (&d->terms->sets, held.any, e->held.any);
  held.exclusive = sets_union (&d->terms->sets, held.exclusive, e->held.exclusive);
  add_class (d, l, event, mode, reuse, held);
}

static void gather_event (struct judge *d, uint32_t event)
{
  struct objects *o = &d->s->p->objects;
  const struct occurrence *e = &d->c->occurrences.v[event];
  const struct item *i = &d->s->items.v[e->item], *own = innermost (d->s, e->item);
  bool reuse = i->kind == ITEM_REUSE;
  uint8_t mode = reuse ? MODE_READ : d->s->effects->v.v[own->effect].mode;
  uint64_t bytes = reuse ? 1 : d->s->effects->v.v[own->effect].bytes;
  for (struct set_iter k = sets_each (&d->s->p->sets, i->where); set_next (&k);) {
    int64_t from = loc_get (o, k.x)->offset;
    bool all = mode == MODE_FREE || from <= OFFSET_EVERYTHING;
    touch (d, event, k.x, k.x, mode, reuse);
    if (bytes == 1 && !all)
      continue;
    for (loc_id l = o->v.v[loc_object (o, k.x)].first_loc; l; l = loc_get (o, l)->next) {
      int64_t at = loc_get (o, l)->offset;
      bool inside = at > from && (!bytes || at < from + (int64_t)bytes);
      if (l != k.x && at != OFFSET_EVERYTHING && (all || inside))
        touch (d, event, l, k.x, mode, reuse);
    }
  }
}

/* Judging */

static bool share_guard (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets;
  return sets_meet (sets, a->held.exclusive, b->held.any) ||
         sets_meet (sets, a->held.any, b->held.exclusive);
}

static bool conflict (const struct access_class *a, const struct access_class *b)
{
  return mode_writes (a->mode) || mode_writes (b->mode);
}

static bool parallel (const struct judge *d, const struct access_class *a,
                      const struct access_class *b)
{
  return contexts_parallel (d->c, a->thread, a->alive, b->thread, b->alive);
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
                           const struct access_class *b)
{
  uint64_t locks =
      sets_size (&d->terms->sets, a->held.any) + sets_size (&d->terms->sets, b->held.any);
  uint64_t reads = !mode_writes (a->mode) + !mode_writes (b->mode);
  uint64_t atomic = mode_is_atomic (a->mode) + mode_is_atomic (b->mode);
  return locks << 4 | atomic << 3 | reads << 1 | (a->thread == b->thread);
}

static bool comes_first (const struct judge *d, const struct access_class *a,
                         const struct access_class *b)
{
  uint32_t la = sets_size (&d->terms->sets, a->held.any),
           lb = sets_size (&d->terms->sets, b->held.any);
  return la != lb ? la < lb : source_order (d, a) <= source_order (d, b);
}

static void break_reuse (struct judge *d, const struct access_class *c)
{
  const struct item *i = innermost (d->s, d->c->occurrences.v[c->event].item);
  map_set (d->broken, map_pair (i->function, i->record), 1);
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
  struct set_iter i = sets_each (sets, common);
  return set_next (&i) ? i.x : 0;
}

static struct verdict judge_location (struct judge *d, loc_id l)
{
  struct verdict v = {.loc = l, .kind = VERDICT_READ_ONLY};
  bool written = false, meet = false, all_atomic = true;
  thread_id one = 0;
  bool several = false;
  uint64_t best = UINT64_MAX;
  vec_clear (&d->list);
  for (uint32_t c = map_get (&d->r->first_class, l, 0); c; c = d->r->classes.v[c].next) {
    const struct access_class *k = &d->r->classes.v[c];
    if (d->list.n < MOST_CLASSES)
      vec_push (&d->list, c);
    written |= mode_writes (k->mode);
    several |= (one && one != k->thread) || d->c->many[k->thread];
    one = k->thread;
  }
  if (!written)
    return v;
  v.kind = several ? VERDICT_ORDERED : VERDICT_PRIVATE;
  v.term = common_guard (d);
  if (v.term) {
    v.kind = VERDICT_GUARDED;
    return v;
  }
  for (uint32_t i = 0; i < d->list.n; i++)
    for (uint32_t k = i; k < d->list.n; k++) {
      struct access_class *a = &d->r->classes.v[d->list.v[i]], *b = &d->r->classes.v[d->list.v[k]];
      if (!conflict (a, b) || (a->reuse && b->reuse) || !parallel (d, a, b))
        continue;
      if (a->reuse || b->reuse) {
        if (!share_guard (d, a, b))
          break_reuse (d, a->reuse ? a : b);
        continue;
      }
      meet = true;
      if (mode_is_atomic (a->mode) && mode_is_atomic (b->mode))
        continue;
      all_atomic = false;
      if (share_guard (d, a, b))
        continue;
      bool swap = !comes_first (d, a, b);
      uint64_t cost = pair_cost (d, a, b);
      if (v.kind == VERDICT_RACE &&
          (cost > best || (cost == best && source_order (d, swap ? b : a) >=
                                               source_order (d, &d->r->classes.v[v.first]))))
        continue;
      best = cost;
      v.kind = VERDICT_RACE;
      v.first = d->list.v[swap ? k : i];
      v.other = d->list.v[swap ? i : k];
    }
  if (v.kind != VERDICT_RACE && meet)
    v.kind = all_atomic ? VERDICT_ATOMIC : VERDICT_LOCKED;
  return v;
}

void verdicts_find (struct verdicts *r, struct contexts *c, struct map *broken)
{
  struct judge d = {.r = r, .c = c, .s = c->t->s, .terms = c->terms, .broken = broken};
  *r = (struct verdicts){.c = c};
  vec_push (&r->classes, (struct access_class){0});
  for (uint32_t i = 0; i < c->occurrences.n; i++)
    gather_event (&d, i);
  uint32_t n = d.s->p->objects.locs.n;
  for (loc_id l = 1; l < n; l++)
    if (map_get (&r->first_class, l, 0)) {
      struct verdict v = judge_location (&d, l);
      vec_push (&r->v, v);
      r->count[v.kind]++;
    }
  tuples_free (&d.known);
  vec_free (&d.list);
}

void verdicts_free (struct verdicts *r)
{
  vec_free (&r->classes);
  map_free (&r->first_class);
  vec_free (&r->v);
}
