/* Verdicts: locks that a pointer in the accessed object leads to.  Two threads that have found
   theirs there have the same one if the pointer is not changed once others know the object: then
   it is, while both are there, what both have found.

     struct account { pthread_mutex_t *lock; long balance; };
     a = malloc (...);  a->lock = malloc (...);  insert (a);         never changes again
     pthread_mutex_lock (a->lock);  a->balance++;                    one lock for each account */

#include "verdicts-internal.h"

static bool is_by_main (const struct judge *d, const struct occurrence *e)
{
  for (struct set_iter i = sets_each (&d->c->t->sets, d->c->v.v[e->context].threads); set_next (&i);)
    if (d->c->t->v.v[i.x].kind == THREAD_MAIN)
      return true;
  return false;
}

/* Whether only main runs: no other thread finds anything changed. */
static bool is_alone (const struct judge *d, const struct occurrence *e)
{
  uint32_t one;
  return !e->alive && is_by_main (d, e) &&
         sets_is_single (&d->c->t->sets, d->c->v.v[e->context].threads, &one);
}

/* DONE: sets that are marked; they may be large, and come many times. */
static void mark (const struct judge *d, struct bitset *marked, struct bitset *done, setid where)
{
  const struct objects *o = &d->s->p->objects;
  if (!bitset_add (done, where))
    return;
  for (struct set_iter l = sets_each (&d->s->p->sets, where); set_next (&l);) {
    bitset_add (marked, l.x);
    bool anywhere = loc_get (o, l.x)->offset <= OFFSET_EVERYTHING;
    for (loc_id m = anywhere ? o->v.v[loc_object (o, l.x)].first_loc : 0; m;
         m = loc_get (o, m)->next)
      bitset_add (marked, m);
  }
}

/* All that is written when others may know it. */
static void find_changed (struct judge *d)
{
  struct bitset first = {0}, later = {0};
  d->knows_changed = true;
  for (uint32_t k = 0; k < d->c->occurrences.n; k++) {
    const struct occurrence e = occurrence_at (d->c, k);
    const struct item *i = &d->s->items.v[e.item];
    const struct effect *effect = i->kind == ITEM_ACCESS ? event_effect (d->r, k) : NULL;
    if (!effect || !effect_writes (effect) || effect->mode == MODE_FREE)
      continue;
    bool alone = is_alone (d, &e);
    setid touched = effect_locations (d->s->p, effect);
    mark (d, alone ? &d->set_first : &d->changed, alone ? &first : &later,
          touched == effect->where ? i->where : touched);
  }
  bitset_free (&first);
  bitset_free (&later);
}

/* Whether the pointer, FROM bytes behind where the access begins, stays what it is.  What a thread
   is created with was found by main, perhaps. */
static bool stays (struct judge *d, const struct occurrence *e, int64_t from, object_id object)
{
  const struct item *i = &d->s->items.v[e->item];
  struct objects *o = &d->s->p->objects;
  const struct abstract_object *v = &o->v.v[object];
  bool any = false;
  for (int w = 0; w < N_WORLDS; w++)
    if (is_in_world (d->s->p, w, object))
      return false;
  for (struct set_iter l = sets_each (&d->s->p->sets, i->where); set_next (&l);) {
    if (loc_object (o, l.x) != object)
      continue;
    int64_t at = loc_get (o, l.x)->offset;
    loc_id cell = at > OFFSET_EVERYTHING && !v->whole ? loc_at (o, object, at + from) : 0;
    if (!cell || bitset_has (&d->changed, cell) ||
        (v->anywhere && bitset_has (&d->changed, v->anywhere)) ||
        (bitset_has (&d->set_first, cell) && (i->at_start || is_by_main (d, e))))
      return false;
    any = true;
  }
  return any;
}

struct guards without_changing (struct judge *d, const struct occurrence *e, struct guards g,
                                int32_t shift, object_id object)
{
  for (struct set_iter i = sets_each (&d->terms->sets, g.any); set_next (&i);) {
    struct term v = term_get (d->terms, i.x);
    if (v.kind != TERM_NEAR)
      continue;
    if (!d->knows_changed)
      find_changed (d);
    if (stays (d, e, v.d + shift, object))
      continue;
    setid one = sets_single (&d->terms->sets, i.x);
    g.any = sets_difference (&d->terms->sets, g.any, one);
    g.exclusive = sets_difference (&d->terms->sets, g.exclusive, one);
  }
  return g;
}
