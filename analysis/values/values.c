/* Values: what each SSA value of a function is, as an expression.

   A forward must-analysis: along with the values goes the list of what is known to be in memory
   (address, value), from loads and stores of this function and from loads of its callees.  A load
   that finds its address there has that value, and is listed as a reuse: other threads must not
   write there meanwhile, which is for later stages to show.  Stores and calls take out what they
   may write.  At joins the lists are intersected; the first pass is optimistic about loops, and
   passes are repeated until the lists stay.  The lists themselves: values-memory.c. */

#include "values-internal.h"

/* Addresses and operands */

/* An element of an array whose elements have a variable size. */
static expr_id scaled_index (struct body *d, expr_id base, const struct address_index *i)
{
  struct exprs *x = &d->s->x;
  return i->unit ? expr_index (x, base,
                               expr_binary (x, OP_MUL, value_of_operand (d, &i->index),
                                            value_of_operand (d, &i->scale)),
                               (int64_t)i->unit)
                 : 0;
}

expr_id value_of_address (struct body *d, const struct address *a)
{
  struct exprs *x = &d->s->x;
  expr_id e = a->base_kind == BASE_VALUE ? d->value[a->base]
                                         : expr_object (x, object_of_base (d->s->p, d->f, a));
  for (uint32_t i = 0; e && i < a->n_indices; i++)
    if (address_step (a, i))
      e = a->indices[i].stride ? expr_index (x, e, value_of_operand (d, &a->indices[i].index),
                                             (int64_t)a->indices[i].stride)
                               : scaled_index (d, e, &a->indices[i]);
  return expr_add (x, e, address_bytes (a));
}

expr_id value_of_operand (struct body *d, const struct operand *o)
{
  switch (o->kind) {
  case OPND_VALUE:
    return d->value[o->value];
  case OPND_INT:
    return expr_const (&d->s->x, o->u.number);
  case OPND_ADDRESS:
    return value_of_address (d, o->u.addr);
  default:
    return 0;
  }
}

/* Instructions */

static const struct type *value_type (const struct body *d, uint32_t value)
{
  uint32_t t = d->b->value_types[value];
  return t ? &d->u->types[t] : NULL;
}

static expr_id convert (struct body *d, const struct rec_op *op)
{
  expr_id e = value_of_operand (d, &op->a);
  const struct type *to = value_type (d, op->r.dst);
  const struct type *from = op->a.kind == OPND_VALUE ? value_type (d, op->a.value) : NULL;
  if (!to || to->r.kind == TK_FLOAT || (from && from->r.kind == TK_FLOAT))
    return 0;
  bool is_pointer = to->r.kind == TK_POINTER;
  bool to_signed = !is_pointer && !(to->r.flags & TF_UNSIGNED);
  /* Of equal width and sign, or between pointers and integers of that width: the same value. */
  if (from && from->r.bits == to->r.bits &&
      (is_pointer || from->r.kind == TK_POINTER ||
       (from->r.flags & TF_UNSIGNED) == (to->r.flags & TF_UNSIGNED)))
    return e;
  if (op->a.kind == OPND_ADDRESS)
    return e;
  return expr_convert (&d->s->x, e, (unsigned)to->r.bits, to_signed);
}

bool is_ordered (const struct body *d, const struct operand *o)
{
  const struct type *t = o->kind == OPND_VALUE ? value_type (d, o->value) : NULL;
  return o->kind != OPND_VALUE ||
         (t && t->r.kind != TK_POINTER && (t->r.bits < 64 || !(t->r.flags & TF_UNSIGNED)));
}

static expr_id operation (struct body *d, const struct rec_op *op)
{
  struct exprs *x = &d->s->x;
  expr_id a = value_of_operand (d, &op->a), b = value_of_operand (d, &op->b);
  switch (op->code) {
  case OP_COPY:
    return a;
  case OP_CONVERT:
    return convert (d, op);
  case OP_NOT:
    if (value_type (d, op->r.dst) && value_type (d, op->r.dst)->r.kind == TK_BOOL)
      return expr_binary (x, OP_EQ, a, expr_const (x, 0));
    return expr_binary (x, op->code, a, expr_const (x, 0));
  case OP_NEG:
  case OP_ABS:
    return expr_binary (x, op->code, a, expr_const (x, 0));
  case OP_SELECT:
  case OP_BITS:
  case OP_OTHER:
    return 0;
  default:
    break;
  }
  /* Comparisons by size are those of 64 signed bits. */
  if (op->code >= OP_LT && op->code <= OP_GE &&
      (!is_ordered (d, &op->a) || !is_ordered (d, &op->b)))
    return 0;
  const struct type *t = value_type (d, op->r.dst);
  expr_id e = expr_binary (x, op->code, a, b);
  int64_t k;
  if (t && t->r.kind == TK_INTEGER && t->r.bits < 64 && expr_is_const (x, e, &k))
    return expr_convert (x, e, (unsigned)t->r.bits, !(t->r.flags & TF_UNSIGNED));
  /* Unsigned numbers wrap, also when an operand becomes a constant in some caller. */
  bool may_wrap =
      op->code == OP_ADD || op->code == OP_SUB || op->code == OP_MUL || op->code == OP_SHL;
  if (t && t->r.kind == TK_INTEGER && t->r.bits < 64 && t->r.flags & TF_UNSIGNED && may_wrap)
    return expr_convert (x, e, (unsigned)t->r.bits, false);
  return e;
}

/* A pointer that a loop moves by a constant: an element of an array, whose number is opaque.  0: it
   is none. */
static expr_id moving_pointer (struct walk *w, const struct rec_phi *r, const struct block *block)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  const struct type *t = value_type (d, r->r.dst);
  expr_id now = d->value[r->r.dst], init = 0;
  int64_t at, k, step = 0;
  if (!t || t->r.kind != TK_POINTER || !now || r->args.n != 2 || block->n_preds != 2)
    return 0;
  expr_id base = expr_base (x, now, &at);
  for (uint32_t i = 0; i < 2; i++) {
    expr_id e = value_of_operand (d, &r->args.v[i]);
    if (e && expr_base (x, e, &k) == base && k != at &&
        expr_mentions (x, e, d->f, UINT32_MAX, r->r.dst))
      step = k - at;
    else
      init = e;
  }
  return step && init ? expr_index (x, init, expr_value (x, d->f, r->r.dst), step) : 0;
}

/* Whether all that E is made of is defined before RECORD whenever that is executed. */
static bool defined_before (const struct body *d, expr_id e, uint32_t record)
{
  const struct exprs *x = &d->s->x;
  if (!e || !(expr_get (x, e)->flags & XF_OPAQUE))
    return true;
  const struct expr *v = expr_get (x, e);
  const uint32_t *at;
  uint32_t def;
  switch ((enum expr_op)v->op) {
  case X_VALUE:
    def = d->b->value_defs[v->b];
    return v->a == d->f && def != UINT32_MAX && def != record &&
           flow_dominates (&d->flow, def, record);
  case X_FRESH:
    return v->a == d->f && flow_dominates (&d->flow, v->b, record);
  case X_LOAD:
  case X_REACHED:
  case X_AT:
    at = tuples_numbers (&x->versions, v->b);
    return at[0] == d->f && at[1] != record && flow_dominates (&d->flow, at[1], record) &&
           (v->op == X_AT || defined_before (d, v->a, record));
  case X_INDEX:
  case X_OP:
    return defined_before (d, v->a, record) && defined_before (d, v->b, record);
  default:
    return defined_before (d, v->a, record);
  }
}

/* Whether E is FROM, or was reached from there; ANYWHERE: from some place in the same object. */
static bool is_reached_from (const struct exprs *x, expr_id e, expr_id from, bool anywhere)
{
  for (; e; e = expr_origin (x, e))
    if (e == from || expr_root (x, e) == from ||
        (anywhere && expr_root (x, e) == expr_root (x, from)))
      return anywhere || e == from || expr_get (x, from)->op == X_LOAD ||
             expr_get (x, from)->op == X_REACHED;
  return false;
}

/* The same, of an operand of a phi, which may have been stored there before. */
static bool comes_from (const struct walk *w, expr_id e, expr_id from, bool anywhere,
                        uint32_t block)
{
  const struct exprs *x = &w->d->s->x;
  int64_t k;
  if ((expr_is_const (x, e, &k) && !k) || is_reached_from (x, e, from, anywhere))
    return true;
  if (expr_get (x, from)->op != X_LOAD || block >= w->d->b->n_blocks)
    return false;
  for (uint32_t i = 0; i < w->n_out[block]; i++)
    if (w->out[block][i].value == e && w->out[block][i].address == expr_get (x, from)->a)
      return true;
  return false;
}

/* A pointer that is reached from another one, whichever way was taken: through a list or tree.  0:
   it is none. */
static expr_id reached_pointer (struct walk *w, uint32_t record, const struct block *block)
{
  enum { LONGEST = 8 };
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  const struct rec_phi *r = (const struct rec_phi *)d->b->records[record];
  const struct type *t = value_type (d, r->r.dst);
  expr_id self = expr_root (x, d->value[r->r.dst]), first = 0;
  uint32_t version = expr_version (x, d->f, record, 0);
  int64_t k;
  if (!t || t->r.kind != TK_POINTER || r->args.n > block->n_preds)
    return 0;
  for (uint32_t i = 0; i < r->args.n; i++) {
    expr_id e = value_of_operand (d, &r->args.v[i]);
    if (e && (!first || !expr_origin (x, first)) && !expr_is_const (x, e, &k) &&
        !(self && is_reached_from (x, e, self, true)))
      first = e;
  }
  for (int n = 0; first && n < LONGEST; n++, first = expr_origin (x, first))
    for (int anywhere = 0; anywhere < 2; anywhere++) {
      expr_id from = anywhere ? expr_root (x, first) : first;
      bool all = from != self && defined_before (d, from, record), same = !anywhere;
      for (uint32_t i = 0; all && i < r->args.n; i++) {
        expr_id e = value_of_operand (d, &r->args.v[i]);
        same &= e == from || (e && expr_is_const (x, e, &k) && !k);
        all = e && (comes_from (w, e, from, anywhere, block->preds[i]) ||
                    (self && is_reached_from (x, e, self, true)));
      }
      if (all)
        return expr_reached (x, from, version,
                             (anywhere ? REACHED_ANYWHERE : 0u) | (same ? REACHED_SAME : 0u));
    }
  return 0;
}

/* The operand of a phi that comes from where the branch leads to along the edge; -1: from both. */
static int operand_along (const struct body *d, const struct block *join, uint32_t branch,
                          uint32_t target)
{
  const struct csr *before = &d->flow.predecessors;
  int found = -1;
  for (int i = 0; i < 2; i++)
    if (join->preds[i] == branch ? &d->b->blocks[target] == join
                                 : before->first[target + 1] - before->first[target] == 1 &&
                                       dominates (&d->flow.dominators, target, join->preds[i])) {
      if (found >= 0)
        return -1;
      found = i;
    }
  return found;
}

/* One of two pointers, whichever the comparison says, as `a < b ? then : otherwise'.  0: nobody
   knows where they lead. */
static expr_id chosen_pointer (struct body *d, const struct rec_branch *branch, expr_id then,
                               expr_id otherwise)
{
  struct exprs *x = &d->s->x;
  expr_id a = value_of_operand (d, &branch->a), b = value_of_operand (d, &branch->b);
  bool mirrored = branch->code == OP_GT || branch->code == OP_LE;
  bool opposite = branch->code == OP_LE || branch->code == OP_GE;
  if (!is_ordered (d, &branch->a) || !is_ordered (d, &branch->b) || !expr_points (x, d->f, then) ||
      !expr_points (x, d->f, otherwise))
    return 0;
  return expr_binary (
      x, OP_SELECT, expr_binary (x, OP_LT, mirrored ? b : a, mirrored ? a : b),
      expr_binary (x, OP_OTHER, opposite ? otherwise : then, opposite ? then : otherwise));
}

/* A number that depends on a comparison: `a < b ? a : b', `a == b ? x : y'; or the smaller or
   larger one of two pointers, or of what they lead to.  0: it does not. */
static expr_id chosen_number (struct walk *w, const struct rec_phi *r, const struct block *join)
{
  struct body *d = w->d;
  struct exprs *x = &d->s->x;
  uint32_t up = d->flow.dominators.parent[join - d->b->blocks];
  const struct type *t = value_type (d, r->r.dst);
  bool pointer = t && t->r.kind == TK_POINTER;
  if (!t || (t->r.kind != TK_INTEGER && !pointer) || r->args.n != 2 || join->n_preds != 2 ||
      up == NODE_NONE || join->preds[0] >= d->b->n_blocks || join->preds[1] >= d->b->n_blocks ||
      !w->done[join->preds[0]] || !w->done[join->preds[1]])
    return 0;
  for (int i = 0; i < 2; i++) /* the head of a loop joins rounds, not ways */
    if (dominates (&d->flow.dominators, (uint32_t)(join - d->b->blocks), join->preds[i]))
      return 0;
  const struct block *b = &d->b->blocks[up];
  const struct rec_branch *branch =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  if (!branch || branch->r.kind != REC_branch || b->n_edges != 2 || branch->code < OP_EQ ||
      branch->code > OP_GE ||
      (!pointer && (!is_ordered (d, &branch->a) || !is_ordered (d, &branch->b))))
    return 0;
  uint32_t yes = b->edges[0].kind == EK_TRUE ? 0 : 1;
  int along = operand_along (d, join, up, b->edges[yes].target);
  expr_id a = value_of_operand (d, &branch->a), c = value_of_operand (d, &branch->b);
  /* `a == b && c ? x : y' depends on more than one. */
  if (along < 0 || operand_along (d, join, up, b->edges[1 - yes].target) != 1 - along || !a || !c)
    return 0;
  expr_id then = value_of_operand (d, &r->args.v[along]);
  expr_id otherwise = value_of_operand (d, &r->args.v[1 - along]);
  if (!then || !otherwise)
    return 0;
  if (pointer && (branch->code == OP_EQ || branch->code == OP_NE))
    return 0;
  if (branch->code == OP_EQ || branch->code == OP_NE) {
    bool equal = branch->code == OP_EQ;
    return expr_binary (
        x, OP_SELECT, expr_binary (x, OP_EQ, a, c),
        expr_binary (x, OP_OTHER, equal ? then : otherwise, equal ? otherwise : then));
  }
  bool less = branch->code == OP_LT || branch->code == OP_LE;
  /* `a < b' is `a + 1 <= b' and `a <= b - 1', and GCC may have written what is chosen so. */
  int64_t more = branch->code == OP_LT || branch->code == OP_GE ? 1 : -1;
  expr_id ways[][2] = {{a, c}, {expr_add (x, a, more), c}, {a, expr_add (x, c, -more)}};
  for (int i = 0; i < (pointer ? 1 : 3); i++) {
    if (ways[i][0] == then && ways[i][1] == otherwise)
      return expr_binary (x, less ? OP_MIN : OP_MAX, then, otherwise);
    if (ways[i][0] == otherwise && ways[i][1] == then)
      return expr_binary (x, less ? OP_MAX : OP_MIN, then, otherwise);
  }
  return pointer ? chosen_pointer (d, branch, then, otherwise) : 0;
}

/* Whether the operand is what a call gives that is through a pointer to which nothing was ever
   assigned: nobody comes from there. */
static bool is_from_nowhere (const struct body *d, const struct operand *o)
{
  enum { LONGEST = 4 };
  for (int i = 0; i < LONGEST && o->kind == OPND_VALUE; i++) {
    uint32_t def = d->b->value_defs[o->value];
    const struct record *r = def != UINT32_MAX ? d->b->records[def] : NULL;
    const struct rec_op *op = (const struct rec_op *)r;
    const struct rec_call *call = (const struct rec_call *)r;
    if (r && r->kind == REC_call)
      return call->callee.kind == OPND_VALUE &&
             !points_of_value (d->s->p, d->f, call->callee.value);
    if (!r || r->kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      return false;
    o = &op->a;
  }
  return false;
}

static expr_id phi (struct walk *w, const struct rec_phi *r, const struct block *block)
{
  struct body *d = w->d;
  expr_id same = 0;
  for (uint32_t i = 0; i < r->args.n; i++) {
    if (w->pessimistic)
      return 0;
    bool seen =
        i < block->n_preds && (block->preds[i] >= d->b->n_blocks || w->done[block->preds[i]]);
    if (!seen)
      continue; /* not walked yet: believed to be the same until then */
    if (is_from_nowhere (d, &r->args.v[i]))
      continue;
    expr_id e = value_of_operand (d, &r->args.v[i]);
    if (!e || (same && same != e))
      return moving_pointer (w, r, block);
    same = e;
  }
  return same;
}

expr_id values_of_phi (struct walk *w, uint32_t record, const struct block *block)
{
  const struct rec_phi *r = (const struct rec_phi *)w->d->b->records[record];
  expr_id e = phi (w, r, block);
  if (!e && !w->pessimistic)
    e = reached_pointer (w, record, block);
  if (!e && !w->pessimistic)
    e = chosen_number (w, r, block);
  return e ? e : expr_value (&w->d->s->x, w->d->f, r->r.dst);
}

uint64_t values_content_key (uint64_t bits, const struct address *a)
{
  return bits | (uint64_t)(a->bitoff & 7) << 32;
}

static void walk_store (struct walk *w, uint32_t record)
{
  struct body *d = w->d;
  const struct rec_store *r = (const struct rec_store *)d->b->records[record];
  expr_id address = value_of_address (d, &r->addr);
  setid where = points_of_address (d->s->p, d->f, &r->addr);
  uint64_t bits = store_bits (d->u, d->b, r);
  expr_id old = values_known (w, address, values_content_key (bits, &r->addr));
  if (old)
    map_set (&d->before_store, record, old);
  values_forget_written (w, address, where, (bits + 7 + (uint64_t)(r->addr.bitoff & 7)) / 8);
  if (!(r->flags & AF_VOLATILE))
    values_know (w, address, values_content_key (bits, &r->addr), value_of_operand (d, &r->src),
                 record, where);
}

/* What is loaded, as a number of the type that it is loaded as: what is known of the memory may be
   of another sign.  Numbers of 64 bits are the same with and without one. */
static expr_id walk_load (struct walk *w, uint32_t record)
{
  struct body *d = w->d;
  const struct rec_load *l = (const struct rec_load *)d->b->records[record];
  const struct type *t = value_type (d, l->r.dst);
  setid where = points_of_address (d->s->p, d->f, &l->addr);
  uint64_t bits = load_bits (d->u, d->b, l);
  int64_t k;
  expr_id e = values_load (w, value_of_address (d, &l->addr), values_content_key (bits, &l->addr),
                           record, where, l->flags & AF_VOLATILE);
  bool is_number = t && (t->r.kind == TK_INTEGER || t->r.kind == TK_ENUM) && t->r.bits == bits;
  if (is_number && e &&
      (expr_is_const (&d->s->x, e, &k) ||
       (bits < 64 && signs_are_unknown (&d->s->signs, d->s->p, where, bits / 8))))
    return expr_convert (&d->s->x, e, (unsigned)bits, !(t->r.flags & TF_UNSIGNED));
  return e;
}

void values_walk_memory (struct walk *w, uint32_t record)
{
  struct body *d = w->d;
  struct access a[MOST_ACCESSES];
  unsigned n = accesses_of (d->u, d->b, d->b->records[record], a);
  for (unsigned i = 0; i < n; i++)
    if (a[i].mode == ACCESS_WRITE)
      values_forget_written (w, value_of_address (d, a[i].addr),
                             points_of_address (d->s->p, d->f, a[i].addr), (a[i].bits + 7) / 8);
  if (d->b->records[record]->kind == REC_asm &&
      ((const struct rec_asm *)d->b->records[record])->flags & MF_MEMORY)
    values_forget_set (w, SETS_EMPTY, true);
}

static void walk_record (struct walk *w, uint32_t record, const struct block *block)
{
  struct body *d = w->d;
  const struct record *r = d->b->records[record];
  expr_id e = 0;
  if (d->flow.in_cycle[d->flow.block_of[record]])
    values_forget_definition (w, record, r->dst);
  switch (r->kind) {
  case REC_phi:
    e = values_of_phi (w, record, block);
    break;
  case REC_op:
    e = operation (d, (const struct rec_op *)r);
    break;
  case REC_load:
    e = walk_load (w, record);
    break;
  case REC_store:
    walk_store (w, record);
    return;
  case REC_copy:
    values_walk_copy (w, record);
    return;
  case REC_return:
    values_check_invariants (w);
    return;
  case REC_call:
    values_walk_call (w, record);
    values_walk_memory (w, record);
    return;
  case REC_alloca:
    e = expr_fresh (&d->s->x, d->f, record);
    break;
  default:
    values_walk_memory (w, record);
    break;
  }
  if (r->dst)
    d->value[r->dst] = e ? e : expr_value (&d->s->x, d->f, r->dst);
}

/* Blocks */

static void enter_function (struct walk *w)
{
  struct body *d = w->d;
  values_assume_invariants (w);
  for (uint32_t i = 1; i <= d->b->n_params; i++) {
    expr_id formal = expr_formal (&d->s->x, i - 1);
    const struct rec_local *l = &d->b->locals[i];
    if (l->value)
      d->value[l->value] = formal;
    if (!(l->flags & OF_ADDRESSED) && l->value)
      continue;
    object_id o = object_make (&d->s->p->objects, OBJECT_LOCAL, d->f, i, 0);
    uint64_t bits = l->type ? d->u->types[l->type].r.bits : 0;
    values_know (w, expr_object (&d->s->x, o), bits, formal, UINT32_MAX,
                 sets_single (&d->s->p->sets, loc_at (&d->s->p->objects, o, 0)));
  }
}

/* What an operand is computed from by copies, conversions and negations of truth values.  *RESULT,
   if it is that, becomes what the operand is then. */
static const struct operand *tested_operand (const struct body *d, const struct operand *o,
                                             int64_t *result)
{
  while (o->kind == OPND_VALUE && d->b->value_defs[o->value] != UINT32_MAX &&
         d->b->records[d->b->value_defs[o->value]]->kind == REC_op) {
    const struct rec_op *op = (const struct rec_op *)d->b->records[d->b->value_defs[o->value]];
    bool truth = d->u->types[d->b->value_types[op->r.dst]].r.kind == TK_BOOL;
    bool of_zero = op->b.kind == OPND_INT && !op->b.u.number;
    if ((op->code == OP_NOT && truth) || (op->code == OP_EQ && of_zero))
      *result = !*result;
    else if (op->code == OP_NE && of_zero)
      *result = *result != 0;
    else if (op->code != OP_COPY && op->code != OP_CONVERT)
      return NULL;
    o = &op->a;
  }
  return o;
}

uint32_t tested_call (const struct body *d, uint32_t block)
{
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *r =
      b->end > b->first ? (const struct rec_branch *)d->b->records[b->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || r->b.kind != OPND_INT || r->code < OP_EQ ||
      r->code > OP_GE || b->n_edges != 2 || b->edges[0].target == b->edges[1].target)
    return UINT32_MAX;
  uint32_t call = b->end - 1;
  while (call > b->first && (call == b->end - 1 || d->b->records[call]->kind == REC_op ||
                             d->b->records[call]->kind == REC_lifetime))
    call--;
  int64_t any = 0;
  const struct operand *o = tested_operand (d, &r->a, &any);
  return o && o->kind == OPND_VALUE && d->b->value_defs[o->value] == call &&
                 d->b->records[call]->kind == REC_call
             ? call
             : UINT32_MAX;
}

bool edge_allows (const struct body *d, uint32_t block, uint32_t edge, int64_t result)
{
  const struct block *b = &d->b->blocks[block];
  const struct rec_branch *r = (const struct rec_branch *)d->b->records[b->end - 1];
  int64_t k = r->b.u.number;
  tested_operand (d, &r->a, &result);
  const bool holds[] = {result == k, result != k, result<k, result <= k, result> k, result >= k};
  static_assert (OP_NE == OP_EQ + 1 && OP_LT == OP_EQ + 2 && OP_LE == OP_EQ + 3 &&
                     OP_GT == OP_EQ + 4 && OP_GE == OP_EQ + 5,
                 "comparisons");
  return holds[r->code - OP_EQ] == (b->edges[edge].kind == EK_TRUE);
}

/* The branch that leads from FROM to BLOCK says that a call has given something. */
static void enter_given (struct walk *w, uint32_t from, uint32_t block)
{
  struct body *d = w->d;
  uint32_t call = tested_call (d, from);
  const struct given *g = call != UINT32_MAX ? call_given (d, call) : NULL;
  for (uint32_t i = 0; g && i < g->n_without; i++)
    if (edge_allows (d, from, d->b->blocks[from].edges[0].target != block, g->without[i]))
      return;
  if (g && g->n_without)
    values_know_given (w, call);
}

void values_enter_block (struct walk *w, uint32_t block)
{
  struct body *d = w->d;
  const struct csr *g = &d->flow.predecessors;
  bool first = true;
  vec_clear (&w->now);
  if (block == 0) {
    enter_function (w);
    first = g->first[1] == g->first[0]; /* a loop back to the entry: keep nothing */
    if (!first)
      vec_clear (&w->now);
    return;
  }
  if (w->pessimistic)
    return;
  for (uint32_t k = g->first[block]; k < g->first[block + 1]; k++) {
    uint32_t pred = g->targets[k];
    if (!w->done[pred])
      continue;
    if (first) {
      for (uint32_t i = 0; i < w->n_out[pred]; i++)
        vec_push (&w->now, w->out[pred][i]);
      first = false;
      continue;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->now.n; i++)
      for (uint32_t j = 0; j < w->n_out[pred]; j++) {
        const struct content *a = &w->now.v[i], *b = &w->out[pred][j];
        if (a->address == b->address && a->key == b->key && a->value == b->value) {
          w->now.v[kept] = *a;
          if (a->source != b->source)
            w->now.v[kept].source = UINT32_MAX;
          kept++;
          break;
        }
      }
    w->now.n = kept;
  }
  if (!first && g->first[block + 1] - g->first[block] == 1)
    enter_given (w, g->targets[g->first[block]], block);
}

bool values_are_same (const struct content *a, uint32_t n_a, const struct content *b, uint32_t n_b)
{
  bool same = n_a == n_b;
  for (uint32_t i = 0; same && i < n_a; i++)
    same = a[i].address == b[i].address && a[i].key == b[i].key && a[i].value == b[i].value &&
           a[i].source == b[i].source;
  return same;
}

static bool leave_block (struct walk *w, uint32_t block)
{
  bool same =
      w->done[block] && values_are_same (w->now.v, w->now.n, w->out[block], w->n_out[block]);
  if (!same) {
    w->out[block] = ARENA_ARRAY (&w->d->arena, w->now.n, struct content);
    if (w->now.n)
      memcpy (w->out[block], w->now.v, w->now.n * sizeof *w->now.v);
    w->n_out[block] = w->now.n;
  }
  w->done[block] = true;
  return !same;
}

/* Walks the blocks from the place in their order on: those before it would say what they have said.
   Whether there was anything new. */
static bool walk_from (struct walk *w, uint32_t place)
{
  struct body *d = w->d;
  bool changed = false;
  values_walk_back (w, place);
  for (uint32_t i = place; i < d->flow.rpo.n; i++) {
    uint32_t block = d->flow.rpo.nodes[i];
    values_enter_block (w, block);
    values_begin_block (w, i);
    for (uint32_t r = d->b->blocks[block].first; r < d->b->blocks[block].end; r++) {
      uint32_t dst = d->b->records[r]->dst;
      expr_id before = dst ? d->value[dst] : 0;
      walk_record (w, r, &d->b->blocks[block]);
      changed |= dst && d->value[dst] != before;
    }
    changed |= leave_block (w, block);
  }
  return changed;
}

/* Whether the value may be the handle of a thread that the function has created, or one that it
   calls: it was in a variable, of which there is one for each call. */
static bool may_be_handle (const struct body *d, expr_id value)
{
  const struct exprs *x = &d->s->x;
  const struct expr *v = expr_get (x, value);
  const struct expr *root = v->op == X_LOAD ? expr_get (x, expr_root (x, v->a)) : v;
  return v->op == X_LOAD && (uint64_t)v->k == d->u->r.pointer_bits && root->op == X_OBJECT &&
         d->s->p->objects.v.v[root->a].kind == OBJECT_LOCAL;
}

/* Whether a caller can say what the value is: new memory is what the call has made. */
static bool is_known_outside (const struct body *d, expr_id value)
{
  const struct summaries *s = d->s;
  int64_t offset;
  expr_id base = expr_base (&s->x, value, &offset);
  return !(expr_get (&s->x, value)->flags & XF_OPAQUE) || may_be_handle (d, value) ||
         (base && expr_is_fresh (&s->x, base) && !is_taken (s, base));
}

/* What the function leaves in the memory of its formals, however it returns. */
static void note_left (const struct walk *w, struct summary *s)
{
  const struct body *d = w->d;
  const struct exprs *x = &d->s->x;
  uint32_t n = 0;
  bool first = true;
  for (uint32_t b = 0; b < d->b->n_blocks; b++) {
    const struct block *block = &d->b->blocks[b];
    if (!w->done[b] || block->end == block->first ||
        d->b->records[block->end - 1]->kind != REC_return)
      continue;
    for (uint32_t i = 0; first && i < w->n_out[b] && n < MOST_LEFT; i++) {
      const struct content *c = &w->out[b][i];
      if ((expr_get (x, c->address)->flags & (XF_FORMAL | XF_OPAQUE)) == XF_FORMAL &&
          is_known_outside (d, c->value))
        s->leaves[n++] = (struct memory){c->address, c->value, c->key};
    }
    for (uint32_t k = 0; k < n; k++) {
      bool known = false;
      for (uint32_t i = 0; i < w->n_out[b]; i++)
        known |= w->out[b][i].address == s->leaves[k].at && w->out[b][i].key == s->leaves[k].key &&
                 w->out[b][i].value == s->leaves[k].value;
      if (!known)
        s->leaves[k--] = s->leaves[--n];
    }
    first = false;
  }
  for (; n < MOST_LEFT; n++)
    s->leaves[n] = (struct memory){0};
}

void values_find (struct body *d, struct summary *s)
{
  struct walk w = {.d = d};
  d->value = ARENA_ARRAY (&d->arena, d->b->n_values + 1, expr_id);
  w.out = ARENA_ARRAY (&d->arena, d->b->n_blocks, struct content *);
  w.n_out = ARENA_ARRAY (&d->arena, d->b->n_blocks, uint32_t);
  w.done = ARENA_ARRAY (&d->arena, d->b->n_blocks, bool);
  w.in = ARENA_ARRAY (&d->arena, d->b->n_blocks, struct content *);
  w.n_in = ARENA_ARRAY (&d->arena, d->b->n_blocks, uint32_t);
  w.mark = ARENA_ARRAY (&d->arena, d->flow.rpo.n, struct walk_mark);
  bool has_loop = false;
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    has_loop |= d->flow.in_cycle[i];
  /* Without a loop every predecessor comes first: one pass is all. */
  uint32_t n = d->flow.rpo.n, from = walk_from (&w, 0) && has_loop ? values_first_change (&w) : n;
  for (int i = 0; from < n && i < MOST_PASSES; i++)
    from = walk_from (&w, from) ? values_first_change (&w) : n;
  if (from < n) {
    w.pessimistic = true;
    walk_from (&w, 0);
  }
  struct bitset unsettled = {0};
  for (uint32_t i = 0; i < w.unsettled.n; i++)
    if (bitset_add (&unsettled, w.unsettled.v[i]))
      summaries_note (d->s, NOTE_UNSETTLED, w.unsettled.v[i]);
  bitset_free (&unsettled);
  vec_free (&w.unsettled);
  note_left (&w, s);
  values_find_writes (d, s);
  vec_free (&w.now);
}
