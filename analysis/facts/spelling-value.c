/* Spelling of values: the expression that the source has for what an instruction computed. */

#include "spelling-internal.h"
#include "wrap.h"

#include <inttypes.h>

void spell_address_of (struct speller *s, const struct address *a, enum binding binding)
{
  /* What is written without `&'. */
  bool function = a->base_kind == BASE_SYMBOL ||
                  (a->base_kind == BASE_OBJECT && s->u->objects[a->base].flags & OF_STRING &&
                   !a->bitoff && !a->n_indices);
  /* &p->f with nothing but an offset is p itself seen as another type. */
  if (a->base_kind == BASE_VALUE && !a->n_steps && !a->bitoff && !a->n_indices) {
    spell_value (s, a->base, binding);
    return;
  }
  if (!function)
    text_add (s->out, binding > UNARY ? "(&" : "&");
  spell_lvalue (s, a, 0);
  if (!function && binding > UNARY)
    text_add (s->out, ")");
}

static const char *operator_of (uint32_t code)
{
  if (code == OP_POINTER_ADD)
    return "+";
  if (code == OP_POINTER_SUB)
    return "-";
  return facts_name (&opcode_names, code);
}

/* `container_of (l, struct node, link)': a pointer to a member moved back to the start of a struct
   that has such a member there. */
static bool spell_container (struct speller *s, const struct rec_op *op)
{
  const struct type *outer = type_at (s->u, pointee (s, op->r.dst));
  const struct type *inner =
      op->a.kind == OPND_VALUE ? type_at (s->u, pointee (s, op->a.value)) : NULL;
  if (!is_aggregate (outer) || !inner || op->b.kind != OPND_INT || op->b.u.number > 0)
    return false;
  for (uint32_t i = 0; i < outer->n_fields && i < MOST_FIELDS; i++) {
    const struct rec_field *f = &outer->fields[i];
    if (f->bitoff != wrapping_mul (op->b.u.number, -8) || !f->name ||
        !same_but_qualifiers (inner, type_at (s->u, f->type)))
      continue;
    text_add (s->out, "container_of (");
    spell_any (s, &op->a, LOOSE);
    text_add (s->out, ", ");
    spell_type (s->u, pointee (s, op->r.dst), s->out);
    text_add (s->out, ", ");
    spell_name (s->u->strings[f->name], s->out);
    text_add (s->out, ")");
    return true;
  }
  return false;
}

static void spell_binary (struct speller *s, const struct rec_op *op, enum binding binding)
{
  if (op->code == OP_POINTER_ADD && spell_container (s, op))
    return;
  struct operand b = op->b;
  const char *sign = operator_of (op->code);
  /* GCC turns `i - 1' into `i + -1'. */
  if ((op->code == OP_POINTER_ADD || op->code == OP_ADD) && b.kind == OPND_INT && b.u.number < 0) {
    sign = "-";
    b.u.number = wrapping_sub (0, b.u.number);
  }
  if (binding > LOOSE)
    text_add (s->out, "(");
  spell_any (s, &op->a, BINARY);
  text_printf (s->out, " %s ", sign);
  int64_t size = op->code == OP_POINTER_ADD ? byte_size (s->u, pointee (s, op->r.dst)) : 0;
  if (size <= 0 || !spell_scaled (s, &b, size))
    spell_any (s, &b, BINARY);
  if (binding > LOOSE)
    text_add (s->out, ")");
}

static void spell_operation (struct speller *s, const struct rec_op *op, enum binding binding)
{
  switch (op->code) {
  case OP_COPY:
  case OP_CONVERT:
  case OP_BITS:
    spell_any (s, &op->a, binding);
    break;
  case OP_NEG:
  case OP_NOT:
    text_add (s->out, op->code == OP_NEG ? "-" : "~");
    spell_any (s, &op->a, UNARY);
    break;
  case OP_ABS:
  case OP_MIN:
  case OP_MAX:
    text_printf (s->out, "%s (", facts_name (&opcode_names, op->code));
    spell_any (s, &op->a, LOOSE);
    if (op->code != OP_ABS) {
      text_add (s->out, ", ");
      spell_any (s, &op->b, LOOSE);
    }
    text_add (s->out, ")");
    break;
  case OP_SELECT:
    text_add (s->out, "(");
    spell_any (s, &op->a, BINARY);
    text_add (s->out, " ? ");
    spell_any (s, &op->b, BINARY);
    text_add (s->out, " : ");
    spell_any (s, &op->c, BINARY);
    text_add (s->out, ")");
    break;
  case OP_OTHER:
    text_add (s->out, "...");
    break;
  default:
    spell_binary (s, op, binding);
  }
}

/* A value that comes over several ways, as in `(c ? p : q)'. */
static void spell_phi (struct speller *s, const struct rec_phi *phi)
{
  text_add (s->out, "(... ? ");
  for (uint32_t i = 0; i < phi->args.n && i < 3; i++) {
    if (i)
      text_add (s->out, " : ");
    spell_any (s, &phi->args.v[i], BINARY);
  }
  text_add (s->out, ")");
}

void spell_value (struct speller *s, uint32_t value, enum binding binding)
{
  if (s->f->value_names[value]) {
    spell_name (s->u->strings[s->f->value_names[value]], s->out);
    return;
  }
  const struct record *r = definition (s->f, value);
  if (!r || s->depth >= DEEPEST || is_long (s) || s->effort++ >= MOST_EFFORT) {
    text_add (s->out, "...");
    return;
  }
  s->depth++;
  switch (r->kind) {
  case REC_op:
    spell_operation (s, (const struct rec_op *)r, binding);
    break;
  case REC_load: {
    const struct rec_load *l = (const struct rec_load *)r;
    size_t start = s->out->n;
    spell_lvalue (s, &l->addr, load_bits (s->u, s->f, l));
    /* `*p' under a postfix operator needs parentheses. */
    if (binding == POSTFIX && s->out->v && s->out->v[start] == '*') {
      struct text inner = {0};
      text_add (&inner, s->out->v + start);
      s->out->n = start;
      text_printf (s->out, "(%s)", inner.v);
      text_free (&inner);
    }
    break;
  }
  case REC_call:
    spell_call (s, (const struct rec_call *)r);
    break;
  case REC_phi:
    spell_phi (s, (const struct rec_phi *)r);
    break;
  case REC_va:
    text_add (s->out, "va_arg (...)");
    break;
  case REC_alloca:
    text_add (s->out, "alloca (...)");
    break;
  default:
    text_add (s->out, "...");
  }
  s->depth--;
}

void spell_any (struct speller *s, const struct operand *o, enum binding binding)
{
  switch (o->kind) {
  case OPND_VALUE:
    spell_value (s, o->value, binding);
    break;
  case OPND_INT:
    text_printf (s->out, "%" PRId64, o->u.number);
    break;
  case OPND_ADDRESS:
    spell_address_of (s, o->u.addr, binding);
    break;
  case OPND_CONTENTS:
    spell_lvalue (s, o->u.addr, 0);
    break;
  default:
    text_add (s->out, "...");
  }
}
