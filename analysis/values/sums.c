/* Sums of products: made from expressions, added and subtracted. */

#include "sums.h"

static bool same_factors (const struct product *a, const struct product *b)
{
  return memcmp (a->factor, b->factor, sizeof a->factor) == 0;
}

static bool is_constant (const struct product *p)
{
  return !p->factor[MOST_FACTORS - 1];
}

bool sum_add (struct sum *s, struct product p)
{
  uint32_t i = 0;
  while (i < s->n && !same_factors (&s->v[i], &p))
    i++;
  if (i == MOST_PRODUCTS)
    return false;
  if (i == s->n) {
    s->v[s->n++] = p;
  } else if (__builtin_add_overflow (s->v[i].k, p.k, &s->v[i].k)) {
    return false;
  }
  if (!s->v[i].k)
    s->v[i] = s->v[--s->n];
  return true;
}

static bool multiply (struct product a, const struct product *b, struct product *out)
{
  if (__builtin_mul_overflow (a.k, b->k, &a.k))
    return false;
  for (uint32_t i = 0; i < MOST_FACTORS; i++) {
    expr_id f = b->factor[i];
    if (f && a.factor[0])
      return false; /* too many */
    uint32_t at = 0;
    for (; f && at + 1 < MOST_FACTORS && a.factor[at + 1] < f; at++)
      a.factor[at] = a.factor[at + 1];
    if (f)
      a.factor[at] = f;
  }
  *out = a;
  return true;
}

bool sum_add_times (struct sum *s, const struct sum *t, const struct product *by)
{
  struct product p;
  for (uint32_t i = 0; i < t->n; i++)
    if (!multiply (t->v[i], by, &p) || !sum_add (s, p))
      return false;
  return true;
}

/* S += K * E; K of what is no sum is one factor. */
bool sum_add_expr (const struct exprs *x, struct sum *s, expr_id e, int64_t k)
{
  struct sum t = {0};
  return e && sum_of (x, e, &t) && sum_add_times (s, &t, &(struct product){.k = k});
}

static bool add_product_of (const struct exprs *x, struct sum *s, expr_id a, expr_id b)
{
  struct sum t = {0}, u = {0};
  if (!sum_of (x, a, &t) || !sum_of (x, b, &u))
    return false;
  for (uint32_t i = 0; i < u.n; i++)
    if (!sum_add_times (s, &t, &u.v[i]))
      return false;
  return true;
}

bool sum_of (const struct exprs *x, expr_id e, struct sum *s)
{
  const struct expr *v = expr_get (x, e);
  int64_t k;
  switch ((enum expr_op)v->op) {
  case X_CONST:
    return !v->k || sum_add (s, (struct product){.k = v->k});
  case X_ADD:
    return sum_add_expr (x, s, v->a, 1) && (!v->k || sum_add (s, (struct product){.k = v->k}));
  case X_INDEX:
    return sum_add_expr (x, s, v->a, 1) && sum_add_expr (x, s, v->b, v->k);
  case X_CONVERT:
    if (labs (v->k) >= 32)
      return sum_add_expr (x, s, v->a, 1);
    break;
  case X_OP:
    if (v->code == OP_ADD || v->code == OP_SUB || v->code == OP_POINTER_ADD)
      return sum_add_expr (x, s, v->a, 1) && sum_add_expr (x, s, v->b, v->code == OP_SUB ? -1 : 1);
    if (v->code == OP_MUL)
      return add_product_of (x, s, v->a, v->b);
    if (v->code == OP_SHL && expr_is_const (x, v->b, &k) && k >= 0 && k < 32)
      return sum_add_expr (x, s, v->a, (int64_t)1 << k);
    break;
  default:
    break;
  }
  struct product p = {.k = 1};
  p.factor[MOST_FACTORS - 1] = e;
  return sum_add (s, p);
}

bool sum_difference (const struct sum *a, const struct sum *b, struct sum *out)
{
  *out = *a;
  return sum_add_times (out, b, &(struct product){.k = -1});
}

bool sum_is_number (const struct sum *s, int64_t *k)
{
  *k = s->n ? s->v[0].k : 0;
  return s->n <= 1 && (!s->n || is_constant (&s->v[0]));
}
