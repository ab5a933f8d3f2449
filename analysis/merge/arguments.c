/* See arguments.h. */

#include "arguments.h"

/* The constant that a value is a copy of; NULL: none. */
static const struct operand *constant_of (const struct function *f, uint32_t value)
{
  enum { DEEPEST = 8 };
  for (int n = 0; n < DEEPEST; n++) {
    uint32_t def = f->value_defs[value];
    const struct record *r = def < f->n_records ? f->records[def] : NULL;
    const struct rec_op *op = (const struct rec_op *)r;
    if (!r || r->kind != REC_op || r->dst != value || op->code != OP_COPY)
      return NULL;
    if (op->a.kind == OPND_INT)
      return &op->a;
    if (op->a.kind != OPND_VALUE)
      return NULL;
    value = op->a.value;
  }
  return NULL;
}

static void settle_call (const struct function *f, const struct rec_call *c)
{
  for (uint32_t i = 0; i < c->args.n; i++) {
    const struct operand *k =
        c->args.v[i].kind == OPND_VALUE ? constant_of (f, c->args.v[i].value) : NULL;
    if (k)
      c->args.v[i] = *k;
  }
}

void settle_arguments (struct units *units)
{
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++) {
      const struct function *f = &units->v[i]->functions[k];
      for (uint32_t r = 0; r < f->n_records; r++)
        if (f->records[r]->kind == REC_call)
          settle_call (f, (const struct rec_call *)f->records[r]);
    }
}
