/* See arguments.h. */

#include "arguments.h"
#include "vec.h"

#include <string.h>

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

/* What was put, in the same block, into a union that the compiler made for this call; NULL: nobody
   knows. */
static const struct operand *put_into (const struct unit *u, const struct function *f,
                                       uint32_t from, uint32_t call, const struct operand *o)
{
  const struct address *a = o->u.addr;
  const struct rec_local *l = a->base_kind == BASE_LOCAL ? &f->locals[a->base] : NULL;
  if (!l || !(l->flags & OF_ARTIFICIAL) || u->types[l->type].r.kind != TK_UNION)
    return NULL;
  for (uint32_t r = call; r-- > from;) {
    const struct rec_store *store = (const struct rec_store *)f->records[r];
    if (store->r.kind == REC_store && store->addr.base_kind == BASE_LOCAL &&
        store->addr.base == a->base)
      return !store->addr.bitoff && !store->addr.n_indices && store->src.kind != OPND_CONTENTS
                 ? &store->src
                 : NULL;
  }
  return NULL;
}

typedef VEC (const char *) vec_name;

/* Functions of the program that take a union. */
static void find_takers (const struct units *units, vec_name *takers)
{
  for (size_t i = 0; i < units->n; i++) {
    const struct unit *u = units->v[i];
    for (uint32_t k = 0; k < u->n_functions; k++) {
      const struct function *f = &u->functions[k];
      bool takes = false;
      for (uint32_t n = 1; n <= f->n_params; n++)
        takes |= u->types[f->locals[n].type].r.kind == TK_UNION;
      if (takes)
        vec_push (takers, u->strings[u->symbols[f->r.symbol].name]);
    }
  }
}

static bool calls_taker (const struct unit *u, const struct rec_call *c, const vec_name *takers)
{
  uint32_t symbol = called_symbol (c);
  for (uint32_t i = 0; symbol && i < takers->n; i++)
    if (!strcmp (takers->v[i], u->strings[u->symbols[symbol].name]))
      return true;
  return !symbol;
}

static void settle_call (const struct unit *u, const struct function *f, uint32_t from,
                         uint32_t record, const vec_name *takers)
{
  const struct rec_call *c = (const struct rec_call *)f->records[record];
  for (uint32_t i = 0; i < c->args.n; i++) {
    const struct operand *o = &c->args.v[i], *is = NULL;
    if (o->kind == OPND_VALUE)
      is = constant_of (f, o->value);
    else if (o->kind == OPND_CONTENTS && !calls_taker (u, c, takers))
      is = put_into (u, f, from, record, o);
    if (is)
      c->args.v[i] = *is;
  }
}

void settle_arguments (struct units *units)
{
  vec_name takers = {0};
  find_takers (units, &takers);
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++) {
      const struct function *f = &units->v[i]->functions[k];
      for (uint32_t b = 0; b < f->n_blocks; b++)
        for (uint32_t r = f->blocks[b].first; r < f->blocks[b].end; r++)
          if (f->records[r]->kind == REC_call)
            settle_call (units->v[i], f, f->blocks[b].first, r, &takers);
    }
  vec_free (&takers);
}
