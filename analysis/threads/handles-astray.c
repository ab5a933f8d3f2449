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

/* What the operand points to by its type; a void pointer is of the type that it was computed from.
   ADDRESS: the operand is that of something, which is found by this. */
static const struct type *pointed_type (const struct unit *u, const struct function *b,
                                        const struct operand *o, const struct address **address)
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
  if (o->kind == OPND_ADDRESS && (!t || t->r.kind == TK_VOID))
    *address = o->u.addr;
  return t;
}

/* Whether what is accessed as the type may be what is around L. */
static bool may_be_around (const struct objects *o, const struct unit *u, const struct type *t,
                           loc_id l)
{
  while (t && t->r.kind == TK_ARRAY)
    t = type_at (u, t->r.target);
  switch (t ? t->r.kind : TK_VOID) {
  case TK_STRUCT:
    return !t->r.name || loc_is_in_struct (o, l, u->strings[t->r.name]);
  case TK_INTEGER:
    return t->r.bits >= u->r.pointer_bits;
  case TK_FLOAT:
  case TK_BOOL:
  case TK_ENUM:
    return false;
  default:
    return true;
  }
}

/* The same for a struct on the way from what the address begins with to what is accessed. */
static bool leads_around (const struct objects *o, const struct unit *u, const struct address *a,
                          loc_id l)
{
  const struct type *t = type_at (u, a->root);
  bool may = may_be_around (o, u, t, l);
  for (uint32_t i = 0; t && !may && i < a->n_steps; i++) {
    bool field = a->steps[i].kind == STEP_FIELD;
    t = type_at (u, !field                        ? t->r.target
                    : a->steps[i].n < t->n_fields ? t->fields[a->steps[i].n].type
                                                  : 0);
    may = !t || ((t->r.kind == TK_STRUCT || t->r.kind == TK_UNION) && may_be_around (o, u, t, l));
  }
  return may;
}

/* Whether the access uses its pointer as one to what is around L, or nobody knows. */
static bool is_used_around (const struct pointers *p, const struct effect *e, loc_id l)
{
  const struct unit *u = function_unit (p->objects.program, e->function);
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct address *a = e->addr;
  const struct operand *o = a ? NULL : pointer_of (b, e);
  const struct type *t = o ? pointed_type (u, b, o, &a) : NULL;
  return a ? leads_around (&p->objects, u, a, l) : may_be_around (&p->objects, u, t, l);
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
  object_id object = loc_object (&p->objects, l);
  const struct abstract_object *v = &p->objects.v.v[object];
  if (!(p->assumed & assumption_bit (ASSUME_HANDLES)))
    return true;
  if (writes_own_data (p, e))
    return false;
  return !v->type || v->whole || v->is_array || v->stands_for || object_has_union (p, object) ||
         is_used_around (p, e, l);
}
