/* Makes the constraints of operations on values.

   In SSA form a copy or conversion defines its value once, so the two are one node; arithmetic
   moves a pointer, or makes a number of it of which another operation makes the pointer again.
   Integers narrower than a pointer hold none. */

#include "pointers-internal.h"

bool value_is_wide (const struct solver *s, funid f, uint32_t value)
{
  const struct unit *u = function_unit (s->program, f);
  const struct type *t = type_at (u, s->program->functions[f].body->value_types[value]);
  return t && (t->r.kind == TK_INTEGER || t->r.kind == TK_OTHER) && t->r.bits > u->r.pointer_bits;
}

/* The linear form c + stride * anything. */
struct linear {
  int64_t constant;
  uint64_t stride;
};

static uint64_t gcd (uint64_t x, uint64_t y)
{
  while (y) {
    uint64_t r = x % y;
    x = y;
    y = r;
  }
  return x;
}

static struct linear linear_operand (const struct function *, const struct operand *, int depth);

static struct linear linear_value (const struct function *b, uint32_t value, int depth)
{
  const struct linear unknown = {0, 1};
  uint32_t def = b->value_defs[value];
  if (def == UINT32_MAX || !depth || b->records[def]->kind != REC_op)
    return unknown;
  const struct rec_op *op = (const struct rec_op *)b->records[def];
  struct linear x = linear_operand (b, &op->a, depth - 1);
  struct linear y = linear_operand (b, &op->b, depth - 1);
  switch (op->code) {
  case OP_COPY:
  case OP_CONVERT:
    return x;
  case OP_ADD:
  case OP_POINTER_ADD:
    return (struct linear){(int64_t)((uint64_t)x.constant + (uint64_t)y.constant),
                           gcd (x.stride, y.stride)};
  case OP_SUB:
    return (struct linear){(int64_t)((uint64_t)x.constant - (uint64_t)y.constant),
                           gcd (x.stride, y.stride)};
  case OP_NEG:
    return (struct linear){(int64_t) - (uint64_t)x.constant, x.stride};
  case OP_MUL:
    if (y.stride)
      return unknown;
    return (struct linear){(int64_t)((uint64_t)x.constant * (uint64_t)y.constant),
                           x.stride * (uint64_t)(y.constant < 0 ? -y.constant : y.constant)};
  case OP_SHL:
    if (y.stride || y.constant < 0 || y.constant > 32)
      return unknown;
    return (struct linear){(int64_t)((uint64_t)x.constant << y.constant), x.stride << y.constant};
  default:
    return unknown;
  }
}

static struct linear linear_operand (const struct function *b, const struct operand *o, int depth)
{
  if (o->kind == OPND_INT)
    return (struct linear){o->u.number, 0};
  if (o->kind == OPND_VALUE)
    return linear_value (b, o->value, depth);
  return (struct linear){0, o->kind == OPND_OTHER && o->other == OO_NONE ? 0 : 1};
}

enum { LINEAR_DEPTH = 6 };

void linear_form (const struct function *b, uint32_t value, int64_t *constant, uint64_t *stride)
{
  struct linear l = linear_value (b, value, LINEAR_DEPTH);
  *constant = l.constant;
  *stride = l.stride;
}

/* What an operation does to a pointer among its operands. */
enum treatment { DROPS, KEEPS, MOVES, CHOOSES };

static const uint8_t treatment_of[OP_OTHER + 1] = {
    [OP_COPY] = KEEPS, [OP_CONVERT] = KEEPS,  [OP_ADD] = MOVES,         [OP_SUB] = MOVES,
    [OP_AND] = KEEPS,  [OP_OR] = KEEPS,       [OP_XOR] = MOVES,         [OP_MIN] = KEEPS,
    [OP_MAX] = KEEPS,  [OP_SELECT] = CHOOSES, [OP_POINTER_ADD] = MOVES, [OP_OTHER] = KEEPS,
    [OP_NEG] = KEEPS,  [OP_NOT] = KEEPS,      [OP_ROTL] = KEEPS,        [OP_ROTR] = KEEPS,
};

void build_flow (struct solver *s, funid f, const struct operand *o, node_id to)
{
  if (o->kind == OPND_ADDRESS && o->u.addr->base_kind != BASE_VALUE) {
    loc_id l = build_location (s, f, o->u.addr);
    if (l)
      solver_add_target (s, to, l);
  } else {
    solver_add_edge (s, build_operand (s, f, o), to);
  }
}

/* FROM moved by what BY says, into TO. */
static void move (struct solver *s, funid f, const struct operand *from, const struct operand *by,
                  node_id to, bool negative)
{
  node_id n = build_operand (s, f, from);
  if (!n)
    return;
  struct linear l = linear_operand (s->program->functions[f].body, by, LINEAR_DEPTH);
  solver_add_constraint (s, n, C_SHIFT, to, negative ? -l.constant : l.constant, l.stride);
}

bool operand_is_wide (const struct solver *s, funid f, const struct operand *o)
{
  return o->kind == OPND_VALUE && value_is_wide (s, f, o->value);
}

/* Whether a shift leaves enough of a pointer that it can be shifted back. */
static bool is_short (const struct unit *u, const struct operand *by)
{
  return by->kind != OPND_INT || (uint64_t)by->u.number < u->r.pointer_bits / 2;
}

/* What was shifted one way and is now shifted back, as tags in the first bits are taken off. */
static const struct operand *shifted_before (const struct function *b, const struct operand *o)
{
  for (int i = 0; i < LINEAR_DEPTH && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    if (def == UINT32_MAX || b->records[def]->kind != REC_op)
      return NULL;
    const struct rec_op *op = (const struct rec_op *)b->records[def];
    if (op->code == OP_SHL || op->code == OP_SHR)
      return &op->a;
    if (op->code != OP_COPY && op->code != OP_CONVERT)
      return NULL;
    o = &op->a;
  }
  return NULL;
}

/* A shift moves a pointer in an integer, and back to its place. */
static void build_shift (struct solver *s, funid f, const struct rec_op *op, node_id dst)
{
  const struct function *b = s->program->functions[f].body;
  const struct operand *before = shifted_before (b, &op->a);
  if (before)
    build_flow (s, f, before, dst);
  if (operand_is_wide (s, f, &op->a) || value_is_wide (s, f, op->r.dst) ||
      is_short (function_unit (s->program, f), &op->b))
    build_flow (s, f, &op->a, dst);
}

/* Tags go into the last bits of a pointer by |, ^ and +, and are taken off by a mask. */
static bool build_mask (struct solver *s, funid f, const struct rec_op *op, node_id dst)
{
  node_id n = build_operand (s, f, &op->a);
  int64_t mask = op->b.kind == OPND_INT ? op->b.u.number : 0;
  if (op->b.kind != OPND_INT || (op->code != OP_AND && op->code != OP_XOR))
    return false;
  if (!n)
    return true;
  if (op->code == OP_XOR || mask > UINT32_MAX)
    solver_add_edge (s, n, dst);
  else if (mask < 0) /* below, and it has but the last bits of a pointer */
    solver_add_constraint (s, n, C_ALIGN, dst, mask & -mask, 0);
  return true;
}

void build_op (struct solver *s, funid f, const struct rec_op *op)
{
  if (!value_may_hold (s, f, op->r.dst))
    return;
  node_id dst = value_node (s, f, op->r.dst);
  if (op->code == OP_SHL || op->code == OP_SHR) {
    build_shift (s, f, op, dst);
    return;
  }
  if (build_mask (s, f, op, dst))
    return;
  if (op->code == OP_BITS && operand_is_wide (s, f, &op->a))
    build_flow (s, f, &op->a, dst);
  switch (treatment_of[op->code]) {
  case KEEPS:
    if (op->a.kind == OPND_VALUE && (op->code == OP_COPY || op->code == OP_CONVERT)) {
      if (value_may_hold (s, f, op->a.value) &&
          !solver_load_called (s, f, op, value_node (s, f, op->a.value), dst))
        solver_unify (s, value_node (s, f, op->a.value), dst);
      break;
    }
    build_flow (s, f, &op->a, dst);
    build_flow (s, f, &op->b, dst);
    build_flow (s, f, &op->c, dst);
    break;
  case CHOOSES:
    build_flow (s, f, &op->b, dst);
    build_flow (s, f, &op->c, dst);
    break;
  case MOVES:
    move (s, f, &op->a, &op->b, dst, op->code == OP_SUB);
    if (op->code == OP_ADD || op->code == OP_XOR)
      move (s, f, &op->b, &op->a, dst, false);
    if (op->code == OP_SUB) /* from something from which the result is subtracted again */
      build_flow (s, f, &op->b, dst);
    break;
  default:
    break;
  }
}
