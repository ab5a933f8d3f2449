/* Edges that say who is alive: those of a new process, and those of the first round of a loop. */

#include "threads-internal.h"
#include "constants.h"

enum { MOST_FLAG_PHIS = 8 };

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

/* Whether the operand is the value and a constant that is not 0, and does not come back to the
   value by wrapping around: signed numbers do not, and no loop runs as often as others of 64 bits
   need. */
static bool is_moved (const struct unit *u, const struct function *b, const struct operand *o,
                      uint32_t value)
{
  enum { INT_BITS = 32, LONG_BITS = 64, LARGEST_STEP = 1 << 10 };
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_op)
    return false;
  const struct rec_op *op = (const struct rec_op *)b->records[def];
  const struct rec_type *type = &u->types[b->value_types[op->r.dst]].r;
  bool wraps = type->flags & TF_UNSIGNED || u->r.flags & UF_WRAPV;
  return (op->code == OP_ADD || op->code == OP_SUB) && op->a.kind == OPND_VALUE &&
         op->a.value == value && op->b.kind == OPND_INT && op->b.u.number &&
         op->b.u.number <= LARGEST_STEP && op->b.u.number >= -LARGEST_STEP &&
         type->bits >= (wraps ? LONG_BITS : INT_BITS);
}

/* Whether BLOCK leads to END inside of the loop of HEADER, but not over the block BUT. */
static bool leads_to (const struct function *b, uint32_t header, uint32_t block, uint32_t end,
                      uint32_t but)
{
  return block == end || flow_leads_without (b, block, end, header, but);
}

/* The variables that a flag is in while a loop runs, by their phis; the first is that of the
   header. */
struct flag {
  uint32_t n, value[MOST_FLAG_PHIS], block[MOST_FLAG_PHIS];
};

static bool add_flag_phi (const struct function *b, const struct flow *flow, struct flag *f,
                          uint32_t value)
{
  for (uint32_t i = 0; i < f->n; i++)
    if (f->value[i] == value)
      return true;
  uint32_t def = b->value_defs[value];
  if (f->n == MOST_FLAG_PHIS || def == UINT32_MAX || b->records[def]->kind != REC_phi ||
      (f->n && !dominates (&flow->dominators, f->block[0], flow->block_of[def])))
    return false;
  f->value[f->n] = value;
  f->block[f->n++] = flow->block_of[def];
  return true;
}

static const struct rec_phi *flag_phi (const struct function *b, const struct flag *f, uint32_t i)
{
  return (const struct rec_phi *)b->records[b->value_defs[f->value[i]]];
}

/* Finds all of them: they are START before the loop, and in it each is another of them, or is set
   to another number along an edge, which is noted. */
static bool find_flag (const struct function *b, const struct flow *flow, int64_t start,
                       struct flag *f, struct round *r)
{
  for (uint32_t i = 0; i < f->n; i++) {
    const struct rec_phi *phi = flag_phi (b, f, i);
    const struct block *at = &b->blocks[f->block[i]];
    for (uint32_t k = 0; k < at->n_preds; k++) {
      const struct operand *o = &phi->args.v[k];
      bool inside =
          at->preds[k] < b->n_blocks && dominates (&flow->dominators, f->block[0], at->preds[k]);
      int64_t number;
      if (!inside && i)
        return false;
      if (!constant_operand (b, o, &number)) {
        if (!inside || o->kind != OPND_VALUE || !add_flag_phi (b, flow, f, o->value))
          return false;
      } else if (inside ? number == start : number != start) {
        return false;
      } else if (inside) {
        if (r->n_cuts == MOST_CUTS)
          return false;
        r->cut[r->n_cuts++] = (struct cut){at->preds[k], f->block[i]};
      }
    }
  }
  return r->n_cuts;
}

/* Whether what one of the variables is set to gets to the header on all ways: no other of them is
   taken from the variable before that. */
static bool is_kept (const struct function *b, const struct flow *flow, const struct flag *f,
                     uint32_t variable)
{
  for (uint32_t i = 0; i < f->n; i++) {
    const struct block *at = &b->blocks[f->block[i]];
    for (uint32_t k = 0; k < at->n_preds; k++) {
      const struct operand *o = &flag_phi (b, f, i)->args.v[k];
      int64_t number;
      if (constant_operand (b, o, &number) || o->value == f->value[variable])
        continue;
      uint32_t from = flow->block_of[b->value_defs[o->value]];
      if (leads_to (b, f->block[0], f->block[variable], at->preds[k], from))
        return false;
    }
  }
  return true;
}

static bool goes_back_to (const struct flow *flow, const struct function *b, uint32_t header)
{
  const struct block *h = &b->blocks[header];
  for (uint32_t i = 0; i < h->n_preds; i++)
    if (h->preds[i] < b->n_blocks && dominates (&flow->dominators, header, h->preds[i]))
      return true;
  return false;
}

/* The phi of a header that a phi gets its value from, or is itself; 0: there is none. */
static uint32_t flag_root (const struct function *b, const struct flow *flow, uint32_t value)
{
  for (int depth = 0; depth < MOST_FLAG_PHIS; depth++) {
    uint32_t def = b->value_defs[value], next = 0;
    if (def == UINT32_MAX || b->records[def]->kind != REC_phi)
      return 0;
    uint32_t at = flow->block_of[def];
    if (goes_back_to (flow, b, at))
      return value;
    const struct rec_phi *phi = (const struct rec_phi *)b->records[def];
    for (uint32_t i = 0; i < phi->args.n && !next; i++) {
      uint32_t from =
          phi->args.v[i].kind == OPND_VALUE ? b->value_defs[phi->args.v[i].value] : UINT32_MAX;
      if (from != UINT32_MAX && b->records[from]->kind == REC_phi)
        next = phi->args.v[i].value;
    }
    if (!next)
      return 0;
    value = next;
  }
  return 0;
}

/* Finds the rounds in which a flag is what it was before the loop: then it has not been set. */
static bool find_unset (const struct function *b, const struct flow *flow,
                        const struct rec_branch *branch, struct round *r)
{
  struct flag f = {0};
  uint32_t root = flag_root (b, flow, branch->a.value);
  bool is_one = false;
  if (!root || !add_flag_phi (b, flow, &f, root) || !find_flag (b, flow, branch->b.u.number, &f, r))
    return false;
  for (uint32_t i = 0; i < f.n; i++) {
    is_one |= f.value[i] == branch->a.value;
    if (i && !is_kept (b, flow, &f, i))
      return false;
  }
  r->header = f.block[0];
  r->flag = true;
  return is_one;
}

/* The same for a counter, which has its first value in the first round only. */
static bool find_first (const struct unit *u, const struct function *b, const struct flow *flow,
                        const struct rec_branch *branch, struct round *r)
{
  const struct rec_phi *phi = (const struct rec_phi *)b->records[b->value_defs[branch->a.value]];
  uint32_t header = flow->block_of[b->value_defs[branch->a.value]];
  const struct block *h = &b->blocks[header];
  for (uint32_t i = 0; i < h->n_preds; i++) {
    const struct operand *o = &phi->args.v[i];
    bool back = h->preds[i] < b->n_blocks && dominates (&flow->dominators, header, h->preds[i]);
    if (back ? !is_moved (u, b, o, branch->a.value) : !is_number (b, o, branch->b.u.number))
      return false;
  }
  r->header = header;
  return goes_back_to (flow, b, header);
}

struct round edge_of_first_round (const struct unit *u, const struct function *b,
                                  const struct flow *flow, uint32_t block)
{
  struct round r = {.header = NODE_NONE}, none = r;
  const struct rec_branch *branch = equality (b, block, &r.edge);
  uint32_t def =
      branch && branch->a.kind == OPND_VALUE ? b->value_defs[branch->a.value] : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_phi ||
      !(find_first (u, b, flow, branch, &r) || find_unset (b, flow, branch, &r)))
    return none;
  return dominates (&flow->dominators, r.header, block) ? r : none;
}

bool is_cut (const struct round *r, uint32_t from, uint32_t to)
{
  for (uint32_t i = 0; i < r->n_cuts; i++)
    if (r->cut[i].from == from && r->cut[i].to == to)
      return true;
  return !r->flag && to == r->header;
}
