/* Makes the constraints of the pointer analysis from the instructions and initialisers of the
   program: memory, calls and what starts them.  Operations are in pointers-operations.c. */

#include "pointers-internal.h"

/* Objects */

object_id solver_object (struct solver *s, enum object_kind kind, uint32_t a, uint32_t b,
                         uint32_t chain)
{
  return object_make (&s->p->objects, kind, a, b, chain);
}

object_id function_object (struct solver *s, funid f)
{
  return solver_object (s, OBJECT_FUNCTION, f, 0, 0);
}

static object_id global_object (struct solver *s, const struct program_unit *u, uint32_t number)
{
  if (!u->unit->objects[number].symbol)
    return solver_object (s, OBJECT_STRING, 0, 0, 0);
  return solver_object (s, OBJECT_GLOBAL, u->objects[number], 0, 0);
}

/* Addresses */

int64_t address_bytes (const struct address *a)
{
  int64_t bytes = a->bitoff >> 3;
  for (uint32_t i = 0; i < a->n_indices; i++)
    if (a->indices[i].index.kind == OPND_INT)
      bytes += a->indices[i].index.u.number * (int64_t)a->indices[i].stride;
  return bytes;
}

uint64_t address_step (const struct address *a, uint32_t i)
{
  if (a->indices[i].index.kind == OPND_INT)
    return 0;
  return a->indices[i].stride ? a->indices[i].stride : 1; /* 0: elements of variable size */
}

loc_id build_location (struct solver *s, funid f, const struct address *a)
{
  const struct program_unit *u = &s->program->units[s->program->functions[f].unit];
  struct objects *o = &s->p->objects;
  object_id object;
  switch (a->base_kind) {
  case BASE_OBJECT:
    object = global_object (s, u, a->base);
    break;
  case BASE_LOCAL:
    object = solver_object (s, OBJECT_LOCAL, f, a->base, 0);
    break;
  case BASE_SYMBOL:
    if (!u->functions[a->base])
      return 0;
    object = function_object (s, u->functions[a->base]);
    break;
  default:
    return 0;
  }
  loc_id l = loc_at (o, object, address_bytes (a));
  /* The path has stayed inside its arrays already; what is left are steps that fit no array. */
  for (uint32_t i = 0; i < a->n_indices; i++)
    l = loc_shift (o, l, 0, address_step (a, i));
  return l;
}

/* The base of an address, a value, moved as far that what is left is one step by *BYTES and
 * *STRIDE. */
static node_id moved_base (struct solver *s, funid f, const struct address *a, int64_t *bytes,
                           uint64_t *stride)
{
  node_id n = value_node (s, f, a->base);
  *bytes = address_bytes (a);
  *stride = 0;
  for (uint32_t i = 0; i < a->n_indices; i++) {
    if (!address_step (a, i))
      continue;
    if (*bytes || *stride) {
      node_id moved = solver_new_node (s);
      solver_add_constraint (s, n, C_SHIFT, moved, *bytes, *stride);
      n = moved;
      *bytes = 0;
    }
    *stride = address_step (a, i);
  }
  return n;
}

node_id build_address (struct solver *s, funid f, const struct address *a)
{
  node_id n = solver_new_node (s);
  if (a->base_kind == BASE_VALUE) {
    int64_t bytes;
    uint64_t stride;
    node_id base = moved_base (s, f, a, &bytes, &stride);
    solver_add_constraint (s, base, C_SHIFT, n, bytes, stride);
  } else {
    loc_id l = build_location (s, f, a);
    if (l)
      solver_add_target (s, n, l);
  }
  return n;
}

node_id build_operand (struct solver *s, funid f, const struct operand *o)
{
  if (o->kind == OPND_VALUE)
    return value_may_hold (s, f, o->value) ? value_node (s, f, o->value) : 0;
  return o->kind == OPND_ADDRESS ? build_address (s, f, o->u.addr) : 0;
}

uint32_t type_of_place (const struct unit *u, const struct address *a)
{
  uint32_t type = a->path_bits == a->bitoff ? a->root : 0;
  for (uint32_t i = 0; type && i < a->n_steps; i++) {
    const struct type *t = &u->types[type];
    if (a->steps[i].kind != STEP_FIELD)
      type = t->r.kind == TK_ARRAY ? t->r.target : 0;
    else
      type = a->steps[i].n < t->n_fields ? t->fields[a->steps[i].n].type : 0;
  }
  return type;
}

/* How many bytes the thing at an address has by its type; 0: unknown. */
static uint64_t bytes_of_place (const struct unit *u, const struct address *a)
{
  uint32_t type = type_of_place (u, a);
  return type ? u->types[type].r.bits / 8 : 0;
}

/* Memory */

static void build_load_from (struct solver *s, funid f, const struct address *a, node_id dst,
                             field_key field)
{
  if (a->base_kind == BASE_VALUE) {
    int64_t bytes;
    uint64_t stride;
    node_id base = moved_base (s, f, a, &bytes, &stride);
    solver_add_constraint (s, base, C_LOAD, dst, bytes, stride);
    if (field)
      solver_use_field (s, base, bytes, stride, field);
    return;
  }
  loc_id l = build_location (s, f, a);
  if (l && field)
    solver_touch_place (s, field, l);
  if (l && loc_is_anywhere (&s->p->objects, l))
    l = loc_everything (&s->p->objects, loc_object (&s->p->objects, l));
  if (l)
    solver_add_edge (s, solver_content (s, l), dst);
}

static void build_store_to (struct solver *s, funid f, const struct address *a, node_id src,
                            field_key field, enum plain_store plain)
{
  if (field)
    solver_add_edge (s, src, solver_field (s, field)->stored);
  if (a->base_kind == BASE_VALUE) {
    int64_t bytes;
    uint64_t stride;
    node_id base = moved_base (s, f, a, &bytes, &stride);
    solver_add_store (s, base, src, bytes, stride, field, plain);
    if (field)
      solver_use_field (s, base, bytes, stride, field);
    return;
  }
  loc_id l = build_location (s, f, a);
  if (!l)
    return;
  if (field)
    solver_touch_place (s, field, l);
  solver_add_edge (s, src, solver_content (s, l));
  solver_store_field (s, l, src, plain);
}

/* A wide value that is loaded is memory that is copied: it is kept in an object, too, so that a
   store puts each pointer where it was. */
static object_id wide_object (struct solver *s, funid f, uint32_t value)
{
  enum { LOADED = 1 << 18, COMPUTED }; /* tells these objects from those of calls and models */
  const struct function *b = s->program->functions[f].body;
  uint32_t def = b->value_defs[value];
  if (def != UINT32_MAX && b->records[def]->kind == REC_load)
    return solver_object (s, OBJECT_COPY, f, def, LOADED);
  object_id o = solver_object (s, OBJECT_COPY, f, value, COMPUTED);
  solver_add_edge (s, value_node (s, f, value),
                   solver_content (s, loc_anywhere (&s->p->objects, o)));
  return o;
}

static uint64_t bytes_of_value (const struct solver *s, funid f, uint32_t value)
{
  const struct unit *u = function_unit (s->program, f);
  return type_at (u, s->program->functions[f].body->value_types[value])->r.bits / 8;
}

/* A void pointer may be to data, too. */
static bool is_function_field (const struct solver *s, funid f, uint32_t value)
{
  const struct unit *u = function_unit (s->program, f);
  const struct type *t = type_at (u, s->program->functions[f].body->value_types[value]);
  const struct type *to = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  return !to || to->r.kind != TK_VOID;
}

static void build_load (struct solver *s, funid f, const struct rec_load *r)
{
  node_id dst = value_node (s, f, r->r.dst);
  field_key field = field_of_address (s, function_unit (s->program, f), &r->addr);
  if (field && is_function_field (s, f, r->r.dst)) {
    node_id raw = solver_new_node (s);
    build_load_from (s, f, &r->addr, raw, field);
    solver_load_field (s, field, raw, dst);
    return;
  }
  if (!value_is_wide (s, f, r->r.dst)) {
    build_load_from (s, f, &r->addr, dst, field);
    return;
  }
  object_id wide = wide_object (s, f, r->r.dst);
  solver_add_constraint (s, build_address (s, f, &r->addr), C_READ, wide, 0,
                         bytes_of_value (s, f, r->r.dst));
  solver_add_edge (s, solver_content (s, loc_everything (&s->p->objects, wide)), dst);
}

/* Whether the address leads to a field of a struct, and into no union. */
static bool names_field (const struct unit *u, const struct address *a)
{
  const struct type *t = type_at (u, a->root);
  bool field = false;
  for (uint32_t i = 0; t && i < a->n_steps; i++) {
    if (t->r.kind == TK_UNION)
      return false;
    field |= a->steps[i].kind == STEP_FIELD;
    t = type_at (u,
                    a->steps[i].kind == STEP_FIELD ? t->fields[a->steps[i].n].type : t->r.target);
  }
  return field;
}

/* Other things are of a type of their own where they are not void pointers, unless the compiler
   made the store from a copy of memory. */
static enum plain_store may_be_function (const struct solver *s, funid f, const struct rec_store *r)
{
  const struct unit *u = function_unit (s->program, f);
  const struct operand *o = &r->src;
  if (names_field (u, &r->addr))
    return PLAIN_NO;
  if (r->flags & AF_REFALL)
    return PLAIN_VOID;
  if (o->kind == OPND_ADDRESS)
    return o->u.addr->base_kind == BASE_SYMBOL ? PLAIN_FUNCTION : PLAIN_NO;
  const struct type *t = type_at (u, s->program->functions[f].body->value_types[o->value]);
  const struct type *to = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  if (t && t->r.kind == TK_INTEGER && t->r.bits == 8 * sizeof (void *))
    return PLAIN_STRAY; /* uintptr_t */
  if (!to || (to->r.kind != TK_VOID && to->r.kind != TK_FUNCTION))
    return PLAIN_NO;
  return to->r.kind == TK_VOID ? PLAIN_VOID : PLAIN_FUNCTION;
}

static void build_store (struct solver *s, funid f, const struct rec_store *r)
{
  node_id src = build_operand (s, f, &r->src);
  field_key field = field_of_address (s, function_unit (s->program, f), &r->addr);
  if (src && operand_is_wide (s, f, &r->src))
    solver_add_constraint (s, build_address (s, f, &r->addr), C_WRITE,
                           wide_object (s, f, r->src.value), 0,
                           bytes_of_value (s, f, r->src.value));
  else if (src)
    build_store_to (s, f, &r->addr, src, field, field ? PLAIN_NO : may_be_function (s, f, r));
}

static void build_copy (struct solver *s, funid f, uint32_t record, const struct rec_copy *c)
{
  object_id between = solver_object (s, OBJECT_COPY, f, record, 0);
  solver_add_constraint (s, build_address (s, f, &c->from), C_READ, between, 0, c->bits / 8);
  solver_add_constraint (s, build_address (s, f, &c->to), C_WRITE, between, 0, c->bits / 8);
}

/* Calls */

/* An aggregate passed by value is copied to an object of its own first. */
static struct actual build_actual (struct solver *s, funid f, uint32_t record, uint32_t n,
                                   const struct operand *o)
{
  struct actual a = {0, 0};
  if (o->kind == OPND_CONTENTS) {
    a.contents = solver_object (s, OBJECT_COPY, f, record, n + 1);
    uint64_t bytes = bytes_of_place (function_unit (s->program, f), o->u.addr);
    solver_add_constraint (s, build_address (s, f, o->u.addr), C_READ, a.contents, 0, bytes);
  } else {
    a.node = build_operand (s, f, o);
  }
  return a;
}

static void build_call (struct solver *s, funid f, uint32_t record, const struct rec_call *c)
{
  enum { RESULT = 1 << 16 }; /* tells the result's object from those of actuals */
  const struct program_unit *u = &s->program->units[s->program->functions[f].unit];
  struct call_site site = {.caller = f,
                           .record = record,
                           .n_actuals = c->args.n,
                           .copy = s->copies.at.f == f ? s->copies.at.chain : 0,
                           .depth = s->copies.at.f == f ? s->copies.at.depth : 0,
                           .shape = signature_of_call (&s->p->signatures, f, c)};
  struct actual *actuals = xcalloc (c->args.n + 1, sizeof *actuals);
  for (uint32_t i = 0; i < c->args.n; i++)
    actuals[i] = build_actual (s, f, record, i, &c->args.v[i]);
  if (c->r.dst && value_may_hold (s, f, c->r.dst))
    site.result = value_node (s, f, c->r.dst);
  if (c->result.kind == OPND_CONTENTS) {
    site.result_object = solver_object (s, OBJECT_COPY, f, record, RESULT);
    site.result = solver_new_node (s);
    build_store_to (s, f, c->result.u.addr, site.result, 0, PLAIN_NO);
    solver_add_constraint (s, build_address (s, f, c->result.u.addr), C_WRITE, site.result_object,
                           0, c->result_bits / 8);
  }
  site.chain = build_operand (s, f, &c->chain);
  uint32_t number = solver_add_site (s, &site, actuals);
  free (actuals);
  if (c->flags & CF_INTERNAL) {
    const struct model *m = models_find_call (s->models, NULL, u->unit->strings[c->builtin], true);
    if (m)
      build_model_call (s, 0, m, number);
  } else if (c->callee.kind == OPND_ADDRESS && c->callee.u.addr->base_kind == BASE_SYMBOL) {
    solver_bind (s, number, u->functions[c->callee.u.addr->base]);
  } else if (c->callee.kind == OPND_VALUE) {
    solver_add_constraint (s, value_node (s, f, c->callee.value), C_CALL, number, 0, 0);
  }
}

/* The arguments behind `...' are kept in the va_list itself. */
static void build_va (struct solver *s, funid f, const struct rec_va *v)
{
  node_id list = build_operand (s, f, &v->list);
  if (!list)
    return;
  if (v->kind == VK_START) {
    solver_add_constraint (s, list, C_STORE, varargs_node (s, f), 0, 1);
  } else if (v->kind == VK_ARG && v->r.dst) {
    solver_add_constraint (s, list, C_LOAD, value_node (s, f, v->r.dst), 0, 1);
  } else if (v->kind == VK_ARG && v->result.kind == OPND_CONTENTS) {
    node_id held = solver_new_node (s);
    solver_add_constraint (s, list, C_LOAD, held, 0, 1);
    solver_add_constraint (s, build_address (s, f, v->result.u.addr), C_STORE, held, 0, 1);
  } else if (v->kind == VK_COPY) {
    node_id held = solver_new_node (s), from = build_operand (s, f, &v->from);
    if (from)
      solver_add_constraint (s, from, C_LOAD, held, 0, 1);
    solver_add_constraint (s, list, C_STORE, held, 0, 1);
  }
}

/* Any input of an asm may come out of any output. */
static void build_asm (struct solver *s, funid f, const struct function *b, uint32_t record)
{
  node_id through = solver_new_node (s);
  for (uint32_t i = record + 1; i < b->n_records && b->records[i]->kind == REC_asm_operand; i++) {
    const struct rec_asm_operand *o = (const struct rec_asm_operand *)b->records[i];
    if (o->operand.kind == OPND_CONTENTS) {
      if (o->direction != MD_OUT)
        build_load_from (s, f, o->operand.u.addr, through, 0);
      if (o->direction != MD_IN)
        build_store_to (s, f, o->operand.u.addr, through, 0, PLAIN_VOID);
    } else if (o->r.dst) {
      if (value_may_hold (s, f, o->r.dst))
        solver_add_edge (s, through, value_node (s, f, o->r.dst));
    } else {
      build_flow (s, f, &o->operand, through);
    }
  }
}

static void build_return (struct solver *s, funid f, const struct rec_return *r)
{
  if (r->value.kind == OPND_CONTENTS) {
    object_id held = solver_object (s, OBJECT_RETURN, f, 0, 0);
    uint64_t bytes = bytes_of_place (function_unit (s->program, f), r->value.u.addr);
    solver_add_constraint (s, build_address (s, f, r->value.u.addr), C_READ, held, 0, bytes);
  }
  build_flow (s, f, &r->value, result_node (s, f));
}

static void build_instruction (struct solver *s, funid f, uint32_t record)
{
  const struct function *b = s->program->functions[f].body;
  const struct record *r = b->records[record];
  bool holds = r->dst && value_may_hold (s, f, r->dst);
  node_id dst = holds ? value_node (s, f, r->dst) : 0;
  switch (r->kind) {
  case REC_op:
    build_op (s, f, (const struct rec_op *)r);
    break;
  case REC_phi:
    for (uint32_t i = 0; holds && i < ((const struct rec_phi *)r)->args.n; i++)
      build_flow (s, f, &((const struct rec_phi *)r)->args.v[i], dst);
    break;
  case REC_load:
    if (holds)
      build_load (s, f, (const struct rec_load *)r);
    break;
  case REC_store:
    build_store (s, f, (const struct rec_store *)r);
    break;
  case REC_copy:
    build_copy (s, f, record, (const struct rec_copy *)r);
    break;
  case REC_call:
    build_call (s, f, record, (const struct rec_call *)r);
    break;
  case REC_va:
    build_va (s, f, (const struct rec_va *)r);
    break;
  case REC_asm:
    build_asm (s, f, b, record);
    break;
  case REC_alloca:
    if (holds)
      solver_add_target (s, dst,
                         loc_at (&s->p->objects, solver_object (s, OBJECT_STACK, f, record, 0), 0));
    break;
  case REC_return:
    build_return (s, f, (const struct rec_return *)r);
    break;
  default:
    break;
  }
}

void build_function (struct solver *s, funid f)
{
  const struct function *b = s->program->functions[f].body;
  for (uint32_t i = 0; i < b->n_params; i++) {
    const struct rec_local *l = &b->locals[i + 1];
    node_id formal = formal_node (s, f, i);
    if (l->value && value_may_hold (s, f, (uint32_t)l->value))
      solver_unify (s, formal, value_node (s, f, (uint32_t)l->value));
    else if (!l->value && may_hold_pointer (function_unit (s->program, f), l->type))
      solver_add_edge (
          s, formal,
          solver_content (
              s, loc_at (&s->p->objects, solver_object (s, OBJECT_LOCAL, f, i + 1, 0), 0)));
  }
  for (uint32_t i = 0; i < b->n_records; i++)
    build_instruction (s, f, i);
}

/* Initialisers of the variables that this unit defines. */
static void build_initialisers (struct solver *s, uint32_t unit)
{
  const struct program_unit *pu = &s->program->units[unit];
  for (uint32_t i = 0; i < pu->unit->n_inits; i++) {
    const struct rec_init *n = &pu->unit->inits[i];
    if (n->kind != IK_SYMBOL && n->kind != IK_OBJECT)
      continue;
    objid o = pu->objects[n->object];
    if (s->program->objects[o].unit != unit || s->program->objects[o].number != n->object)
      continue; /* another definition won */
    object_id to;
    if (n->kind == IK_OBJECT)
      to = global_object (s, pu, (uint32_t)n->target);
    else if (pu->functions[n->target])
      to = function_object (s, pu->functions[n->target]);
    else
      continue;
    loc_id at = loc_at (&s->p->objects, solver_object (s, OBJECT_GLOBAL, o, 0, 0), n->offset);
    loc_id held = loc_at (&s->p->objects, to, n->kind == IK_OBJECT ? n->value : 0);
    solver_add_target (s, solver_content (s, at), held);
    if (n->kind == IK_SYMBOL)
      solver_init_field (s, at, held);
  }
}

void solver_add_function (struct solver *s, node_id to, const char *name)
{
  for (funid f = 1; f <= s->program->n_functions; f++)
    if (!s->program->functions[f].folded_into && !strcmp (s->program->functions[f].link_name, name))
      solver_add_target (s, to, loc_at (&s->p->objects, function_object (s, f), 0));
}

/* What a model says about a variable of a library. */
static bool build_variable (struct solver *s, objid i)
{
  const struct program_object *v = &s->program->objects[i];
  const struct unit *u = s->program->units[v->unit].unit;
  uint32_t symbol = u->objects[v->number].symbol;
  const struct model *m = symbol && !v->used_outside
                              ? models_find (s->models, u->strings[u->symbols[symbol].name])
                              : NULL;
  if (!m || !model_has (m, EFFECT_VARIABLE))
    return false;
  const struct model_operand *value = &m->effects[0].op[VARIABLE_VALUE];
  node_id content =
      solver_content (s, loc_at (&s->p->objects, solver_object (s, OBJECT_GLOBAL, i, 0, 0), 0));
  if (value->kind == MODEL_PLACE && value->u.place.base == MODEL_FUNCTION)
    solver_add_function (s, content, value->u.place.name);
  else if (value->kind == MODEL_PLACE)
    solver_add_target (s, content,
                       loc_at (&s->p->objects, library_object (s->p, &value->u.place), 0));
  return true;
}

/* What the unseen world can name: everything public in a library, and what objects without facts
   refer to. */
static void build_outside (struct solver *s)
{
  const struct program *p = s->program;
  struct objects *o = &s->p->objects;
  bool library = !p->main && p->n_entries;
  for (funid f = 1; f <= p->n_functions; f++)
    if (p->functions[f].body && p->functions[f].used_outside)
      solver_add_target (s, s->worlds[WORLD_OUTSIDE].entering,
                         loc_at (o, function_object (s, f), 0));
  for (objid i = 1; i <= p->n_objects; i++)
    if (p->objects[i].used_outside || (!p->objects[i].defined && !build_variable (s, i)) ||
        (library && p->objects[i].is_public))
      solver_add_target (s, s->worlds[WORLD_OUTSIDE].entering,
                         loc_at (o, solver_object (s, OBJECT_GLOBAL, i, 0, 0), 0));
  for (uint32_t i = 0; i < p->n_entries; i++)
    solver_add_target (s, s->worlds[WORLD_OUTSIDE].entering,
                       loc_at (o, function_object (s, p->entries[i]), 0));
  struct model_place given = {.base = MODEL_STATIC, .name = "argv"};
  for (uint32_t i = 1; p->main && i < p->functions[p->main].body->n_params; i++)
    solver_add_target (s, formal_node (s, p->main, i),
                       loc_at (o, library_object (s->p, &given), 0));
}

/* Functions that nobody calls do nothing, and archives are full of them: what they would store
   somewhere is nowhere. */
void solver_reach (struct solver *s, funid f)
{
  if (!s->program->functions[f].body || s->p->reached[f])
    return;
  s->p->reached[f] = true;
  if (!solver_is_copied (s, f))
    vec_push (&s->to_build, f);
}

void build_reached (struct solver *s)
{
  while (s->to_build.n || s->copies.to_build.n) {
    if (s->to_build.n)
      build_function (s, vec_pop (&s->to_build));
    else
      build_copies (s);
  }
}

void build_program (struct solver *s)
{
  const struct program *p = s->program;
  make_nodes (s);
  solver_find_copied (s);
  for (uint32_t i = 0; i < p->n_units; i++)
    build_initialisers (s, i);
  build_outside (s);
  if (p->main)
    solver_reach (s, p->main);
  for (funid f = 1; f <= p->n_functions; f++) {
    if (runs_by_itself (p, f))
      solver_reach (s, f);
    if (p->functions[f].resolver)
      solver_reach (s, p->functions[f].resolver);
  }
}
