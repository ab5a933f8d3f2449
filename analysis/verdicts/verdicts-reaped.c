/* Verdicts: what is done to an object when the thread has been joined whose handle is in there, or,
   as tests around the join say, when none was created with it. */

#include "verdicts-internal.h"

#include "fields.h"

/* Whether the creation of the thread, or one that is done instead of it, makes the access. */
static bool creates (const struct judge *d, thread_id by, const struct effect *e)
{
  const struct summaries *s = d->s;
  const struct thread *v = d->c->t->v.v;
  for (thread_id k = 1; k < d->c->t->v.n; k++) {
    const struct item *core = item_core (s, &s->items.v[v[k].item]);
    if (v[k].kind == THREAD_CREATED && core->function == e->function && core->record == e->record &&
        (k == by || forks_are_alternatives (s, v[by].item, v[k].item)))
      return true;
  }
  return false;
}

/* Whether the thread has its handle in the new memory that it was created with, INSIDE bytes from
   the beginning, where nothing else is stored: the creation that made the memory known is all that
   has written there, or another one instead. */
static bool keeps_own_handle (const struct judge *d, thread_id by, expr_id mine, int64_t *inside)
{
  const struct summaries *s = d->s;
  const struct thread *v = d->c->t->v.v;
  const struct item *fork = &s->items.v[v[by].item];
  uint32_t l;
  if (v[by].kind != THREAD_CREATED || !(fork->fresh || fork->made) || !fork->e[0] ||
      expr_base (&s->x, fork->e[0], inside) != mine ||
      !sets_is_single (&s->p->sets, expr_points (&d->s->x, fork->function, fork->e[0]), &l) ||
      loc_get (&s->p->objects, l)->offset != *inside)
    return false;
  const struct item *core = item_core (s, fork);
  for (thread_id k = 1; k < d->c->t->v.n; k++) { /* which may be created by the same instruction */
    const struct item *other = &s->items.v[v[k].item];
    setid at = other->e[0] ? expr_points (&d->s->x, other->function, other->e[0]) : SETS_EMPTY;
    if (v[k].kind == THREAD_CREATED && other != fork &&
        (at ? sets_has (&s->p->sets, at, l) : item_core (s, other)->record == core->record) &&
        !forks_are_alternatives (s, v[by].item, v[k].item))
      return false;
  }
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (effect_writes (e) && e->mode != MODE_FREE &&
        sets_has (&s->p->sets, effect_locations (s->p, e), l) && !creates (d, by, e))
      return false;
  }
  return true;
}

/* Whether one thread, of which there is one, creates all of these, and it is BY. */
static bool is_only_creator (const struct judge *d, thread_id by, thread_id of)
{
  uint32_t one;
  return sets_is_single (&d->c->t->sets, d->c->creators[of], &one) && one == by && !d->c->many[by];
}

/* Whether all tests around a join say that no thread was created so with the object. */
static bool tests_tell (const struct judge *d, const struct item *creation, uint32_t list,
                        bool later)
{
  const struct field_test *tests;
  uint32_t n = items_tests (d->s, list, &tests);
  bool tell = true;
  for (uint32_t i = 0; i < n && tell; i++)
    tell = tests[i].kind == TEST_IDLE || fields_tell (d->s, creation, &tests[i], later);
  return tell;
}

/* Whether the join may be left out only if no thread was created with the object that A is to. */
static bool is_left_out_rightly (const struct judge *d, const struct item *join, thread_id by_a,
                                 thread_id by)
{
  const struct item *fork = fields_creation (d->s, d->c->t->v.v[by].item);
  int64_t inside;
  bool own = is_only_creator (d, by_a, by);
  if (!proves_by (d->s->p, PROOF_VALUES) || fields_created_in (d->s, fork, join->function) ||
      !(own || (fork->fresh &&
                expr_root (&d->s->x, fork->e[2]) == expr_base (&d->s->x, fork->e[0], &inside))))
    return false;
  uint32_t *known = map_at (d->left_out, map_pair (by << 1 | own, join->tests));
  if (!*known)
    *known = tests_tell (d, fork, join->tests, own) ? 2 : 1;
  return *known == 2;
}

bool is_reaped (const struct judge *d, const struct access_class *a, thread_id by_a,
                const struct access_class *b, thread_id by)
{
  struct summaries *s = d->s;
  int64_t inside;
  uint32_t number = a->reaped & ~REAPED_AROUND;
  if (!number || number & REAPED_FLAGS || s->items.v[number].kind != ITEM_JOIN || !b->mine ||
      !expr_is_fresh (&s->x, b->mine) || !keeps_own_handle (d, by, b->mine, &inside))
    return false;
  const struct item *join = &s->items.v[number];
  const struct item *fork = &s->items.v[d->c->t->v.v[by].item];
  setid at = expr_points (&s->x, join->function, expr_get (&s->x, join->e[0])->a);
  setid own = expr_points (&s->x, fork->function, b->mine);
  for (struct set_iter k = sets_each (&s->p->sets, at); set_next (&k);)
    for (struct set_iter m = sets_each (&s->p->sets, own); set_next (&m);)
      if (loc_object (&s->p->objects, k.x) == loc_object (&s->p->objects, m.x) &&
          loc_get (&s->p->objects, k.x)->offset != inside)
        return false;
  return at != SETS_EMPTY &&
         (!(a->reaped & REAPED_AROUND) || is_left_out_rightly (d, join, by_a, by));
}
