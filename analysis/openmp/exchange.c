/* Exchange: two pointers that never lead to the same object at the same time, though each of them
   leads to both of two objects in turn:

     for (...) {
     #pragma omp parallel for
       for (i = 1; i < n - 1; i++)
         b[i] = a[i - 1] + a[i + 1];
       t = a; a = b; b = t;
     }

   By induction: where two ways meet both pointers get their values together, and on each way these
   are different, by what they may point to, or as the two pointers themselves were before. */

#include "exchange.h"

enum { MOST_PAIRS = 16 };

struct exchange {
  struct pointers *p;
  funid f;
  const struct function *b;
  uint32_t n, pair[MOST_PAIRS][2];
};

static bool same_object (const struct pointers *p, setid a, setid b)
{
  const struct objects *o = &p->objects;
  for (struct set_iter i = sets_each (&p->sets, a); set_next (&i);)
    for (struct set_iter k = sets_each (&p->sets, b); set_next (&k);)
      if (loc_object (o, i.x) == loc_object (o, k.x))
        return true;
  return !a || !b;
}

/* What a copy of a value is a copy of. */
static struct operand source_of (const struct exchange *e, struct operand o)
{
  for (int depth = 0; o.kind == OPND_VALUE && depth < MOST_PAIRS; depth++) {
    uint32_t def = e->b->value_defs[o.value];
    const struct rec_op *op = def == UINT32_MAX ? NULL : (const struct rec_op *)e->b->records[def];
    if (!op || op->r.kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      break;
    o = op->a;
  }
  return o;
}

static const struct rec_phi *phi_of (const struct exchange *e, uint32_t value, uint32_t *block)
{
  uint32_t def = e->b->value_defs[value], low = 0, high = e->b->n_blocks;
  if (def == UINT32_MAX || e->b->records[def]->kind != REC_phi)
    return NULL;
  while (high - low > 1) { /* the blocks are in the order of their records */
    uint32_t middle = low + (high - low) / 2;
    if (e->b->blocks[middle].first <= def)
      low = middle;
    else
      high = middle;
  }
  *block = low;
  return (const struct rec_phi *)e->b->records[def];
}

static bool is_known (const struct exchange *e, uint32_t a, uint32_t b)
{
  for (uint32_t i = 0; i < e->n; i++)
    if ((e->pair[i][0] == a && e->pair[i][1] == b) || (e->pair[i][0] == b && e->pair[i][1] == a))
      return true;
  return false;
}

static bool differ (struct exchange *e, struct operand a, struct operand b)
{
  uint32_t block_a = 0, block_b = 0;
  a = source_of (e, a);
  b = source_of (e, b);
  if (!same_object (e->p, points_of_operand (e->p, e->f, &a), points_of_operand (e->p, e->f, &b)))
    return true;
  if (a.kind != OPND_VALUE || b.kind != OPND_VALUE)
    return false;
  if (is_known (e, a.value, b.value))
    return true;
  const struct rec_phi *x = phi_of (e, a.value, &block_a), *y = phi_of (e, b.value, &block_b);
  if (!x || !y || a.value == b.value || block_a != block_b || x->args.n != y->args.n ||
      e->n == MOST_PAIRS)
    return false;
  e->pair[e->n][0] = a.value;
  e->pair[e->n++][1] = b.value;
  for (uint32_t i = 0; i < x->args.n; i++)
    if (!differ (e, x->args.v[i], y->args.v[i]))
      return false;
  return true;
}

bool are_exchanged (struct summaries *s, expr_id a, expr_id b)
{
  const struct expr *x = expr_get (&s->x, a), *y = expr_get (&s->x, b);
  if (x->op == X_AT && y->op == X_AT && x->b == y->b) { /* of the same call */
    x = expr_get (&s->x, x->a);
    y = expr_get (&s->x, y->a);
  }
  if (x->op != X_VALUE || y->op != X_VALUE || x->a != y->a)
    return false;
  struct exchange e = {.p = s->p, .f = x->a, .b = s->p->objects.program->functions[x->a].body};
  return differ (&e, (struct operand){.kind = OPND_VALUE, .value = x->b},
                 (struct operand){.kind = OPND_VALUE, .value = y->b});
}
