/* Keys: what threads keep under a key is told apart by the variable that the key is in.

   That is right if nothing is done to the variable but that keys are made in it and it is read:
   then what is read there is one of its keys, which nobody gives or finds under another name but by
   way of what was read, and that counts as any key. */

#include "pointers-internal.h"

/* The variable that an address is the start of; 0: it is none. */
static objid variable_at (const struct program *p, funid f, const struct address *a)
{
  return a->base_kind == BASE_OBJECT && !a->bitoff && !a->n_indices
             ? p->units[p->functions[f].unit].objects[a->base]
             : 0;
}

/* The argument of a call that the operand of its model is, or what that points to. */
static const struct operand *argument_of (const struct rec_call *c, const struct model_operand *o)
{
  return o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && o->u.place.number < c->args.n
             ? &c->args.v[o->u.place.number]
             : NULL;
}

/* The argument by which the call makes a key; NULL: it makes none. */
static const struct operand *made_by (const struct solver *s, funid f, const struct record *r)
{
  const struct rec_call *c = (const struct rec_call *)r;
  funid callee = r->kind == REC_call ? direct_callee (s->program, f, c) : 0;
  const struct model *m = callee ? s->p->models[callee] : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_KEY_CREATE)
      return argument_of (c, &m->effects[i].op[KEY_CREATE_KEY]);
  return NULL;
}

static void forget_address (struct solver *s, funid f, const struct address *a)
{
  if (a->base_kind == BASE_OBJECT)
    map_set (&s->keys, s->program->units[s->program->functions[f].unit].objects[a->base], 0);
}

static void forget_operand (struct solver *s, funid f, const struct operand *o)
{
  if (o->kind == OPND_ADDRESS || o->kind == OPND_CONTENTS)
    forget_address (s, f, o->u.addr);
}

/* Forgets all variables that the record names, but for what it reads and the key that it makes. */
static void forget_used (struct solver *s, funid f, const struct record *r)
{
  const struct record_desc *desc = &facts_records[r->kind];
  const struct operand *made = made_by (s, f, r);
  for (unsigned i = 0; r->kind != REC_load && i < desc->n_fields; i++) {
    const void *p = (const char *)r + desc->fields[i].offset;
    const struct operand_list *all = p;
    if (desc->fields[i].type == FT_ADDR)
      forget_address (s, f, p);
    else if (desc->fields[i].type == FT_OPND)
      forget_operand (s, f, p);
    else if (desc->fields[i].type == FT_OPNDS)
      for (uint32_t k = 0; k < all->n; k++)
        if (&all->v[k] != made)
          forget_operand (s, f, &all->v[k]);
  }
}

static bool is_seen (const struct program *p, objid o)
{
  const struct program_object *v = &p->objects[o];
  return v->defined && !v->used_outside && !(v->is_public && !p->main);
}

void solver_find_keys (struct solver *s)
{
  const struct program *p = s->program;
  s->any_kept = solver_new_node (s);
  s->unknown_kept = solver_new_node (s);
  for (int forget = 0; forget < 2; forget++)
    for (funid f = 1; f <= p->n_functions && (!forget || map_size (&s->keys)); f++)
      for (uint32_t i = 0; p->functions[f].body && i < p->functions[f].body->n_records; i++) {
        const struct record *r = p->functions[f].body->records[i];
        const struct operand *made = forget ? NULL : made_by (s, f, r);
        objid o = made && made->kind == OPND_ADDRESS ? variable_at (p, f, made->u.addr) : 0;
        if (forget)
          forget_used (s, f, r);
        else if (o && is_seen (p, o) && !map_find (&s->keys, o))
          map_set (&s->keys, o, solver_new_node (s));
      }
  for (uint32_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 0; k < p->units[i].unit->n_inits; k++)
      if (p->units[i].unit->inits[k].kind == IK_OBJECT)
        map_set (&s->keys, p->units[i].objects[p->units[i].unit->inits[k].target], 0);
}

/* The variable from which the value was read. */
static objid variable_of (const struct program *p, funid f, const struct operand *o)
{
  enum { FAR = 4 };
  const struct function *b = p->functions[f].body;
  for (int i = 0; i < FAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct record *r = def != UINT32_MAX ? b->records[def] : NULL;
    if (r && r->kind == REC_load)
      return variable_at (p, f, &((const struct rec_load *)r)->addr);
    const struct rec_op *op = (const struct rec_op *)r;
    if (!r || r->kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      return 0;
    o = &op->a;
  }
  return 0;
}

node_id solver_key (const struct solver *s, funid f, const struct rec_call *c,
                    const struct model_operand *key)
{
  const struct operand *o = c->r.kind == REC_call ? argument_of (c, key) : NULL;
  if (!o || !f)
    return 0;
  objid variable = o->kind != OPND_ADDRESS    ? variable_of (s->program, f, o)
                   : key->u.place.derefs == 1 ? variable_at (s->program, f, o->u.addr)
                                              : 0;
  return variable ? map_get (&s->keys, variable, 0) : 0;
}
