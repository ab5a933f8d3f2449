/* Handles by type: whether a store may be of memory that holds the handle of a thread, as far as
   types say.  Where pointers are lost, as in containers of everything, each store may be to
   anything, anywhere in it; but nobody writes over the `pthread_t' in a struct through a field of
   another struct, through a pointer to characters, or where a pointer is declared to be; nor does a
   function of a library that brings what it writes from elsewhere. */

#include "threads-internal.h"

enum { DEEPEST_TYPE = 8, FARTHEST = 8 };

/* What a handle is declared in. */
struct holder {
  const char *name;  /* of the innermost struct; NULL: of none */
  const char *field; /* ... its field */
  bool met; /* the pointer is known to lead to it: then what it is used as does not matter */
};

/* Where a number is: the struct and the field, as above. */
struct number {
  const char *in, *field;
};

static bool is_named (const char *a, const char *b)
{
  return a && b ? !strcmp (a, b) : a == b;
}

static const char *name_of (const struct unit *u, uint32_t name)
{
  return name ? u->strings[name] : NULL;
}

static struct number number_at (const struct unit *u, const struct type *t, uint32_t field,
                                const struct holder *h)
{
  return (struct number){t->r.name ? name_of (u, t->r.name) : h->name,
                         name_of (u, t->fields[field].name)};
}

/* Whether a thing of type T, which is in the struct and field of IN, may contain the handle.
   Structs that call the field the same may be used for each other. */
static bool may_hold (const struct unit *u, const struct type *t, const struct holder *h,
                      struct number in, int depth)
{
  if (!t || !depth)
    return true;
  switch ((enum type_kind)t->r.kind) {
  case TK_BOOL:
  case TK_FLOAT:
  case TK_POINTER:
    return false;
  case TK_INTEGER:
  case TK_ENUM:
    return t->r.bits >= u->r.pointer_bits &&
           (h->met || is_named (h->name, in.in) || is_named (h->field, in.field));
  case TK_ARRAY:
    return may_hold (u, type_at (u, t->r.target), h, in, depth - 1);
  case TK_STRUCT:
  case TK_UNION:
    for (uint32_t i = 0; i < t->n_fields; i++)
      if (may_hold (u, type_at (u, t->fields[i].type), h, number_at (u, t, i, h), depth - 1))
        return true;
    return !t->n_fields;
  default:
    return true;
  }
}

/* The same of what is at the address. */
static bool place_may_hold (const struct unit *u, const struct address *a, const struct holder *h)
{
  const struct type *t = a->path_bits == a->bitoff ? type_at (u, a->root) : NULL;
  struct number in = {h->name, NULL}; /* what a plain pointer leads to may be in any */
  for (uint32_t i = 0; t && i < a->n_steps; i++) {
    if (t->r.kind == TK_UNION)
      return true;
    if (a->steps[i].kind != STEP_FIELD) {
      t = t->r.kind == TK_ARRAY ? type_at (u, t->r.target) : NULL;
      continue;
    }
    if (a->steps[i].n >= t->n_fields)
      return true;
    in = number_at (u, t, (uint32_t)a->steps[i].n, h);
    t = type_at (u, t->fields[a->steps[i].n].type);
  }
  return may_hold (u, t, h, in, DEEPEST_TYPE);
}

/* ... of what a pointer leads to: as what it comes from says, and what it is converted to on its
   way; UNTOLD if these say nothing. */
static bool target_may_hold (const struct unit *u, const struct function *b,
                             const struct operand *o, const struct holder *h, bool untold)
{
  for (int i = 0; i < FARTHEST && o->kind == OPND_VALUE; i++) {
    const struct type *t = type_at (u, b->value_types[o->value]);
    const struct type *to = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
    bool says = to && to->r.kind != TK_VOID;
    if (says && may_hold (u, to, h, (struct number){h->name, NULL}, DEEPEST_TYPE))
      return true;
    untold &= !says;
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op ||
        (op->code != OP_COPY && op->code != OP_CONVERT && op->code != OP_POINTER_ADD))
      return untold;
    o = &op->a;
  }
  return o->kind == OPND_ADDRESS ? place_may_hold (u, o->u.addr, h) : untold;
}

/* The argument that is the pointer to what a call writes; NULL: none is. */
static const struct operand *written_through (const struct effect *e, const struct record *r)
{
  const struct model_place *p = e->place;
  const struct rec_call *c = (const struct rec_call *)r;
  if (r->kind != REC_call || e->operand || e->behind)
    return e->operand;
  return p && p->base == MODEL_ARG && p->derefs == 1 && p->number < c->args.n
             ? &c->args.v[p->number]
             : NULL;
}

/* What functions of libraries write by themselves: no copies of what the program has. */
static const struct {
  uint8_t kind, operand;
} own_data[] = {
    {EFFECT_WRITE, WRITE_MEMORY}, {EFFECT_INIT, INIT_LOCK}, {EFFECT_DESTROY, DESTROY_LOCK}};

static bool is_own_data (const struct model_effect *f, const struct model_place *place)
{
  for (size_t i = 0; i < sizeof own_data / sizeof *own_data; i++)
    if (f->kind == own_data[i].kind && place == &f->op[own_data[i].operand].u.place)
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

bool handle_may_be_written (const struct thread_finder *d, const struct effect *e, loc_id l)
{
  const struct objects *o = &d->s->p->objects;
  const struct function *b = d->program->functions[e->function].body;
  const struct unit *u = function_unit (d->program, e->function);
  const struct location *at = loc_get (o, l);
  if (!(d->s->p->assumed & assumption_bit (ASSUME_HANDLES)) || at->offset <= OFFSET_EVERYTHING ||
      e->flags & AF_REFALL)
    return true;
  struct field_place place = object_field (o, at->object, at->offset);
  if (!place.scalar || place.scalar->r.kind != TK_INTEGER || place.in_union ||
      (place.record && !place.record->r.name))
    return true;
  const struct unit *of = o->program->units[o->v.v[at->object].unit].unit;
  struct holder h = {place.record ? loc_struct_name (o, l) : NULL,
                     place.field ? name_of (of, place.field->name) : NULL,
                     sets_has (&d->s->p->sets, e->where, l)};
  if (e->addr)
    return place_may_hold (u, e->addr, &h);
  const struct operand *through = written_through (e, b->records[e->record]);
  bool untold = !writes_own_data (d->s->p, e);
  return through ? target_may_hold (u, b, through, &h, untold) : untold;
}
