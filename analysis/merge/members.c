/* See members.h. */

#include "members.h"

#include <string.h>

enum { DEEPEST = 8 };
enum part { PART_NONE, PART_FUNCTION, PART_DELTA };

/* What pointers to members there are in the program. */
struct found {
  bool any, to_virtual, moving;
};

static bool is_called (const struct unit *u, const struct rec_field *f, const char *name)
{
  return f->name && !strcmp (u->strings[f->name], name);
}

static bool is_member_pointer (const struct unit *u, const struct type *t)
{
  return t->r.kind == TK_STRUCT && t->n_fields == 2 && is_called (u, &t->fields[0], "__pfn") &&
         is_called (u, &t->fields[1], "__delta");
}

static bool contains_member_pointer (const struct unit *u, uint32_t type, int depth)
{
  const struct type *t = &u->types[type];
  if (!type || !depth || is_member_pointer (u, t))
    return type != 0;
  if (t->r.kind == TK_ARRAY)
    return contains_member_pointer (u, t->r.target, depth - 1);
  for (uint32_t i = 0; i < t->n_fields; i++)
    if (contains_member_pointer (u, t->fields[i].type, depth - 1))
      return true;
  return false;
}

/* Which part of a pointer to a member an address leads to. */
static enum part part_at (const struct unit *u, const struct address *a)
{
  const struct type *t = a->root ? &u->types[a->root] : NULL;
  enum part part = PART_NONE;
  for (uint32_t i = 0; t && i < a->n_steps; i++) {
    uint32_t next = t->r.target;
    part = PART_NONE;
    if (a->steps[i].kind == STEP_FIELD) {
      if (a->steps[i].n >= t->n_fields)
        return PART_NONE;
      if (is_member_pointer (u, t))
        part = a->steps[i].n ? PART_DELTA : PART_FUNCTION;
      next = t->fields[a->steps[i].n].type;
    }
    t = next ? &u->types[next] : NULL;
  }
  return part;
}

static const struct record *definition (const struct function *f, const struct operand *o)
{
  uint32_t def = o->kind == OPND_VALUE ? f->value_defs[o->value] : UINT32_MAX;
  return def == UINT32_MAX ? NULL : f->records[def];
}

/* The part that a value was loaded from, also if it was converted. */
static enum part part_of (const struct unit *u, const struct function *f, const struct operand *o)
{
  const struct record *r = definition (f, o);
  if (r && r->kind == REC_op && ((const struct rec_op *)r)->code == OP_CONVERT)
    r = definition (f, &((const struct rec_op *)r)->a);
  return r && r->kind == REC_load ? part_at (u, &((const struct rec_load *)r)->addr) : PART_NONE;
}

static void look_at_store (struct found *found, const struct unit *u, const struct function *f,
                           const struct rec_store *s)
{
  enum part part = part_at (u, &s->addr);
  bool constant = s->src.kind == OPND_INT;
  if (part == PART_NONE || part_of (u, f, &s->src) == part)
    return;
  found->any = true;
  if (part == PART_FUNCTION)
    found->to_virtual |= constant ? s->src.u.number & 1 : s->src.kind != OPND_ADDRESS;
  else
    found->moving |= !constant || s->src.u.number;
}

static void look_at_function (struct found *found, const struct unit *u, const struct function *f)
{
  for (uint32_t i = 0; i < f->n_records; i++)
    if (f->records[i]->kind == REC_store)
      look_at_store (found, u, f, (const struct rec_store *)f->records[i]);
}

/* A variable that starts with a number and contains a pointer to a member may have the number
 * there. */
static void look_at_variables (struct found *found, const struct unit *u)
{
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *in = &u->inits[i];
    bool number = in->kind == IK_DATA || (in->kind == IK_INTEGER && in->value);
    if (number && contains_member_pointer (u, u->objects[in->object].type, DEEPEST))
      found->to_virtual = found->moving = true;
  }
}

static bool has_member_pointers (const struct unit *u)
{
  for (uint32_t i = 1; i <= u->n_types; i++)
    if (is_member_pointer (u, &u->types[i]))
      return true;
  return false;
}

/* Whether the record asks if the function is virtual, or loads what is added to the object. */
static bool is_zero (const struct found *found, const struct unit *u, const struct function *f,
                     const struct record *r)
{
  if (r->kind == REC_load)
    return !found->moving && part_at (u, &((const struct rec_load *)r)->addr) == PART_DELTA;
  const struct rec_op *op = (const struct rec_op *)r;
  return r->kind == REC_op && !found->to_virtual && op->code == OP_AND && op->b.kind == OPND_INT &&
         op->b.u.number == 1 && part_of (u, f, &op->a) == PART_FUNCTION;
}

static void simplify (struct arena *arena, const struct found *found, const struct unit *u,
                      struct function *f)
{
  for (uint32_t i = 0; i < f->n_records; i++) {
    if (!is_zero (found, u, f, f->records[i]))
      continue;
    struct rec_op *op = ARENA_NEW (arena, struct rec_op);
    op->r = (struct record){.kind = REC_op, .dst = f->records[i]->dst, .loc = f->records[i]->loc};
    op->code = OP_COPY;
    op->a = (struct operand){.kind = OPND_INT};
    f->records[i] = &op->r;
  }
}

void simplify_members (struct units *units)
{
  struct found found = {0};
  for (size_t i = 0; i < units->n; i++)
    if (has_member_pointers (units->v[i])) {
      found.any = true;
      look_at_variables (&found, units->v[i]);
      for (uint32_t k = 0; k < units->v[i]->n_functions; k++)
        look_at_function (&found, units->v[i], &units->v[i]->functions[k]);
    }
  for (size_t i = 0; found.any && i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++)
      simplify (&units->arena, &found, units->v[i], &units->v[i]->functions[k]);
}
