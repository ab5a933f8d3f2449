/* Not null: who calls whom with what. */

#include "nonnull.h"

enum { UNKNOWN, NEVER_NULL, MAY_BE_NULL }; /* what is known of a formal */

enum { RESULT = UINT16_MAX }; /* in the place of the number of a formal */

void nonnull_init (struct nonnull *n, const struct pointers *p)
{
  uint32_t functions = p->objects.program->n_functions;
  *n = (struct nonnull){.p = p};
  n->first = ARENA_ARRAY (&n->arena, functions + 2, uint32_t);
  n->callers = ARENA_ARRAY (&n->arena, p->calls.n + 1, uint32_t);
  for (uint32_t i = 0; i < p->calls.n; i++)
    n->first[p->calls.v[i].callee]++;
  for (uint32_t f = 0, sum = 0; f <= functions + 1; f++) {
    sum += n->first[f];
    n->first[f] = sum;
  }
  for (uint32_t i = p->calls.n; i-- > 0;)
    n->callers[--n->first[p->calls.v[i].callee]] = i;
}

void nonnull_free (struct nonnull *n)
{
  map_free (&n->known);
  arena_free (&n->arena);
}

const struct flow *nonnull_flow (struct nonnull *n, funid f)
{
  return flow_of (n->p->objects.program, f);
}

static const struct function *body_of (const struct nonnull *n, funid f)
{
  return n->p->objects.program->functions[f].body;
}

/* Other numbers may become 0 when they are converted. */
static bool is_pointer (const struct nonnull *n, funid f, uint32_t value)
{
  const struct unit *u = function_unit (n->p->objects.program, f);
  uint32_t type = body_of (n, f)->value_types[value];
  return type && u->types[type].r.kind == TK_POINTER;
}

/* The pointer that the operand is a copy of; 0: it is none. */
static uint32_t original (const struct nonnull *n, funid f, const struct operand *o)
{
  enum { FAR = 8 };
  const struct function *b = body_of (n, f);
  uint32_t value = 0;
  for (int i = 0; i < FAR && o->kind == OPND_VALUE && is_pointer (n, f, o->value); i++) {
    uint32_t def = b->value_defs[value = o->value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      break;
    o = &op->a;
  }
  return value;
}

/* The formal that the value is; b->n_params: none. */
static uint32_t formal_of (const struct function *b, uint32_t value)
{
  uint32_t k = 0;
  while (k < b->n_params && (!value || b->locals[k + 1].value != (int64_t)value))
    k++;
  return k;
}

/* Assumed unless it is known better. */
static bool is_assumed (struct nonnull *n, funid f, uint32_t k)
{
  uint32_t *known = map_at (&n->known, map_pair (f, k));
  if (*known == UNKNOWN)
    *known = NEVER_NULL;
  return *known == NEVER_NULL;
}

/* The branch at the end of a block that tells whether a pointer is null, and the edge that it takes
   if it is; NULL: there is none. */
static const struct operand *null_test (const struct function *b, uint32_t block, uint32_t *edge)
{
  const struct block *v = &b->blocks[block];
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE) ||
      r->b.kind != OPND_INT || r->b.u.number || v->n_edges != 2)
    return NULL;
  *edge = v->edges[0].kind == (r->code == OP_EQ ? EK_TRUE : EK_FALSE) ? 0 : 1;
  return &r->a;
}

/* Whether a branch on every way to the record has found that the value is not null. */
static bool was_tested (struct nonnull *n, funid f, uint32_t value, uint32_t record)
{
  const struct function *b = body_of (n, f);
  const struct flow *flow = nonnull_flow (n, f);
  uint32_t block = flow->block_of[record], null;
  for (uint32_t p = flow->dominators.parent[block]; p != NODE_NONE;
       p = flow->dominators.parent[p]) {
    const struct operand *o = null_test (b, p, &null);
    if (!o || original (n, f, o) != value)
      continue;
    uint32_t to = b->blocks[p].edges[1 - null].target;
    if (flow->predecessors.first[to + 1] - flow->predecessors.first[to] == 1 &&
        dominates (&flow->dominators, to, block))
      return true;
  }
  return false;
}

static const struct address *accessed (const struct record *r)
{
  return r->kind == REC_load    ? &((const struct rec_load *)r)->addr
         : r->kind == REC_store ? &((const struct rec_store *)r)->addr
                                : NULL;
}

/* Whether memory behind the value is accessed on every way to the record. */
static bool was_used (struct nonnull *n, funid f, uint32_t value, uint32_t record)
{
  const struct function *b = body_of (n, f);
  const struct flow *flow = nonnull_flow (n, f);
  for (uint32_t r = 0; r < b->n_records; r++) {
    const struct address *a = accessed (b->records[r]);
    if (a && a->base_kind == BASE_VALUE && a->base == value && r != record &&
        flow_dominates (flow, r, record))
      return true;
  }
  return false;
}

static bool is_nonnull (struct nonnull *n, funid f, const struct operand *o, uint32_t record,
                        int depth);

/* Whether what defines the value tells. */
static bool is_made_nonnull (struct nonnull *n, funid f, uint32_t value, int depth)
{
  const struct function *b = body_of (n, f);
  uint32_t def = b->value_defs[value], first, end;
  const struct record *r = def != UINT32_MAX ? b->records[def] : NULL;
  if (!r || !depth)
    return false;
  bool all = true;
  switch (r->kind) {
  case REC_alloca:
    return true;
  case REC_op: {
    const struct rec_op *op = (const struct rec_op *)r;
    return (op->code == OP_COPY || op->code == OP_CONVERT || op->code == OP_POINTER_ADD) &&
           is_nonnull (n, f, &op->a, def, depth - 1);
  }
  case REC_phi:
    for (uint32_t i = 0; all && i < ((const struct rec_phi *)r)->args.n; i++)
      all = is_nonnull (n, f, &((const struct rec_phi *)r)->args.v[i], def, depth - 1);
    return all;
  case REC_call:
    calls_of_record (n->p, f, def, &first, &end);
    for (uint32_t k = first; all && k < end; k++) {
      funid callee = n->p->calls.v[k].callee;
      all = n->p->calls.v[k].kind == CALL_NOW && callee && !n->p->models[callee] &&
            body_of (n, callee) && is_assumed (n, callee, RESULT);
    }
    return all && end - first == 1;
  default:
    return false;
  }
}

static bool is_nonnull (struct nonnull *n, funid f, const struct operand *o, uint32_t record,
                        int depth)
{
  const struct function *b = body_of (n, f);
  if (o->kind == OPND_ADDRESS && o->u.addr->base_kind != BASE_VALUE)
    return true;
  uint32_t value = original (n, f, o);
  if (o->kind == OPND_ADDRESS)
    value = original (n, f, &(struct operand){.kind = OPND_VALUE, .value = o->u.addr->base});
  if (!value)
    return false;
  uint32_t k = formal_of (b, value);
  return (k < b->n_params && is_assumed (n, f, k)) || was_tested (n, f, value, record) ||
         was_used (n, f, value, record) || is_made_nonnull (n, f, value, depth);
}

enum { DEEPEST = 8 };

/* Whether the call gives formal K of its callee something that is not null. */
static bool gives_nonnull (struct nonnull *n, const struct call_edge *c, uint32_t k)
{
  const struct record *r = c->caller ? body_of (n, c->caller)->records[c->record] : NULL;
  uint32_t first, end;
  if (!r || c->kind != CALL_NOW || r->kind != REC_call)
    return false;
  const struct rec_call *call = (const struct rec_call *)r;
  calls_of_record (n->p, c->caller, c->record, &first, &end);
  for (uint32_t i = first; i < end; i++)
    if (n->p->models[n->p->calls.v[i].callee])
      return false; /* which calls back with something of its own */
  return k < call->args.n && is_nonnull (n, c->caller, &call->args.v[k], c->record, DEEPEST);
}

/* Whether that follows from what is assumed. */
static bool follows (struct nonnull *n, funid f, uint32_t k)
{
  const struct program *program = n->p->objects.program;
  const struct function *b = body_of (n, f);
  bool all = true;
  if (k == RESULT) {
    for (uint32_t r = 0; all && r < b->n_records; r++)
      all = b->records[r]->kind != REC_return ||
            is_nonnull (n, f, &((const struct rec_return *)b->records[r])->value, r, DEEPEST);
    return all;
  }
  if (f == program->main || called_from_world (n->p, WORLD_OUTSIDE, f) ||
      called_from_world (n->p, WORLD_POOL, f))
    return false;
  for (uint32_t i = n->first[f]; all && i < n->first[f + 1]; i++)
    all = gives_nonnull (n, &n->p->calls.v[n->callers[i]], k);
  return all;
}

/* Takes back what has been assumed from FIRST on and does not follow. */
static void check_assumed (struct nonnull *n, uint32_t first)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = first; i < map_size (&n->known); i++) {
      uint64_t key = map_key (&n->known, i);
      if (map_value (&n->known, i) != NEVER_NULL || follows (n, (funid)(key >> 32), (uint32_t)key))
        continue;
      map_set (&n->known, key, MAY_BE_NULL);
      changed = true;
    }
  }
}

static bool is_never_null (struct nonnull *n, funid f, uint32_t k)
{
  uint32_t first = map_size (&n->known);
  uint32_t known = map_get (&n->known, map_pair (f, k), UNKNOWN);
  if (known != UNKNOWN)
    return known == NEVER_NULL;
  is_assumed (n, f, k);
  check_assumed (n, first);
  return map_get (&n->known, map_pair (f, k), UNKNOWN) == NEVER_NULL;
}

bool edge_needs_null (struct nonnull *n, funid f, uint32_t block, uint32_t edge)
{
  const struct function *b = body_of (n, f);
  uint32_t null;
  const struct operand *o = null_test (b, block, &null);
  uint32_t k = o && null == edge ? formal_of (b, original (n, f, o)) : b->n_params;
  return k < b->n_params && is_never_null (n, f, k);
}

bool operand_is_nonnull (struct nonnull *n, funid f, const struct operand *o, uint32_t record)
{
  uint32_t first = map_size (&n->known);
  if (!is_nonnull (n, f, o, record, DEEPEST))
    return false;
  check_assumed (n, first);
  return is_nonnull (n, f, o, record, DEEPEST);
}
