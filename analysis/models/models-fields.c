/* Models: fields that rows call by their names are where the prototype of the function says. */

#include "bind.h"

#include <string.h>

struct naming_fields {
  struct arena *arena;
  const struct program *p;
  funid f;
  bool lost; /* there is no such field */
};

static bool names_field (const struct model_place *p)
{
  return p->offsets && p->offsets[0].field;
}

static bool effect_names_field (const struct model_effect *e)
{
  for (uint32_t i = 0; i < e->n_operands; i++) {
    const struct model_operand *o = &e->op[i];
    if (o->kind == MODEL_PLACE ? names_field (&o->u.place)
                               : o->kind == MODEL_CALL && names_field (&o->u.call->callee))
      return true;
  }
  return false;
}

static struct model_place settle_place (struct naming_fields *d, struct model_place p)
{
  const struct unit *u = function_unit (d->p, d->f);
  const struct type *t = names_field (&p) ? declared_target (d->p, d->f, p.number) : NULL;
  if (!names_field (&p))
    return p;
  for (uint32_t i = 0; t && i < t->n_fields; i++)
    if (t->fields[i].name && !strcmp (u->strings[t->fields[i].name], p.offsets[0].field)) {
      struct model_offset *offsets = ARENA_ARRAY (d->arena, p.derefs + 1u, struct model_offset);
      memcpy (offsets, p.offsets, (p.derefs + 1u) * sizeof *offsets);
      offsets[0].field = NULL;
      offsets[0].bytes += (int32_t)(t->fields[i].bitoff / 8);
      p.offsets = offsets;
      return p;
    }
  d->lost = true;
  return p;
}

static struct model_effect settle_effect (struct naming_fields *d, struct model_effect e)
{
  struct model_operand *op = ARENA_ARRAY (d->arena, e.n_operands + 1u, struct model_operand);
  memcpy (op, e.op, e.n_operands * sizeof *op);
  for (uint32_t i = 0; i < e.n_operands; i++)
    if (op[i].kind == MODEL_PLACE) {
      op[i].u.place = settle_place (d, op[i].u.place);
    } else if (op[i].kind == MODEL_CALL) {
      struct model_call *call = ARENA_NEW (d->arena, struct model_call);
      *call = *op[i].u.call;
      call->callee = settle_place (d, call->callee);
      op[i].u.call = call;
    }
  e.op = op;
  return e;
}

const struct model *settle_fields (struct arena *arena, const struct program *p, funid f,
                                   const struct model *m)
{
  struct naming_fields d = {.arena = arena, .p = p, .f = f};
  bool any = false;
  for (uint32_t i = 0; i < m->n_effects; i++)
    any |= effect_names_field (&m->effects[i]);
  if (!any)
    return m;
  struct model *settled = ARENA_NEW (arena, struct model);
  struct model_effect *effects = ARENA_ARRAY (arena, m->n_effects, struct model_effect);
  *settled = *m;
  settled->n_effects = 0;
  settled->effects = effects;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    d.lost = false;
    struct model_effect e = settle_effect (&d, m->effects[i]);
    if (!d.lost)
      effects[settled->n_effects++] = e;
  }
  return settled;
}
