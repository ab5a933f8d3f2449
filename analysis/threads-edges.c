/* Edges that say who is alive: those of a new process, and those of the first round of a loop. */

#include "threads-internal.h"

/* Whether the operand is the result of a call that makes a process with memory of its own. */
static bool is_process (const struct pointers *p, funid f, const struct operand *o)
{
  const struct function *b = p->objects.program->functions[f].body;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX, first, end;
  if (def == UINT32_MAX || b->records[def]->kind != REC_call)
    return false;
  calls_of_record (p, f, def, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_PROCESS_FORK)
      return m->effects[i].op[PROCESS_FORK_MEMORY].u.keyword == CHILD_COPY;
  return false;
}

/* The branch at the end of a block that compares something with a constant for equality, and the
   edge that it takes if they are equal; NULL: it has none. */
static const struct rec_branch *equality (const struct function *b, uint32_t block, uint32_t *edge)
{
  const struct block *v = &b->blocks[block];
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE) ||
      r->b.kind != OPND_INT)
    return NULL;
  for (*edge = 0; *edge < v->n_edges; ++*edge)
    if (v->edges[*edge].kind == (r->code == OP_EQ ? EK_TRUE : EK_FALSE))
      return r;
  return NULL;
}

bool edge_is_in_child (const struct pointers *p, funid f, uint32_t block, uint32_t edge)
{
  const struct function *b = p->objects.program->functions[f].body;
  uint32_t equal;
  const struct rec_branch *branch = equality (b, block, &equal);
  if (branch)
    return equal == edge && !branch->b.u.number && is_process (p, f, &branch->a);
  const struct block *v = &b->blocks[block];
  bool zero = v->edges[edge].kind == EK_CASE;
  for (uint32_t r = v->first; zero && r < v->end; r++) {
    const struct rec_case *c = (const struct rec_case *)b->records[r];
    if (b->records[r]->kind == REC_switch)
      zero = is_process (p, f, &((const struct rec_switch *)b->records[r])->index);
    else if (b->records[r]->kind == REC_case && c->edge == edge)
      zero = !c->low && !c->span;
  }
  return zero;
}

/* Whether the operand is the number, or a variable that was set to it. */
static bool is_number (const struct function *b, const struct operand *o, int64_t number)
{
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def != UINT32_MAX && b->records[def]->kind == REC_op &&
      ((const struct rec_op *)b->records[def])->code == OP_COPY)
    o = &((const struct rec_op *)b->records[def])->a;
  return o->kind == OPND_INT && o->u.number == number;
}

/* Whether the operand is the value and a constant that is not 0. */
static bool is_moved (const struct function *b, const struct operand *o, uint32_t value)
{
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_op)
    return false;
  const struct rec_op *op = (const struct rec_op *)b->records[def];
  return (op->code == OP_ADD || op->code == OP_SUB) && op->a.kind == OPND_VALUE &&
         op->a.value == value && op->b.kind == OPND_INT && op->b.u.number;
}

uint32_t edge_of_first_round (const struct function *b, const struct flow *flow, uint32_t block,
                              uint32_t *edge)
{
  uint32_t equal;
  const struct rec_branch *branch = equality (b, block, &equal);
  uint32_t def =
      branch && branch->a.kind == OPND_VALUE ? b->value_defs[branch->a.value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_phi)
    return NODE_NONE;
  const struct rec_phi *phi = (const struct rec_phi *)b->records[def];
  uint32_t header = flow->block_of[def];
  const struct block *h = &b->blocks[header];
  bool goes_back = false;
  for (uint32_t i = 0; i < h->n_preds; i++) {
    const struct operand *o = &phi->args.v[i];
    bool back = h->preds[i] < b->n_blocks && dominates (&flow->dominators, header, h->preds[i]);
    goes_back |= back;
    if (back ? !is_moved (b, o, branch->a.value) : !is_number (b, o, branch->b.u.number))
      return NODE_NONE;
  }
  *edge = equal;
  return goes_back ? header : NODE_NONE;
}
