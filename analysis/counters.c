/* Counters: who touches them, and where they are set. */

#include "counters.h"
#include "constants.h"
#include "flow.h"

static const struct effect *effect_of (const struct contexts *c, const struct occurrence *e)
{
  const struct item *i = &c->t->s->items.v[e->item];
  return i->kind == ITEM_ACCESS ? &c->t->s->effects->v.v[i->effect] : NULL;
}

/* The counters among some locations. */
static setid counters_in (const struct summaries *s, setid where)
{
  return s->constants.n ? sets_intersection (&s->p->sets, where, s->constant_set) : SETS_EMPTY;
}

void counters_find (struct counters *r, const struct contexts *c)
{
  struct summaries *s = c->t->s;
  *r = (struct counters){.c = c};
  for (uint32_t k = 0; s->constants.n && k < s->effects->v.n; k++) {
    const struct effect *f = &s->effects->v.v[k];
    if (!effect_changes (f) || counter_step (s, f))
      continue;
    setid at = counters_in (s, effect_locations (s->p, f));
    for (struct set_iter l = sets_each (&s->p->sets, at); set_next (&l);)
      ++*map_at (&r->stores, l.x);
  }
  for (uint32_t k = 0; s->constants.n && k < c->occurrences.n; k++) {
    const struct occurrence *e = &c->occurrences.v[k];
    const struct effect *f = effect_of (c, e);
    setid at = f ? counters_in (s, s->items.v[e->item].where) : SETS_EMPTY;
    for (struct set_iter l = sets_each (&s->p->sets, at); set_next (&l);) {
      if (!counter_at (s, l.x))
        continue;
      uint32_t *threads = map_at (&r->threads, l.x);
      *threads = sets_union (&c->t->sets, *threads, c->v.v[e->context].threads);
      if (effect_changes (f) && !counter_step (s, f))
        map_set (&r->setting, l.x, map_find (&r->setting, l.x) ? UINT32_MAX : 1 + k);
    }
  }
}

void counters_free (struct counters *r)
{
  map_free (&r->threads);
  map_free (&r->stores);
  map_free (&r->setting);
}

/* The threads that touch a counter, and those that create them. */
static setid users_of (const struct counters *r, loc_id l)
{
  struct sets *sets = &r->c->t->sets;
  setid all = map_get (&r->threads, l, SETS_EMPTY);
  for (setid old = SETS_EMPTY; old != all;) {
    old = all;
    for (struct set_iter i = sets_each (sets, old); set_next (&i);)
      all = sets_union (sets, all, r->c->creators[i.x]);
  }
  return all;
}

bool counters_meet (struct counters *r, const struct occurrence *e, setid where)
{
  const struct contexts *c = r->c;
  uint32_t thread;
  if (!sets_is_single (&c->t->sets, c->v.v[e->context].threads, &thread) ||
      c->t->v.v[thread].kind != THREAD_MAIN)
    return true; /* of others it is not known who runs then */
  setid at = counters_in (c->t->s, where);
  for (struct set_iter l = sets_each (&c->t->s->p->sets, at); set_next (&l);)
    if (sets_meet (&c->t->sets, e->alive, users_of (r, l.x)))
      return true;
  return false;
}

bool counters_start (struct counters *r, loc_id l, int64_t *value)
{
  const struct contexts *c = r->c;
  struct summaries *s = c->t->s;
  uint32_t n = map_get (&r->setting, l, 0), thread, by;
  if (!n || n == UINT32_MAX || map_get (&r->stores, l, 0) != 1)
    return false;
  const struct occurrence *set = &c->occurrences.v[n - 1];
  const struct effect *f = effect_of (c, set);
  const struct function *b = s->p->objects.program->functions[f->function].body;
  if (!stored_constant (s, f, value) || counters_meet (r, set, s->items.v[set->item].where) ||
      !sets_is_single (&c->t->sets, c->v.v[set->context].threads, &thread) ||
      s->items.v[set->item].function != f->function ||
      sets_meet (&c->t->sets, set->ended, map_get (&r->threads, l, SETS_EMPTY)) ||
      !executed_once (&c->terms->once, f->function, f->record))
    return false;
  struct arena arena = {0};
  struct flow flow = flow_find (&arena, b);
  bool first = true;
  for (uint32_t k = 0; first && k < c->occurrences.n; k++) {
    const struct occurrence *e = &c->occurrences.v[k];
    const struct item *i = &s->items.v[e->item];
    setid threads = c->v.v[e->context].threads;
    if (k == n - 1 || !effect_of (c, e) || !sets_has (&s->p->sets, i->where, l) ||
        !sets_has (&c->t->sets, threads, thread))
      continue;
    /* What the same thread does comes later. */
    first = sets_is_single (&c->t->sets, threads, &by) && i->function == f->function &&
            flow_dominates (&flow, f->record, i->record);
  }
  arena_free (&arena);
  return first;
}
