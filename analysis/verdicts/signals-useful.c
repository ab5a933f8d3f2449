/* Signals: which of them may order anything. */

#include "constants.h"
#include "signals.h"

/* By term of a flag that is set: the threads that may look at it. */
static void find_lookers (const struct contexts *c, struct map *lookers)
{
  const struct summaries *s = c->t->s;
  for (uint32_t k = 0; k < c->occurrences.n; k++) {
    const struct item *i = &s->items.v[c->occurrences.v[k].item];
    if (i->kind != ITEM_ACCESS || !is_flag (s, i->where))
      continue;
    uint8_t mode = s->effects->v.v[i->effect].mode;
    if (mode == MODE_WRITE || mode == MODE_FREE)
      continue;
    for (struct set_iter l = sets_each (&s->p->sets, i->where); set_next (&l);) {
      uint32_t *threads =
          map_at (lookers, term_sent (c->terms, SIGNAL_SENT, loc_object (&s->p->objects, l.x),
                                      loc_get (&s->p->objects, l.x)->offset));
      *threads = sets_union (&c->t->sets, *threads, c->v.v[occurrence_at (c, k).context].threads);
    }
  }
}

setid signal_claims (struct terms *t, const struct signal_info *v)
{
  setid claims = SETS_EMPTY;
  for (struct set_iter i = sets_each (&t->sets, v->in_region ? v->guards : SETS_EMPTY);
       set_next (&i);)
    if (term_get (t, i.x).kind == TERM_CLAIM)
      claims = sets_add (&t->sets, claims, i.x);
  return claims;
}

/* Whether those who send a flag may have seen another one before: others than main do. */
static bool is_passed (const struct contexts *c, loc_id flag, const struct signal_info *v)
{
  if (!bitset_has (&c->t->s->awaited, flag))
    return false;
  for (struct set_iter i = sets_each (&c->t->sets, v->senders); set_next (&i);)
    if (c->t->v.v[i.x].kind == THREAD_CREATED)
      return true;
  return false;
}

void signals_find_useful (const struct contexts *c, struct bitset *useful)
{
  struct signals r;
  struct map lookers = {0};
  signals_find (&r, c);
  find_lookers (c, &lookers);
  for (uint32_t k = 0; k < map_size (&r.of); k++) {
    uint32_t term = (uint32_t)map_key (&r.of, k), one;
    struct term t = term_get (c->terms, term);
    const struct signal_info *v = &r.v.v[map_value (&r.of, k) - 1];
    loc_id at = loc_at (&c->t->s->p->objects, t.a, t.d);
    bool flag = t.code == SIGNAL_SENT && bitset_has (&c->t->s->flags, at);
    setid all = sets_union (&c->t->sets, v->senders, map_get (&lookers, term, SETS_EMPTY));
    bool alone = flag && sets_is_single (&c->t->sets, all, &one) && !c->many[one];
    bool orders =
        !v->broken && (v->is_barrier || v->armed ||
                       (flag ? v->all == 1 || signal_claims (c->terms, v) || is_passed (c, at, v)
                             : v->all > 0 || v->number));
    if (!alone && (orders || !v->unchecked))
      bitset_add (useful, term);
  }
  map_free (&lookers);
  signals_free (&r);
}
