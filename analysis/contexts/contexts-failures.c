/* Contexts: which calls end the program with a status that says that it has failed: one that is
   never 0, as far as it is seen where it comes from: a constant; what a function returns that does
   so, or returns one of its arguments; what all callers of the function give.

     void die (int status)  { ...; exit (log_status (status)); }       die (2);  die (128); */

#include "contexts-internal.h"

enum { FARTHEST = 12, STATUS = 0xff };

enum told { NOT_ASKED, ASKED, NO, YES };

struct failing {
  const struct context_finder *d;
  struct csr callers; /* call edges, by callee */
  struct map formals; /* by function and formal: enum told */
};

static bool fails (struct failing *, funid, const struct operand *, int depth);

/* Whether all callers of the function give such a status; 0 stands for those that are not seen. */
static bool all_give (struct failing *x, funid f, uint32_t n, int depth)
{
  const struct context_finder *d = x->d;
  const struct pointers *p = d->s->p;
  uint32_t *told = map_at (&x->formals, map_pair (f, n));
  if (*told)
    return *told == YES; /* one that is still asked for is given by a recursive call, not known */
  *told = ASKED;
  bool yes = x->callers.first[f] < x->callers.first[f + 1] && f != p->objects.program->main &&
             !called_from_world (p, WORLD_OUTSIDE, f) && !called_from_world (p, WORLD_POOL, f);
  for (uint32_t i = 0; i < p->objects.program->n_entries; i++)
    yes &= p->objects.program->entries[i] != f;
  for (uint32_t k = x->callers.first[f]; yes && k < x->callers.first[f + 1]; k++) {
    uint32_t edge = x->callers.targets[k];
    const struct rec_call *c = d->edges[edge].plain;
    yes = c && n < c->args.n && fails (x, p->calls.v[edge].caller, &c->args.v[n], depth - 1);
  }
  *map_at (&x->formals, map_pair (f, n)) = yes ? YES : NO;
  return yes;
}

/* Which formal of the function an operand is, with its lowest bits as they are; UINT32_MAX: none.
 */
static uint32_t formal_of (const struct function *b, const struct operand *o, int depth)
{
  if (o->kind != OPND_VALUE || !depth)
    return UINT32_MAX;
  uint32_t def = b->value_defs[o->value];
  for (uint32_t n = 0; def == UINT32_MAX && n < b->n_params; n++)
    if (b->locals[n + 1].value == o->value)
      return n;
  const struct rec_op *op = def == UINT32_MAX ? NULL : (const struct rec_op *)b->records[def];
  if (!op || op->r.kind != REC_op)
    return UINT32_MAX;
  bool same = op->code == OP_COPY || op->code == OP_CONVERT ||
              (op->code == OP_AND && op->b.kind == OPND_INT && (op->b.u.number & STATUS) == STATUS);
  return same ? formal_of (b, &op->a, depth - 1) : UINT32_MAX;
}

/* Whether what the call returns is such a status. */
static bool returns_failure (struct failing *x, funid f, uint32_t record, int depth)
{
  const struct pointers *p = x->d->s->p;
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  const struct rec_call *c = end == first + 1 ? x->d->edges[first].plain : NULL;
  funid callee = c ? p->calls.v[first].callee : 0;
  const struct function *b =
      callee && !p->models[callee] ? p->objects.program->functions[callee].body : NULL;
  bool any = false;
  for (uint32_t i = 0; b && i < b->n_records; i++)
    if (b->records[i]->kind == REC_return) {
      const struct operand *o = &((const struct rec_return *)b->records[i])->value;
      uint32_t n = formal_of (b, o, depth);
      if (n < c->args.n ? !fails (x, f, &c->args.v[n], depth - 1)
                        : !fails (x, callee, o, depth - 1))
        return false;
      any = true;
    }
  return any;
}

static bool fails (struct failing *x, funid f, const struct operand *o, int depth)
{
  const struct function *b = x->d->s->p->objects.program->functions[f].body;
  int64_t status;
  if (constant_operand (b, o, &status))
    return status & STATUS;
  if (o->kind != OPND_VALUE || depth <= 0)
    return false;
  uint32_t n = formal_of (b, o, depth), def = b->value_defs[o->value];
  if (n != UINT32_MAX)
    return all_give (x, f, n, depth);
  if (def == UINT32_MAX)
    return false;
  switch (b->records[def]->kind) {
  case REC_call:
    return returns_failure (x, f, def, depth);
  case REC_op: {
    const struct rec_op *op = (const struct rec_op *)b->records[def];
    return (op->code == OP_COPY || op->code == OP_CONVERT) && fails (x, f, &op->a, depth - 1);
  }
  case REC_phi: {
    const struct operand_list *args = &((const struct rec_phi *)b->records[def])->args;
    for (uint32_t i = 0; i < args->n; i++)
      if (!fails (x, f, &args->v[i], depth / 2))
        return false;
    return args->n;
  }
  default:
    return false;
  }
}

void find_failures (struct context_finder *d, struct arena *arena)
{
  const struct pointers *p = d->s->p;
  struct failing x = {.d = d};
  uint32_t *from = ARENA_ARRAY (arena, p->calls.n, uint32_t);
  uint32_t *to = ARENA_ARRAY (arena, p->calls.n, uint32_t);
  for (uint32_t k = 0; k < p->calls.n; k++) {
    from[k] = p->calls.v[k].callee;
    to[k] = k;
  }
  uint32_t functions = p->objects.program->n_functions + 1;
  x.callers =
      csr_from_edges (arena, functions > p->calls.n ? functions : p->calls.n, from, to, p->calls.n);
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *c = &p->calls.v[k];
    const struct model *m = p->models[c->callee];
    const struct function *b = c->caller ? p->objects.program->functions[c->caller].body : NULL;
    const struct rec_call *r = b && m && model_has (m, EFFECT_EXIT)
                                   ? (const struct rec_call *)b->records[c->record]
                                   : NULL;
    if (r && r->r.kind == REC_call && r->args.n)
      d->edges[k].fails = fails (&x, c->caller, &r->args.v[0], FARTHEST);
  }
  map_free (&x.formals);
}
