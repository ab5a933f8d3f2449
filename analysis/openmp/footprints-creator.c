/* Footprints: what the function that starts a region knows of what it passes to the threads:

     int w = n + 2;
   #pragma omp parallel for       // the block has a, n and w
     for (int i = 1; i <= n; i++)
       for (int j = 1; j <= n; j++)
         a[i * w + j] = 0;        // j is inside the row, since it is less than w

   Values of that function do not change while the region runs, so they are symbols for its threads.
   What is stored into the block right before the region starts is equal to one of them; others
   are sums and quotients of these, begin at a first value and count up, or were compared by
   branches before.  Only regions that are started at one place. */

#include "footprints-internal.h"

static uint32_t block_at (const struct function *b, uint32_t record)
{
  uint32_t low = 0, high = b->n_blocks;
  while (high - low > 1) { /* the blocks are in the order of their records */
    uint32_t middle = low + (high - low) / 2;
    if (b->blocks[middle].first <= record)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static void find_creator (const struct body *d, struct creator *c)
{
  enum { DATA = 1 }; /* the argument of GOMP_parallel and its like */
  const struct pointers *p = d->s->p;
  uint32_t k = map_get (&d->s->starts, d->f, 0);
  if (d->lanes || !k || k == UINT32_MAX || !bitset_has (&d->s->regions, d->f) ||
      bitset_has (&d->s->only_in_leagues, d->f))
    return;
  const struct call_edge *edge = &p->calls.v[k - 1];
  const struct program_function *by = &p->objects.program->functions[edge->caller];
  const struct rec_call *call = (const struct rec_call *)by->body->records[edge->record];
  if (call->r.kind != REC_call)
    return;
  *c = (struct creator){.f = edge->caller,
                        .b = by->body,
                        .u = function_unit (p->objects.program, edge->caller),
                        .block = block_at (by->body, edge->record),
                        .record = edge->record,
                        .data = UINT32_MAX};
  if (call->args.n <= DATA || call->args.v[DATA].kind != OPND_ADDRESS)
    return;
  const struct address *data = call->args.v[DATA].u.addr;
  if (data->base_kind == BASE_LOCAL && !data->n_indices && !data->bitoff &&
      by->body->locals[data->base].flags & OF_ARTIFICIAL)
    c->data = data->base;
}

struct creator *creator_of (struct body *d)
{
  if (!d->creator) {
    d->creator = ARENA_ARRAY (&d->arena, 1, struct creator);
    find_creator (d, d->creator);
  }
  return d->creator->f ? d->creator : NULL;
}

const struct flow *creator_flow (struct making *m, struct creator *c)
{
  if (!c->flow)
    c->flow = flow_of (m->d->s->p->objects.program, c->f);
  return c->flow;
}

/* The only block from which a way leads to this one; NODE_NONE: there are several, or none. */
static uint32_t block_before (const struct function *b, uint32_t block)
{
  uint32_t found = NODE_NONE;
  for (uint32_t i = 0; i < b->n_blocks; i++)
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++)
      if (b->blocks[i].edges[k].target == block) {
        if (found != NODE_NONE)
          return NODE_NONE;
        found = i;
      }
  return found;
}

/* What has been stored into the block from its byte AT on; NULL: nobody knows. */
static const struct operand *stored_at (const struct creator *c, int64_t at)
{
  enum { MOST_BLOCKS = 4 };
  uint32_t block = c->block, end = c->record;
  for (uint32_t n = 0; n < MOST_BLOCKS; n++) {
    const struct block *b = &c->b->blocks[block];
    for (uint32_t r = end; r-- > b->first;) {
      const struct rec_store *store = (const struct rec_store *)c->b->records[r];
      if (store->r.kind != REC_store || store->addr.base_kind != BASE_LOCAL ||
          store->addr.base != c->data)
        continue;
      if (store->addr.n_indices)
        return NULL;
      if (store->addr.bitoff == at * 8)
        return &store->src;
    }
    block = block_before (c->b, block);
    if (block == NODE_NONE)
      break;
    end = c->b->blocks[block].end;
  }
  return NULL;
}

/* The same for what E loads from there. */
static const struct operand *given (const struct making *m, const struct creator *c, expr_id e)
{
  const struct exprs *x = &m->d->s->x;
  int64_t at;
  if (c->data == UINT32_MAX)
    return NULL;
  while (expr_get (x, e)->op == X_CONVERT)
    e = expr_get (x, e)->a;
  if (expr_get (x, e)->op != X_LOAD)
    return NULL;
  expr_id base = expr_base (x, expr_get (x, e)->a, &at);
  return base && expr_get (x, base)->op == X_FORMAL && !expr_get (x, base)->a ? stored_at (c, at)
                                                                              : NULL;
}

uint32_t creator_symbol (const struct making *m, const struct creator *c, uint32_t value)
{
  uint32_t key[] = {UINT32_MAX, UINT32_MAX, c->f, value};
  return tuples_intern (&m->d->s->symbols, key, 4);
}

const struct rec_op *creator_operation (const struct creator *c, const struct operand *o)
{
  uint32_t def = o->kind == OPND_VALUE ? c->b->value_defs[o->value] : UINT32_MAX;
  const struct record *r = def == UINT32_MAX ? NULL : c->b->records[def];
  return r && r->kind == REC_op ? (const struct rec_op *)r : NULL;
}

/* Whether the value is only a copy of the operand of its operation. */
static bool is_copy (const struct creator *c, const struct operand *o, const struct rec_op *op)
{
  uint32_t type = c->b->value_types[o->value];
  return op->code == OP_COPY || (op->code == OP_CONVERT && type && c->u->types[type].r.bits >= 32);
}

static bool add_given (struct making *m, const struct creator *c, const struct operand *o,
                       struct row *r, int64_t factor, int depth)
{
  int64_t k;
  if (o->kind == OPND_INT)
    return !__builtin_mul_overflow (o->u.number, factor, &k) &&
           !__builtin_add_overflow (r->k, k, &r->k);
  if (o->kind != OPND_VALUE)
    return false;
  const struct rec_op *op = depth ? creator_operation (c, o) : NULL;
  if (op && is_copy (c, o, op))
    return add_given (m, c, &op->a, r, factor, depth - 1);
  if (op && (op->code == OP_ADD || op->code == OP_SUB))
    return add_given (m, c, &op->a, r, factor, depth - 1) &&
           add_given (m, c, &op->b, r, op->code == OP_ADD ? factor : -factor, depth - 1);
  if (op && op->code == OP_MUL && op->b.kind == OPND_INT &&
      !__builtin_mul_overflow (op->b.u.number, factor, &k))
    return add_given (m, c, &op->a, r, k, depth - 1);
  return making_add_symbol (m, r, creator_symbol (m, c, o->value), factor);
}

enum { DEEPEST = 6 };

bool creator_add (struct making *m, const struct creator *c, const struct operand *o, struct row *r,
                  int64_t factor)
{
  return add_given (m, c, o, r, factor, DEEPEST);
}

/* What a value of the creator is computed from: a quotient, or a number that a loop counts. */
static void relate_value (struct making *m, const struct creator *c, uint32_t value)
{
  const struct operand o = {.kind = OPND_VALUE, .value = value};
  const struct rec_op *op = creator_operation (c, &o);
  struct row self = {0}, of = {0};
  uint32_t def = c->b->value_defs[value];
  if (!making_add_symbol (m, &self, creator_symbol (m, c, value), 1))
    return;
  if (op && op->code == OP_DIV && op->b.kind == OPND_INT && op->b.u.number > 0) {
    if (add_given (m, c, &op->a, &of, 1, DEEPEST))
      making_division (m, &of, op->b.u.number, false, self.t[0].atom);
    return;
  }
  const struct rec_phi *phi = def == UINT32_MAX ? NULL : (const struct rec_phi *)c->b->records[def];
  if (!phi || phi->r.kind != REC_phi || phi->args.n != 2)
    return;
  for (uint32_t i = 0; i < 2; i++) {
    const struct rec_op *next = creator_operation (c, &phi->args.v[i]);
    if (!next || next->a.kind != OPND_VALUE || next->a.value != value || next->b.kind != OPND_INT ||
        next->b.u.number <= 0 || !add_given (m, c, &phi->args.v[!i], &of, 1, DEEPEST))
      continue;
    if (next->code == OP_ADD ||
        (!of.n && of.k >= 0 && (next->code == OP_MUL || next->code == OP_SHL)))
      making_comparison (m, &self, &of, OP_GE);
    else if (next->code == OP_SUB)
      making_comparison (m, &self, &of, OP_LE);
    return;
  }
}

/* A quotient of what is not negative is not rounded up. */
static void round_down (struct making *m, const struct creator *c, uint32_t value)
{
  const struct operand o = {.kind = OPND_VALUE, .value = value};
  const struct rec_op *op = creator_operation (c, &o);
  struct row self = {0}, of = {0};
  if (op && op->code == OP_DIV && op->b.kind == OPND_INT && op->b.u.number > 1 &&
      making_add_symbol (m, &self, creator_symbol (m, c, value), 1) &&
      add_given (m, c, &op->a, &of, 1, DEEPEST) && footprint_is_natural (&m->f, &of))
    making_division (m, &of, op->b.u.number, true, self.t[0].atom);
}

/* For each value of the creator that the footprint mentions. */
static void each_value (struct making *m, const struct creator *c,
                        void (*what) (struct making *, const struct creator *, uint32_t value))
{
  for (uint32_t i = 0; i < m->f.n_atoms; i++) {
    const struct atom *a = &m->f.atoms[i];
    const uint32_t *key = a->kind == ATOM_SYMBOL ? tuples_numbers (&m->d->s->symbols, a->a) : NULL;
    if (key && tuples_length (&m->d->s->symbols, a->a) == 4 && key[0] == UINT32_MAX &&
        key[1] == UINT32_MAX && key[2] == c->f)
      what (m, c, key[3]);
  }
}

/* Adds what the branch at the end of a block says where the region starts. */
static void add_branch (struct making *m, struct creator *c, uint32_t from)
{
  const struct block *b = &c->b->blocks[from];
  const struct rec_branch *branch =
      b->end > b->first ? (const struct rec_branch *)c->b->records[b->end - 1] : NULL;
  const struct csr *before = &c->flow->predecessors;
  if (!branch || branch->r.kind != REC_branch || b->n_edges != 2 || branch->code < OP_EQ ||
      branch->code > OP_GE)
    return;
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t to = b->edges[k].target;
    struct row left = {0}, right = {0};
    if (before->first[to + 1] - before->first[to] != 1 ||
        !dominates (&c->flow->dominators, to, c->block))
      continue;
    const struct footprint old = m->f;
    if (!add_given (m, c, &branch->a, &left, 1, DEEPEST) ||
        !add_given (m, c, &branch->b, &right, 1, DEEPEST) || m->f.n_atoms != old.n_atoms ||
        !making_comparison (m, &left, &right,
                            b->edges[k].kind == EK_TRUE ? branch->code
                                                        : opposite_comparison (branch->code)))
      m->f = old;
    return;
  }
}

void creator_rows (struct making *m)
{
  enum { MOST_BLOCKS = 32 };
  struct creator *c = creator_of (m->d);
  bool found = false;
  if (!c)
    return;
  for (uint32_t i = 0; i < m->n_known; i++) {
    uint32_t symbol = making_symbol (m, &m->known[i].row);
    const struct operand *o = symbol ? given (m, c, m->known[i].e) : NULL;
    struct row field = {0}, value = {0};
    if (o && making_add_symbol (m, &field, symbol, 1) && add_given (m, c, o, &value, 1, DEEPEST))
      found |= making_comparison (m, &field, &value, OP_EQ);
  }
  if (!found)
    return;
  each_value (m, c, relate_value);
  const uint32_t *up = creator_flow (m, c)->dominators.parent;
  uint32_t n = 0;
  for (uint32_t x = up[c->block]; x != NODE_NONE && n < MOST_BLOCKS; x = up[x], n++)
    add_branch (m, c, x);
  each_value (m, c, round_down);
}

uint32_t creator_pointer (struct making *m, expr_id e, struct row *bytes)
{
  const struct creator *c = creator_of (m->d);
  const struct operand *o = c ? given (m, c, e) : NULL;
  const struct rec_op *op;
  for (int depth = 0; o && depth < DEEPEST && (op = creator_operation (c, o)); depth++) {
    if (op->code == OP_POINTER_ADD) {
      if (!add_given (m, c, &op->b, bytes, 1, DEEPEST))
        return 0;
    } else if (op->code != OP_COPY && op->code != OP_CONVERT) {
      break;
    }
    o = &op->a;
  }
  return o && o->kind == OPND_VALUE ? creator_symbol (m, c, o->value) : 0;
}
