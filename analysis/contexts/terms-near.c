/* Terms: locks that a pointer in the accessed object leads to. */

#include "terms-internal.h"

/* Whether others may have known the object when the pointer was found that E, a load, is: it has
   not been changed since then, as those are who change it before. */
static bool was_known (struct terms *t, expr_id e)
{
  const struct exprs *x = &t->s->x;
  const struct expr *v = expr_get (x, e);
  const uint32_t *at = tuples_numbers (&x->versions, v->b);
  for (; t->n_found < t->s->items.n; t->n_found++) {
    const struct item *i = &t->s->items.v[t->n_found];
    uint32_t key[] = {i->function, i->record, i->e[0]};
    if (i->kind == ITEM_ACCESS && !i->own)
      tuples_intern (&t->found_known, key, 3);
  }
  return tuples_find (&t->found_known, (uint32_t[]){at[0], at[1], v->a}, 3) != 0;
}

uint32_t near_term (struct terms *t, const struct item *i, int64_t shift, expr_id lock)
{
  const struct exprs *x = &t->s->x;
  int64_t behind, at, offset;
  expr_id base = expr_base (x, i->e[0], &offset);
  expr_id load = expr_base (x, lock, &behind);
  if (!load || expr_get (x, load)->op != X_LOAD ||
      expr_base (x, expr_get (x, load)->a, &at) != base || !was_known (t, load) ||
      !has_one_distance (t, i, shift, expr_get (x, load)->a))
    return 0;
  uint32_t more[] = {(uint32_t)behind, (uint32_t)(behind >> 32)};
  return term_make (t, TERM_NEAR, 0, at - offset - shift, more, 2);
}
