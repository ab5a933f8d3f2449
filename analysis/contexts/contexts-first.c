/* Contexts: variables that main has set before it creates threads: on every way to where it does so
   something other than 0 is stored, or was found. */

#include "constants.h"
#include "contexts-alone.h"

enum before_what { BEFORE_RETURN, BEFORE_CREATION };

/* The phi that an operand is; UINT32_MAX: none. */
static uint32_t phi_of (const struct function *b, const struct operand *o)
{
  enum { NEAR = 3 };
  for (int i = 0; i < NEAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct record *r = def != UINT32_MAX ? b->records[def] : NULL;
    if (!r || r->kind == REC_phi)
      return r ? def : UINT32_MAX;
    const struct rec_op *op = (const struct rec_op *)r;
    if (r->kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      return UINT32_MAX;
    o = &op->a;
  }
  return UINT32_MAX;
}

static bool compares (enum opcode code, int64_t x, int64_t y)
{
  return code == OP_EQ   ? x == y
         : code == OP_NE ? x != y
         : code == OP_LT ? x < y
         : code == OP_LE ? x <= y
         : code == OP_GT ? x > y
                         : x >= y;
}

/* What a counter has in the first round of the loop that begins with its block, and that there is
   one: the only edge from before the loop brings a number with which the branch at the end of the
   block goes on to *BODY. */
static bool has_first_round (const struct flow *flow, const struct function *b, uint32_t phi,
                             int64_t *number, uint32_t *body)
{
  uint32_t head = flow->block_of[phi], n = 0;
  const struct block *v = &b->blocks[head];
  const struct rec_branch *r = (const struct rec_branch *)b->records[v->end - 1];
  const struct rec_phi *counter = (const struct rec_phi *)b->records[phi];
  const struct csr *before = &flow->predecessors;
  if (r->r.kind != REC_branch || v->n_edges != 2 || phi_of (b, &r->a) != phi ||
      r->b.kind != OPND_INT || r->code < OP_EQ || r->code > OP_GE ||
      counter->args.n != before->first[head + 1] - before->first[head])
    return false;
  for (uint32_t k = 0; k < counter->args.n; k++)
    if (!dominates (&flow->dominators, head, before->targets[before->first[head] + k]))
      if (n++ || !constant_operand (b, &counter->args.v[k], number))
        return false;
  if (n != 1 || *number < 0 || *number > INT8_MAX || r->b.u.number < 0)
    return false; /* other numbers may differ by their type */
  bool yes = compares (r->code, *number, r->b.u.number);
  *body = v->edges[v->edges[0].kind == (yes ? EK_TRUE : EK_FALSE) ? 0 : 1].target;
  return before->first[*body + 1] - before->first[*body] == 1;
}

/* Whether the record stores to the variable itself; in a loop, if this is the FIRST round. */
static bool stores_at (struct alone_finder *a, const struct variable *v, const struct flow *flow,
                       funid f, uint32_t record, bool first)
{
  const struct function *b = body_of (a, f);
  const struct rec_store *r = (const struct rec_store *)b->records[record];
  uint32_t k = effects_at (a->s->effects, f, record), l, body;
  int64_t number = 0;
  if (k >= a->s->effects->first[f + 1] || a->s->effects->v.v[k].record != record ||
      !sets_is_single (&a->p->sets, a->s->effects->v.v[k].where, &l) || l != v->l ||
      r->addr.base_kind != BASE_OBJECT || r->addr.n_indices > 1)
    return false;
  int64_t offset = r->addr.bitoff / 8;
  if (!r->addr.n_indices)
    return offset == v->offset;
  uint32_t phi = phi_of (b, &r->addr.indices[0].index);
  return first && phi != UINT32_MAX && has_first_round (flow, b, phi, &number, &body) &&
         flow->block_of[record] == body &&
         offset + number * (int64_t)r->addr.indices[0].stride == v->offset;
}

static bool is_set_before (struct alone_finder *a, enum before_what, uint32_t variable, funid f,
                           int depth);

/* Whether the variable is not 0 behind the record. */
static bool is_set_at (struct alone_finder *a, uint32_t variable, const struct flow *flow, funid f,
                       uint32_t record, bool first, int depth)
{
  uint8_t kind = body_of (a, f)->records[record]->kind;
  uint32_t call, end;
  if (kind == REC_store)
    return stores_at (a, &a->variables.v[variable], flow, f, record, first);
  if (kind != REC_call)
    return false;
  calls_of_record (a->p, f, record, &call, &end);
  return end - call == 1 && a->p->calls.v[call].kind == CALL_NOW &&
         is_set_before (a, BEFORE_RETURN, variable, a->p->calls.v[call].callee, depth - 1);
}

/* Whether an edge may be taken while the variable is 0: not if that is what the branch has asked,
   nor out of a loop that is in its FIRST round. */
static bool may_take (struct alone_finder *a, uint32_t variable, const struct flow *flow, funid f,
                      uint32_t block, uint32_t edge, bool first)
{
  const struct function *b = body_of (a, f);
  const struct block *v = &b->blocks[block];
  const struct zero_test *t = NULL;
  uint32_t k = map_get (&a->test_at, map_pair (f, block), 0), body;
  int64_t number;
  if (k)
    t = &a->tests.v[k - 1];
  if (t && t->variable == variable)
    return v->edges[edge].target == t->target;
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  uint32_t phi = first && r && r->r.kind == REC_branch ? phi_of (b, &r->a) : UINT32_MAX;
  return phi == UINT32_MAX || flow->block_of[phi] != block ||
         !has_first_round (flow, b, phi, &number, &body) || v->edges[edge].target == body;
}

/* A block, in twos: of a loop, the first round or another. */
static uint32_t next_state (const struct flow *flow, uint32_t state, uint32_t to)
{
  uint32_t from = state / 2, n = flow->predecessors.first[to + 1] - flow->predecessors.first[to];
  bool back = dominates (&flow->dominators, to, from);
  return 2 * to + (back || (n == 1 && state % 2));
}

/* Whether the record is one of KIND, before which nothing is stored in a callee either. */
static bool counts (struct alone_finder *a, enum before_what kind, uint32_t variable, funid f,
                    uint32_t record, int depth)
{
  uint32_t first, end;
  if (kind == BEFORE_RETURN)
    return body_of (a, f)->records[record]->kind == REC_return;
  if (!creates_at (a, f, record))
    return false;
  calls_of_record (a->p, f, record, &first, &end);
  return end - first != 1 || a->p->calls.v[first].kind != CALL_NOW ||
         !is_set_before (a, BEFORE_CREATION, variable, a->p->calls.v[first].callee, depth - 1);
}

/* Whether no record of KIND is reached while the variable is 0. */
static bool find_set (struct alone_finder *a, enum before_what kind, uint32_t variable, funid f,
                      int depth)
{
  const struct function *b = body_of (a, f);
  const struct flow *flow = nonnull_flow (&a->nonnull, f);
  struct worklist list = {0};
  struct bitset seen = {0};
  bool set = true;
  worklist_push (&list, 0);
  for (uint32_t state; set && worklist_pop (&list, &state);) {
    const struct block *v = &b->blocks[state / 2];
    uint32_t r = v->first;
    if (!bitset_add (&seen, state))
      continue;
    /* A call may create threads first, and then set it. */
    for (; r < v->end && set; r++) {
      set = ++a->steps < MOST_STEPS && !counts (a, kind, variable, f, r, depth);
      if (set && is_set_at (a, variable, flow, f, r, !(state % 2), depth))
        break;
    }
    for (uint32_t k = 0; k < v->n_edges && set; k++)
      if (v->edges[k].kind == EK_ABNORMAL || v->edges[k].kind == EK_EH ||
          (r == v->end && may_take (a, variable, flow, f, state / 2, k, !(state % 2))))
        worklist_push (&list, next_state (flow, state, v->edges[k].target));
  }
  worklist_free (&list);
  bitset_free (&seen);
  return set;
}

/* Whether the variable is not 0 where F, from what it is called with, comes to KIND. */
static bool is_set_before (struct alone_finder *a, enum before_what kind, uint32_t variable,
                           funid f, int depth)
{
  const struct variable *v = &a->variables.v[variable];
  if (!depth || !body_of (a, f) || a->p->models[f] ||
      !(a->s->mod_all[f] || sets_has (&a->p->sets, a->s->mod[f], v->l)))
    return false;
  uint64_t key = map_pair (2 * variable + kind, f);
  uint32_t known = map_get (&a->known, key, UNKNOWN);
  if (known == UNKNOWN) {
    map_set (&a->known, key, NO); /* also where it calls itself */
    known = find_set (a, kind, variable, f, depth) ? YES : NO;
    map_set (&a->known, key, known);
  }
  return known == YES;
}

bool is_set_first (struct alone_finder *a, uint32_t variable)
{
  enum { DEEPEST = 8 };
  const struct variable *v = &a->variables.v[variable];
  int64_t start;
  return !v->no && starts_with (a->p, v->object, v->offset, v->bytes, &start) && !start &&
         is_set_before (a, BEFORE_CREATION, variable, a->program->main, DEEPEST);
}
