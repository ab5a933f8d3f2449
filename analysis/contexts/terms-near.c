/* Terms: locks that a pointer in the accessed object leads to. */

#include "terms-internal.h"

/* Whether others may have known the object when the pointer was found that E, a load, is: it has
   not been changed since then, as those are who change it before. */
static bool was_known (struct terms *t, funid f, expr_id e)
{
  enum { NO = 1, YES };
  const struct exprs *x = &t->s->x;
  const struct expr *v = expr_get (x, e);
  const uint32_t *at = tuples_numbers (&x->versions, v->b);
  uint32_t *known = map_at (&t->found_known, map_pair (f, e));
  if (*known)
    return *known == YES;
  *known = NO;
  for (uint32_t k = 1; *known == NO && k < t->s->items.n; k++) {
    const struct item *i = &t->s->items.v[k];
    if (i->kind == ITEM_ACCESS && i->function == at[0] && i->record == at[1] && i->e[0] == v->a &&
        !i->own)
      *known = YES;
  }
  return *known == YES;
}

uint32_t near_term (struct terms *t, const struct item *i, expr_id lock, expr_id base, int64_t from)
{
  const struct exprs *x = &t->s->x;
  int64_t behind, at;
  expr_id load = expr_base (x, lock, &behind);
  if (!load || expr_get (x, load)->op != X_LOAD ||
      expr_base (x, expr_get (x, load)->a, &at) != base || !was_known (t, i->function, load))
    return 0;
  uint32_t more[] = {(uint32_t)behind, (uint32_t)(behind >> 32)};
  return term_make (t, TERM_NEAR, 0, at - from, more, 2);
}
