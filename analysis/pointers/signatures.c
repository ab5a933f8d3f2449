/* Finds signatures: of every type of functions its shape, which is what the parameters and the
   result are: integers and floats by their size, pointers to data, pointers to functions, structs
   by their size.  What a pointer to data leads to does not matter: `self' is of many types.

     int compare (const void *, const void *);      int (pointer, pointer)
     table->free ((void *)p);                       void (pointer)

   A cast shows where the name of a function, or a pointer to one, gets to a place of another type:
   a variable, a field, a formal, a result.  The name may be called as what that place is, and all
   functions of the pointer's type may.  Casts to `void *' show nothing: what comes back from there
   is taken to be what it was. */

#include "signatures.h"
#include "pointers-internal.h"

/* Shapes */

static uint32_t class_of (const struct unit *u, uint32_t type)
{
  const struct type *t = type_at (u, type);
  if (!t)
    return 0;
  if (t->r.kind == TK_POINTER) {
    const struct type *to = type_at (u, t->r.target);
    return TK_POINTER << 1 | (to && to->r.kind == TK_FUNCTION);
  }
  uint32_t kind = t->r.kind == TK_BOOL || t->r.kind == TK_ENUM ? TK_INTEGER : t->r.kind;
  return (uint32_t)t->r.bits << 5 | kind << 1;
}

uint64_t type_signature (const struct unit *u, uint32_t type)
{
  const struct type *t = &u->types[type];
  uint64_t hash = hash_u64 (TK_FUNCTION);
  if (t->r.flags & TF_UNPROTOTYPED)
    return hash;
  hash = hash_add (hash_add (hash, t->r.flags & TF_VARARGS), class_of (u, t->r.target));
  for (uint32_t i = 0; i < t->r.params.n; i++)
    hash = hash_add (hash, class_of (u, t->r.params.v[i]));
  return hash;
}

static shape_id shape_of (struct signatures *s, const struct unit *u, uint32_t type)
{
  const struct type *t = type_at (u, type);
  if (!t || t->r.kind != TK_FUNCTION || t->r.flags & TF_UNPROTOTYPED)
    return 0;
  vec_u32 v = {0};
  vec_push (&v, t->r.flags & TF_VARARGS);
  vec_push (&v, class_of (u, t->r.target));
  for (uint32_t i = 0; i < t->r.params.n; i++)
    vec_push (&v, class_of (u, t->r.params.v[i]));
  shape_id id = tuples_intern (&s->shapes, v.v, v.n);
  vec_free (&v);
  unionfind_grow (&s->same, id + 1);
  return id;
}

static void find_shapes (struct signatures *s)
{
  const struct program *p = s->program;
  s->of_pointer = ARENA_ARRAY (&s->arena, p->n_units, shape_id *);
  for (uint32_t i = 0; i < p->n_units; i++) {
    const struct unit *u = p->units[i].unit;
    s->of_pointer[i] = ARENA_ARRAY (&s->arena, u->n_types + 1, shape_id);
    for (uint32_t t = 1; t <= u->n_types; t++)
      if (u->types[t].r.kind == TK_POINTER)
        s->of_pointer[i][t] = shape_of (s, u, u->types[t].r.target);
  }
  s->of_function = ARENA_ARRAY (&s->arena, p->n_functions + 1, shape_id);
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct program_function *v = &p->functions[f];
    if (v->body)
      s->of_function[f] = shape_of (s, function_unit (p, f), v->body->r.type);
    else if (v->prototype)
      s->of_function[f] = shape_of (s, function_unit (p, f), v->prototype->type);
  }
}

/* Casts */

static void cast_name (struct signatures *s, funid f, shape_id to)
{
  if (!f || !to || !s->of_function[f] || s->of_function[f] == to)
    return;
  for (uint32_t i = s->first_cast[f]; i; i = s->casts.v[i].next)
    if (s->casts.v[i].to == to)
      return;
  vec_push (&s->casts, (struct shape_cast){to, s->first_cast[f]});
  s->first_cast[f] = s->casts.n - 1;
}

/* A function that is looked at. */
struct scan {
  struct signatures *s;
  const struct program_unit *u;
  const struct function *b;
  const shape_id *of_pointer;
};

static shape_id shape_of_value (const struct scan *c, uint32_t value)
{
  return c->of_pointer[c->b->value_types[value]];
}

/* The operand gets to where something of that shape is. */
static void flows (const struct scan *c, const struct operand *o, shape_id to)
{
  if (!to)
    return;
  if (o->kind == OPND_VALUE && shape_of_value (c, o->value))
    unionfind_unite (&c->s->same, shape_of_value (c, o->value), to);
  else if (o->kind == OPND_ADDRESS && o->u.addr->base_kind == BASE_SYMBOL)
    cast_name (c->s, c->u->functions[o->u.addr->base], to);
}

static shape_id shape_of_place (const struct scan *c, const struct address *a)
{
  return c->of_pointer[type_of_place (c->u->unit, a)];
}

/* The type of what a call calls, and the unit that has it. */
static const struct type *called_type (const struct scan *c, const struct rec_call *r,
                                       uint32_t *unit)
{
  const struct program *p = c->s->program;
  const struct unit *u = c->u->unit;
  *unit = (uint32_t)(c->u - p->units);
  if (r->callee.kind == OPND_VALUE) {
    const struct type *t = type_at (u, c->b->value_types[r->callee.value]);
    return t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  }
  if (r->callee.kind != OPND_ADDRESS || r->callee.u.addr->base_kind != BASE_SYMBOL)
    return NULL;
  const struct program_function *v = &p->functions[c->u->functions[r->callee.u.addr->base]];
  *unit = v->unit;
  u = p->units[v->unit].unit;
  return v->body        ? type_at (u, v->body->r.type)
         : v->prototype ? type_at (u, v->prototype->type)
                        : NULL;
}

static void scan_call (const struct scan *c, const struct rec_call *r)
{
  uint32_t unit;
  const struct type *t = called_type (c, r, &unit);
  if (!t || t->r.kind != TK_FUNCTION)
    return;
  const shape_id *of_pointer = c->s->of_pointer[unit];
  for (uint32_t i = 0; i < r->args.n && i < t->r.params.n; i++)
    flows (c, &r->args.v[i], of_pointer[t->r.params.v[i]]);
  if (r->r.dst && of_pointer[t->r.target] && shape_of_value (c, r->r.dst))
    unionfind_unite (&c->s->same, of_pointer[t->r.target], shape_of_value (c, r->r.dst));
}

static void scan_instruction (const struct scan *c, const struct record *r)
{
  switch (r->kind) {
  case REC_op: {
    const struct rec_op *op = (const struct rec_op *)r;
    if (!r->dst || !shape_of_value (c, r->dst))
      break;
    flows (c, &op->a, shape_of_value (c, r->dst));
    flows (c, &op->b, shape_of_value (c, r->dst));
    flows (c, &op->c, shape_of_value (c, r->dst));
    break;
  }
  case REC_phi:
    for (uint32_t i = 0; i < ((const struct rec_phi *)r)->args.n; i++)
      flows (c, &((const struct rec_phi *)r)->args.v[i], shape_of_value (c, r->dst));
    break;
  case REC_load: {
    shape_id from = shape_of_place (c, &((const struct rec_load *)r)->addr);
    if (from && shape_of_value (c, r->dst))
      unionfind_unite (&c->s->same, from, shape_of_value (c, r->dst));
    break;
  }
  case REC_store: {
    const struct rec_store *store = (const struct rec_store *)r;
    flows (c, &store->src, shape_of_place (c, &store->addr));
    break;
  }
  case REC_call:
    scan_call (c, (const struct rec_call *)r);
    break;
  case REC_return: {
    const struct type *t = type_at (c->u->unit, c->b->r.type);
    flows (c, &((const struct rec_return *)r)->value, t ? c->of_pointer[t->r.target] : 0);
    break;
  }
  default:
    break;
  }
}

static void scan_function (struct signatures *s, funid f)
{
  const struct program_function *v = &s->program->functions[f];
  struct scan c = {s, &s->program->units[v->unit], v->body, s->of_pointer[v->unit]};
  for (uint32_t i = 0; v->body && i < v->body->n_records; i++)
    scan_instruction (&c, v->body->records[i]);
}

static void scan_initialisers (struct signatures *s, struct objects *objects, uint32_t unit)
{
  const struct program_unit *pu = &s->program->units[unit];
  for (uint32_t i = 0; i < pu->unit->n_inits; i++) {
    const struct rec_init *n = &pu->unit->inits[i];
    if (n->kind != IK_SYMBOL || !pu->functions[n->target])
      continue;
    object_id o = object_make (objects, OBJECT_GLOBAL, pu->objects[n->object], 0, 0);
    const struct type *t = object_field (objects, o, n->offset).scalar;
    const struct unit *u = s->program->units[objects->v.v[o].unit].unit;
    if (t)
      cast_name (s, pu->functions[n->target], s->of_pointer[objects->v.v[o].unit][t - u->types]);
  }
}

void signatures_find (struct signatures *s, struct objects *objects)
{
  const struct program *p = objects->program;
  *s = (struct signatures){.used = true, .program = p};
  vec_push (&s->casts, (struct shape_cast){0});
  s->first_cast = ARENA_ARRAY (&s->arena, p->n_functions + 1, uint32_t);
  find_shapes (s);
  for (funid f = 1; f <= p->n_functions; f++)
    scan_function (s, f);
  for (uint32_t i = 0; i < p->n_units; i++)
    scan_initialisers (s, objects, i);
}

void signatures_free (struct signatures *s)
{
  tuples_free (&s->shapes);
  unionfind_free (&s->same);
  vec_free (&s->casts);
  map_free (&s->fitting);
  arena_free (&s->arena);
}

/* Questions */

shape_id signature_of_pointer (struct signatures *s, const struct unit *u, uint32_t type)
{
  const struct type *t = type_at (u, type);
  while (t && t->r.kind == TK_ARRAY)
    t = type_at (u, t->r.target);
  return s->used && t && t->r.kind == TK_POINTER ? shape_of (s, u, t->r.target) : 0;
}

/* Whether the argument is of that class, as far as it can be told. */
static bool may_be (const struct unit *u, const struct function *b, const struct operand *o,
                    uint32_t class)
{
  if (o->kind == OPND_VALUE)
    return class_of (u, b->value_types[o->value]) >> 1 == class >> 1;
  return true;
}

shape_id signature_of_call (const struct signatures *s, funid caller, const struct rec_call *r)
{
  const struct program_function *v = &s->program->functions[caller];
  const struct unit *u = s->program->units[v->unit].unit;
  if (!s->used || r->callee.kind != OPND_VALUE || r->flags & CF_UNPROTOTYPED)
    return 0;
  uint32_t type = v->body->value_types[r->callee.value];
  shape_id shape = s->of_pointer[v->unit][type];
  if (!shape)
    return 0;
  /* The compiler drops casts of one pointer to functions to another. */
  const struct type *t = &u->types[u->types[type].r.target];
  if (t->r.flags & TF_VARARGS ? r->args.n < t->r.params.n : r->args.n != t->r.params.n)
    return 0;
  for (uint32_t i = 0; i < t->r.params.n; i++)
    if (!may_be (u, v->body, &r->args.v[i], class_of (u, t->r.params.v[i])))
      return 0;
  return shape;
}

bool signature_fits (struct signatures *s, shape_id call, funid f)
{
  shape_id shape = s->used ? s->of_function[f] : 0;
  if (!call || !shape || unionfind_same (&s->same, call, shape))
    return true;
  for (uint32_t i = s->first_cast[f]; i; i = s->casts.v[i].next)
    if (unionfind_same (&s->same, call, s->casts.v[i].to))
      return true;
  return false;
}

setid signatures_fitting (struct signatures *s, shape_id call, const struct objects *o,
                          struct sets *sets, setid set)
{
  if (!call || !set)
    return set;
  uint32_t known = map_get (&s->fitting, map_pair (call, set), 0);
  if (known)
    return known - 1;
  vec_u32 kept = {0};
  for (struct set_iter i = sets_each (sets, set); set_next (&i);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, i.x)];
    if (v->kind != OBJECT_FUNCTION || signature_fits (s, call, v->a))
      vec_push (&kept, i.x);
  }
  setid result = sets_from (sets, kept.v, kept.n);
  vec_free (&kept);
  map_set (&s->fitting, map_pair (call, set), 1 + result);
  return result;
}
