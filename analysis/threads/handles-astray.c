/* Handles of threads: what writes through pointers of which nobody knows where in an object they
   lead may store over one.

     relay->last = time (NULL);          a struct of another type
     snprintf (text + n, rest, ...);     text
     memcpy (to, from, n);               anything: it may be an id

   Such a pointer is taken to be one to what it is used as, and what library functions make
   themselves to be no id: see `handles' among the assumptions. */

#include "threads-internal.h"

static const struct type *type_at (const struct unit *u, uint32_t type)
{
  return type ? &u->types[type] : NULL;
}

/* The argument that points to what a library function writes; NULL: none does. */
static const struct operand *pointer_of (const struct function *b, const struct effect *e)
{
  const struct rec_call *c = (const struct rec_call *)b->records[e->record];
  const struct model_place *m = e->place;
  if (c->r.kind != REC_call || e->behind || !m || m->base != MODEL_ARG || m->derefs != 1)
    return e->behind ? NULL : e->operand;
  return m->number < c->args.n ? &c->args.v[m->number] : NULL;
}

/* The type of what the operand points to; a void pointer is of the type that it was computed from.
 */
static const struct type *pointed_type (const struct unit *u, const struct function *b,
                                        const struct operand *o)
{
  enum { FAR = 8 };
  const struct type *t = NULL;
  for (int i = 0; i < FAR && o->kind == OPND_VALUE && (!t || t->r.kind == TK_VOID); i++) {
    t = type_at (u, b->value_types[o->value]);
    t = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op ||
        (op->code != OP_COPY && op->code != OP_CONVERT && op->code != OP_POINTER_ADD))
      break;
    o = &op->a;
  }
  return o->kind == OPND_ADDRESS && (!t || t->r.kind == TK_VOID) ? type_at (u, o->u.addr->root) : t;
}

/* As a pointer to what the access uses its pointer; NULL: nobody knows. */
static const struct type *used_type (const struct pointers *p, const struct effect *e)
{
  const struct unit *u = function_unit (p->objects.program, e->function);
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct operand *o = e->addr ? NULL : pointer_of (b, e);
  const struct type *t = e->addr ? type_at (u, e->addr->root) : o ? pointed_type (u, b, o) : NULL;
  while (t && t->r.kind == TK_ARRAY)
    t = type_at (u, t->r.target);
  return t;
}

/* What library functions write by themselves: no copies of what was elsewhere. */
static const struct {
  uint8_t kind, operand;
} own_data[] = {
    {EFFECT_WRITE, WRITE_MEMORY}, {EFFECT_INIT, INIT_LOCK}, {EFFECT_DESTROY, DESTROY_LOCK}};

static bool is_own_data (const struct model_effect *f, const struct model_place *place)
{
  for (size_t i = 0; i < sizeof own_data / sizeof *own_data; i++)
    if (f->kind == own_data[i].kind && &f->op[own_data[i].operand].u.place == place)
      return true;
  return false;
}

static bool writes_own_data (const struct pointers *p, const struct effect *e)
{
  uint32_t first, end;
  calls_of_record (p, e->function, e->record, &first, &end);
  for (uint32_t k = first; e->place && k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (is_own_data (&m->effects[i], e->place))
        return true;
  }
  return false;
}

bool handle_may_be_hit (struct thread_finder *d, const struct effect *e, loc_id l)
{
  struct pointers *p = d->s->p;
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, l);
  const struct abstract_object *v = &o->v.v[object];
  if (!(p->assumed & assumption_bit (ASSUME_HANDLES)))
    return true;
  if (writes_own_data (p, e))
    return false;
  const struct type *used = used_type (p, e);
  const struct unit *u = function_unit (o->program, e->function);
  if (!used || !v->type || v->whole || v->is_array || v->stands_for || object_has_union (p, object))
    return true;
  switch (used->r.kind) {
  case TK_STRUCT:
    return !used->r.name || loc_is_in_struct (o, l, u->strings[used->r.name]);
  case TK_INTEGER:
    return used->r.bits >= u->r.pointer_bits;
  case TK_FLOAT:
  case TK_BOOL:
  case TK_ENUM:
    return false;
  default:
    return true;
  }
}
