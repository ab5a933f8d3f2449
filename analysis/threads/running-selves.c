/* Main may store its own handle where that of a thread was, and look for that: it must not do so
   while the thread runs, or its joins prove nothing. */

#include "running.h"

enum { FEW_LOCATIONS = 16 };

/* Lists stores of handles by their locations, but for those to many. */
static void list_selves (struct flag_finder *x)
{
  const struct thread_finder *d = x->d;
  struct sets *sets = &d->s->p->sets;
  for (uint32_t i = 0; i < d->self_stores.n; i++) {
    setid where = effect_locations (d->s->p, &d->s->effects->v.v[d->self_stores.v[i]]);
    bool wide = sets_size (sets, where) > FEW_LOCATIONS;
    x->any_wide_self |= wide;
    for (struct set_iter l = sets_each (sets, wide ? SETS_EMPTY : where); set_next (&l);)
      running_list (&x->stored_selves, &x->selves, l.x, d->self_stores.v[i]);
  }
}

/* Whether main stores its own handle there, where that of the thread is, when that does not run. */
static bool stores_when_ended (struct flag_finder *x, thread_id thread, uint32_t effect,
                               bool single)
{
  struct thread_finder *d = x->d;
  const struct effect *e = &d->s->effects->v.v[effect];
  const struct item *fork = &d->s->items.v[d->t->v.v[thread].item];
  uint32_t l;
  return single && proves_by (d->s->p, PROOF_VALUES) &&
         sets_is_single (&d->s->p->sets, expr_points (&d->s->x, fork->function, fork->e[0]), &l) &&
         running_exists_once (d, l) && running_is_owned (d, thread, running_main (d)) &&
         running_not_at (x, e->function, e->record, thread);
}

/* Whether main stores its own handle over that of the thread only when that does not run. */
static bool keeps_handle (struct flag_finder *x, thread_id thread)
{
  struct thread_finder *d = x->d;
  struct sets *sets = &d->s->p->sets;
  const struct item *fork = &d->s->items.v[d->t->v.v[thread].item];
  setid at = expr_points (&d->s->x, fork->function, fork->e[0]);
  uint32_t l;
  bool single = sets_is_single (sets, at, &l), kept = true;
  /* Where there are more locations, or their stores are to many, all of these are looked at. */
  for (uint32_t n = single ? map_get (&x->selves, l, 0) : 0; kept && n;
       n = x->stored_selves.v[n - 1].next)
    kept = stores_when_ended (x, thread, x->stored_selves.v[n - 1].what, true);
  for (uint32_t i = 0; kept && i < d->self_stores.n && (!single || x->any_wide_self); i++) {
    const struct effect *e = &d->s->effects->v.v[d->self_stores.v[i]];
    setid where = effect_locations (d->s->p, e);
    kept = (single && sets_size (sets, where) <= FEW_LOCATIONS) || !sets_meet (sets, where, at) ||
           stores_when_ended (x, thread, d->self_stores.v[i], single);
  }
  return kept;
}

void running_check_selves (struct flag_finder *x)
{
  struct thread_finder *d = x->d;
  vec_u32 lost = {0};
  list_selves (x);
  for (thread_id i = 1; d->self_stores.n && i < d->t->v.n; i++)
    if (d->t->v.v[i].kind == THREAD_CREATED && !keeps_handle (x, i)) {
      bitset_remove (&d->t->sole, i);
      vec_push (&lost, i);
    }
  setid all = sets_from (&d->t->sets, lost.v, lost.n);
  vec_free (&lost);
  for (uint32_t n = 0; all && n < d->s->forks.n; n++) {
    uint32_t k = d->s->forks.v[n];
    setid those = sets_intersection (&d->t->sets, d->t->joins[k], all);
    d->t->joins[k] = sets_difference (&d->t->sets, d->t->joins[k], those);
    d->t->perhaps[k] = sets_union (&d->t->sets, d->t->perhaps[k], those);
  }
}
