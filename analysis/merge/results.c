/* See results.h. */

#include "results.h"

#include <string.h>

/* The number of the local that holds the pointer; 0: there is none. */
static uint32_t pointer_to_result (const struct unit *u, const struct function *f)
{
  const uint32_t wanted = OF_RESULT | OF_BY_REFERENCE;
  for (uint32_t i = 1; i <= f->n_locals; i++)
    if ((f->locals[i].flags & wanted) == wanted && f->locals[i].value && f->locals[i].type)
      return u->types[f->locals[i].type].r.kind == TK_POINTER ? i : 0;
  return 0;
}

static struct operand local_operand (struct arena *arena, enum operand_kind kind, uint32_t local)
{
  struct address *a = ARENA_NEW (arena, struct address);
  a->base_kind = BASE_LOCAL;
  a->base = local;
  return (struct operand){.kind = (uint8_t)kind, .u.addr = a};
}

/* A variable for the result, whose address the pointer is from the beginning. */
static uint32_t add_variable (struct arena *arena, const struct unit *u, struct function *f,
                              uint32_t pointer)
{
  uint32_t n = ++f->n_locals;
  struct rec_local *locals = ARENA_ARRAY (arena, (size_t)n + 1, struct rec_local);
  memcpy (locals, f->locals, n * sizeof *locals);
  locals[n] = locals[pointer];
  locals[n].type = u->types[locals[pointer].type].r.target;
  locals[n].flags = OF_ADDRESSED | OF_ARTIFICIAL;
  locals[n].value = 0;
  locals[n].size = locals[n].align = 0;
  f->locals = locals;
  if (f->local_makers) {
    struct record **makers = ARENA_ARRAY (arena, (size_t)n + 1, struct record *);
    memcpy (makers, f->local_makers, n * sizeof *makers);
    f->local_makers = makers;
  }
  return n;
}

static void add_first (struct arena *arena, struct function *f, struct record *first)
{
  struct record **records = ARENA_ARRAY (arena, (size_t)f->n_records + 1, struct record *);
  memcpy (records + 1, f->records, f->n_records * sizeof *records);
  records[0] = first;
  f->records = records;
  f->n_records++;
  for (uint32_t i = 0; i < f->n_blocks; i++) {
    f->blocks[i].first += i != 0;
    f->blocks[i].end++;
  }
  for (uint32_t i = 1; i <= f->n_values; i++)
    f->value_defs[i] += f->value_defs[i] != UINT32_MAX;
  f->value_defs[first->dst] = 0;
}

static void change (struct arena *arena, const struct unit *u, struct function *f)
{
  uint32_t pointer = pointer_to_result (u, f);
  if (!pointer || !f->n_records || f->records[0]->kind == REC_phi)
    return;
  uint32_t value = f->locals[pointer].value, local = add_variable (arena, u, f, pointer);
  for (uint32_t i = 0; i < f->n_records; i++)
    if (f->records[i]->kind == REC_return) {
      struct rec_return *r = ARENA_NEW (arena, struct rec_return);
      *r = *(const struct rec_return *)f->records[i];
      r->value = local_operand (arena, OPND_CONTENTS, local);
      f->records[i] = &r->r;
    }
  struct rec_op *op = ARENA_NEW (arena, struct rec_op);
  op->r = (struct record){.kind = REC_op, .dst = value};
  op->code = OP_COPY;
  op->a = local_operand (arena, OPND_ADDRESS, local);
  add_first (arena, f, &op->r);
}

void return_by_value (struct units *units)
{
  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++)
      change (&units->arena, units->v[i], &units->v[i]->functions[k]);
}
