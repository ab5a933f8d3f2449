/* Fans: a thread that joins others of its kind, whose numbers it makes of its own, so that they
   come together as a tree of which the one with number 0 is the root:

     for (step = 0;; step++) {
       if (number % (2 << step)) break;       or number & 1 << step
       other = number | 1 << step;            or +, ^
       if (other >= count) break;             or no join in that round
       join (handles[other]);
     }

   The parent of a number is that number without its lowest bit, and joins it in the round of that
   bit. All that is asked of a round is that it does not go by without the join unless one of the
   two was found. */

#include "fans.h"
#include "loops.h"

struct fan {
  struct body *d;
  expr_id power;  /* a phi that doubles from 1 on; 0: 1 << step */
  expr_id step;   /* ... a counter from 0 on */
  uint32_t phi;   /* record of either */
  expr_id number; /* of the thread */
  expr_id other;  /* of the one that is joined */
  expr_id count;
  uint32_t join;
};

static expr_id plain (const struct fan *t, expr_id e)
{
  return e ? expr_unconverted (&t->d->s->x, e, NUMBER_BITS) : 0;
}

/* Whether E doubles in each round; *FACTOR: how many times 1 << the number of the round it is. */
static bool is_power (const struct fan *t, expr_id e, int64_t *factor)
{
  const struct exprs *x = &t->d->s->x;
  *factor = 1;
  e = plain (t, e);
  if (e && e == t->power)
    return true;
  struct expr v = *expr_get (x, e);
  if (!e || v.op != X_OP)
    return false;
  if (v.code == OP_SHL && t->step)
    return plain (t, v.b) == t->step && expr_is_const (x, v.a, factor);
  return t->power && plain (t, v.a) == t->power &&
         ((v.code == OP_MUL && expr_is_const (x, v.b, factor)) ||
          (v.code == OP_SHL && expr_is_const (x, v.b, factor) && *factor == 1 && (*factor = 2)));
}

/* The loop that counts E from 0 on, by one. */
static bool find_step (struct fan *t, expr_id e)
{
  struct counter c = {0};
  int64_t first;
  if (!loops_counter (t->d, e, &c) || c.shift || c.step != 1 || c.moving ||
      !expr_is_const (&t->d->s->x, c.init, &first) || first)
    return false;
  t->step = c.e;
  t->phi = c.phi;
  return true;
}

/* The loop in whose rounds E is doubled, from 1 on. */
static bool find_power (struct fan *t, expr_id e)
{
  struct body *d = t->d;
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, e);
  uint32_t phi = v->op == X_VALUE && v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  const struct rec_phi *r = phi == UINT32_MAX ? NULL : (const struct rec_phi *)d->b->records[phi];
  if (!r || r->r.kind != REC_phi || r->args.n != 2 || d->value[r->r.dst] != e)
    return false;
  t->power = e;
  t->phi = phi;
  const struct block *b = &d->b->blocks[d->flow.block_of[phi]];
  bool starts = false, doubles = false;
  for (uint32_t i = 0; b->n_preds == 2 && i < 2; i++) {
    expr_id arg = plain (t, value_of_operand (d, &r->args.v[i]));
    int64_t k;
    bool back = b->preds[i] < d->b->n_blocks &&
                dominates (&d->flow.dominators, d->flow.block_of[phi], b->preds[i]);
    if (arg && !back)
      starts |= expr_is_const (x, arg, &k) && k == 1;
    if (arg && back)
      doubles |= arg != e && is_power (t, arg, &k) && k == 2;
  }
  return starts && doubles;
}

/* Whether E is the number of the thread with the bit of the round. */
static bool find_other (struct fan *t, expr_id e)
{
  struct expr v = *expr_get (&t->d->s->x, e);
  if (v.op != X_OP || (v.code != OP_OR && v.code != OP_XOR && v.code != OP_ADD))
    return false;
  for (int i = 0; i < 2; i++) {
    expr_id bit = plain (t, i ? v.a : v.b);
    struct expr b = *expr_get (&t->d->s->x, bit);
    int64_t factor;
    t->power = t->step = 0;
    t->number = plain (t, i ? v.b : v.a);
    t->other = e;
    if (t->number && bit &&
        (b.op == X_OP && b.code == OP_SHL ? find_step (t, b.b) : find_power (t, bit)) &&
        is_power (t, bit, &factor) && factor == 1)
      return true;
  }
  return false;
}

/* Whether E is not 0 only if the number has a bit up to that of the round; EXACT: and if it has
 * that. */
static bool tells_bit (const struct fan *t, expr_id e, bool exact)
{
  struct exprs *x = &t->d->s->x;
  struct expr v = *expr_get (x, plain (t, e));
  int64_t factor, less;
  if (v.op != X_OP || plain (t, v.a) != t->number)
    return false;
  if (v.code == OP_MOD)
    return is_power (t, v.b, &factor) && (factor == 2 || (factor == 1 && !exact));
  expr_id mask = expr_base (x, plain (t, v.b), &less);
  if (v.code != OP_AND || !mask || !is_power (t, mask, &factor))
    return false;
  return less ? (less == -1 || less == UINT32_MAX) && (factor == 2 || (factor == 1 && !exact))
              : factor == 1;
}

/* What is compared so that the edge is taken: LEFT and RIGHT, by the code; false: nothing. */
static bool comparison (struct body *d, uint32_t block, uint32_t edge, enum opcode *code,
                        expr_id *left, expr_id *right)
{
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *r =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || r->code < OP_EQ || r->code > OP_GE)
    return false;
  *code = b->edges[edge].kind == EK_TRUE ? r->code : opposite_comparison (r->code);
  *left = value_of_operand (d, &r->a);
  *right = value_of_operand (d, &r->b);
  return *left && *right;
}

/* Whether the edge is taken only if the number has the bit of the round, or a lower one; EXACT: and
   always then. */
static bool has_bit (const struct fan *t, uint32_t block, uint32_t edge, bool exact)
{
  enum opcode code;
  expr_id left, right;
  int64_t k;
  return comparison (t->d, block, edge, &code, &left, &right) && code == OP_NE &&
         expr_is_const (&t->d->s->x, right, &k) && !k && tells_bit (t, left, exact);
}

/* Whether the edge is taken only if the thread has nobody to join in this round, nor in those that
   come: its number has the bit, or the other number is too large. */
static bool has_nobody (struct fan *t, uint32_t block, uint32_t edge)
{
  struct exprs *x = &t->d->s->x;
  enum opcode code;
  expr_id left, right;
  int64_t k;
  if (has_bit (t, block, edge, false))
    return true;
  if (!comparison (t->d, block, edge, &code, &left, &right))
    return false;
  if (code == OP_LE || code == OP_LT) { /* the count is on the left */
    expr_id swap = left;
    left = right;
    right = swap;
    code = code == OP_LE ? OP_GE : OP_GT;
  }
  right = plain (t, right);
  if (code == OP_GT && expr_is_const (x, right, &k) && k < INT32_MAX)
    right = expr_const (x, k + 1);
  else if (code != OP_GE)
    return false;
  if (!right || (t->count && t->count != right) ||
      !(plain (t, left) == t->other || (is_power (t, left, &k) && k == 1)))
    return false;
  t->count = right;
  return true;
}

/* Whether execution comes from a block (behind it) to a return, or to the next round, without the
   join, other than along such an edge.  AFTER: the join has been done, so that the next round may
   come. */
static bool gets_by (struct fan *t, uint32_t from, bool after)
{
  struct body *d = t->d;
  uint32_t header = d->flow.block_of[t->phi], join = d->flow.block_of[t->join];
  bool *seen = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool), found = false;
  struct worklist list = {0};
  worklist_push (&list, from);
  for (uint32_t i; !found && worklist_pop (&list, &i);) {
    const struct block *b = &d->b->blocks[i];
    for (uint32_t r = b->first; r < b->end; r++)
      found |= d->b->records[r]->kind == REC_return;
    for (uint32_t k = 0; k < b->n_edges; k++) {
      uint32_t to = b->edges[k].target;
      if (has_nobody (t, i, k) || (to == header && after))
        continue;
      found |= to == header;
      if (to == join || seen[to])
        continue;
      seen[to] = true;
      worklist_push (&list, to);
    }
  }
  worklist_free (&list);
  return found;
}

/* Whether the number of the one that is joined is larger than that of the thread. */
static bool rises (struct fan *t)
{
  struct body *d = t->d;
  uint32_t join = d->flow.block_of[t->join];
  if (expr_get (&d->s->x, t->other)->code == OP_ADD)
    return true;
  for (uint32_t i = join; i != d->flow.block_of[t->phi];) {
    i = d->flow.dominators.parent[i];
    if (i == NODE_NONE)
      return false;
    const struct block *b = &d->b->blocks[i];
    for (uint32_t k = 0; b->n_edges == 2 && k < 2; k++) {
      uint32_t to = b->edges[!k].target;
      if (has_bit (t, i, k, true) &&
          d->flow.predecessors.first[to + 1] - d->flow.predecessors.first[to] == 1 &&
          dominates (&d->flow.dominators, to, join))
        return true;
    }
  }
  return false;
}

void fans_find (struct body *d, struct item *i)
{
  struct exprs *x = &d->s->x;
  struct fan t = {.d = d, .join = i->record};
  expr_id address = i->e[0] && expr_get (x, i->e[0])->op == X_LOAD ? expr_get (x, i->e[0])->a : 0;
  int64_t offset;
  expr_id element = expr_base (x, address, &offset);
  if (i->inner || i->shape || !element || expr_get (x, element)->op != X_INDEX)
    return;
  expr_id other = plain (&t, expr_get (x, element)->b);
  if (!other || !find_other (&t, other))
    return;
  for (uint32_t k = 0; k < d->returns.n; k++)
    if (!flow_dominates (&d->flow, t.phi, d->returns.v[k]))
      return;
  uint32_t header = d->flow.block_of[t.phi], join = d->flow.block_of[i->record];
  if (header == join || gets_by (&t, header, false) || gets_by (&t, join, true) || !t.count)
    return;
  i->fan = 1 + rises (&t);
  i->e[3] = element;
  i->e[4] = t.number;
  i->e[5] = t.count;
}
