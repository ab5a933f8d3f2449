/* Makes the constraints of calls whose meaning a model tells: what flows between arguments, result
   and memory, and who is called back. */

#include "opaque.h"
#include "pointers-internal.h"

/* A call being modelled. */
struct modelled {
  struct solver *s;
  uint32_t site;
  funid function;
  const struct model *model;
  struct map locals; /* name of a model's local: its node */
  struct map opaque; /* number of an argument: the node with what it may be */
};

static const struct call_site *site_of (const struct modelled *m)
{
  return &m->s->sites.v[m->site];
}

static node_id actual_node (const struct modelled *m, uint32_t n)
{
  const struct call_site *c = site_of (m);
  return n < c->n_actuals ? m->s->actuals.v[c->actuals + n].node : 0;
}

/* The same as far as it may be of the kind that the row says. */
static node_id argument_node (struct modelled *m, uint32_t n)
{
  node_id all = actual_node (m, n);
  const char *kind = all ? opaque_argument (m->model, n) : NULL;
  if (!kind)
    return all;
  node_id known = map_get (&m->opaque, n, 0);
  if (known)
    return known;
  node_id made = solver_opaque (m->s, all, kind);
  map_set (&m->opaque, n, made);
  return made;
}

static node_id local_node (struct modelled *m, const char *name)
{
  uint32_t *n = map_at (&m->locals, strings_intern (&m->s->p->names, name));
  if (!*n)
    *n = solver_new_node (m->s);
  return *n;
}

/* A node that holds all arguments from N on. */
static node_id rest_node (struct modelled *m, uint32_t n)
{
  node_id all = solver_new_node (m->s);
  for (; n < site_of (m)->n_actuals; n++)
    solver_add_edge (m->s, actual_node (m, n), all);
  return all;
}

static node_id base_node (struct modelled *m, const struct model_place *p)
{
  switch ((enum model_base)p->base) {
  case MODEL_ARG:
    return argument_node (m, p->number);
  case MODEL_ARGS:
    return rest_node (m, p->number);
  case MODEL_RET:
    return site_of (m)->result;
  case MODEL_LOCAL:
    return local_node (m, p->name);
  case MODEL_STATIC:
  case MODEL_THREAD:
  case MODEL_SAFE: {
    node_id n = solver_new_node (m->s);
    struct objects *o = &m->s->p->objects;
    solver_add_target (m->s, n, loc_at (o, library_object (m->s->p, p), 0));
    return n;
  }
  case MODEL_FUNCTION: {
    node_id n = solver_new_node (m->s);
    solver_add_function (m->s, n, p->name);
    return n;
  }
  }
  return 0;
}

/* What is added before dereference I of a place. */
static void offset_of (const struct modelled *m, const struct model_place *p, uint32_t i,
                       int64_t *bytes, uint64_t *stride)
{
  const struct call_site *c = site_of (m);
  uint64_t pointer =
      c->caller ? function_unit (m->s->program, c->caller)->r.pointer_bits / 8 : sizeof (void *);
  *bytes = 0;
  *stride = 0;
  if (!p->offsets)
    return;
  *bytes = p->offsets[i].bytes + p->offsets[i].pointers * (int64_t)pointer;
  *stride = p->offsets[i].unknown ? 1 : 0;
}

/* The node after DEREFS of the place's dereferences; 0: nothing there holds a pointer. */
static node_id place_node (struct modelled *m, const struct model_place *p, uint32_t derefs)
{
  node_id n = base_node (m, p);
  int64_t bytes;
  uint64_t stride;
  for (uint32_t i = 0; n && i < derefs; i++) {
    node_id held = solver_new_node (m->s);
    offset_of (m, p, i, &bytes, &stride);
    solver_add_constraint (m->s, n, C_LOAD, held, bytes, stride);
    n = held;
  }
  return n;
}

/* A node that holds the value of an operand. */
static node_id value_of (struct modelled *m, const struct model_operand *o)
{
  if (o->kind == MODEL_UNKNOWN) {
    node_id n = solver_new_node (m->s);
    solver_from_outside (m->s, n);
    return n;
  }
  if (o->kind != MODEL_PLACE)
    return 0;
  node_id n = place_node (m, &o->u.place, o->u.place.derefs);
  int64_t bytes;
  uint64_t stride;
  offset_of (m, &o->u.place, o->u.place.derefs, &bytes, &stride);
  if (!n || (!bytes && !stride))
    return n;
  node_id moved = solver_new_node (m->s);
  solver_add_constraint (m->s, n, C_SHIFT, moved, bytes, stride);
  return moved;
}

/* A node that holds the address of a place in memory, which is dereferenced at least once. */
static node_id address_of (struct modelled *m, const struct model_operand *o)
{
  if (o->kind != MODEL_PLACE || !o->u.place.derefs)
    return 0;
  uint32_t last = o->u.place.derefs - 1u;
  node_id n = place_node (m, &o->u.place, last);
  int64_t bytes;
  uint64_t stride;
  offset_of (m, &o->u.place, last, &bytes, &stride);
  if (!n || (!bytes && !stride))
    return n;
  node_id moved = solver_new_node (m->s);
  solver_add_constraint (m->s, n, C_SHIFT, moved, bytes, stride);
  return moved;
}

/* Lets what FROM holds flow to a target: the result, a local of the model, or memory. */
static void deliver (struct modelled *m, node_id from, const struct model_operand *o)
{
  if (!from)
    return;
  if (o->kind == MODEL_NONE) {
    solver_add_edge (m->s, from, site_of (m)->result);
  } else if (o->kind == MODEL_PLACE && !o->u.place.derefs) {
    solver_add_edge (m->s, from, base_node (m, &o->u.place));
  } else if (o->kind == MODEL_PLACE) {
    node_id to = address_of (m, o);
    if (to)
      solver_add_store (m->s, to, from, 0, 0, 0, PLAIN_VOID);
  }
}

/* Effects */

/* A size that the call at RECORD of F gives if all of it is constant; 0 unknown. */
static uint64_t size_at (const struct solver *s, funid f, uint32_t record,
                         const struct model_operand *o)
{
  if (!o || o->kind != MODEL_SIZE || o->u.size->kind != SIZE_PRODUCT || !f)
    return 0;
  const struct record *r = s->program->functions[f].body->records[record];
  if (r->kind != REC_call)
    return 0;
  const struct rec_call *call = (const struct rec_call *)r;
  uint64_t size = (uint64_t)o->u.size->bytes;
  for (unsigned i = 0; i < o->u.size->factors; i++) {
    const struct model_place *p = &o->u.size->factor[i];
    if (p->base != MODEL_ARG || p->derefs || p->number >= call->args.n ||
        call->args.v[p->number].kind != OPND_INT)
      return 0;
    size *= (uint64_t)call->args.v[p->number].u.number;
  }
  return size;
}

static uint64_t constant_size (const struct modelled *m, const struct model_operand *o)
{
  return size_at (m->s, site_of (m)->caller, site_of (m)->record, o);
}

/* What effect NUMBER allocates.  If a row allocates several objects, they differ by a chain of no
   calls. */
static object_id new_object (struct modelled *m, uint32_t number, const struct model_operand *size)
{
  const struct call_site *c = site_of (m);
  uint32_t first = 0;
  while (m->model->effects[first].kind != m->model->effects[number].kind)
    first++;
  uint32_t chain =
      number != first ? tuples_intern (&m->s->p->chains, &number, 1) : solver_copy_chain (m->s, c);
  object_id o = solver_object (m->s, OBJECT_HEAP, c->caller, c->record, chain);
  if (number == first) {
    heap_layout (m->s, o, c->caller, c->record, constant_size (m, size));
    /* Who can be told where the memory is to be gives whole pages, next to others. */
    m->s->p->objects.v.v[o].stands_for |= model_has (m->model, EFFECT_RETURN);
    close_object (m->s, o, m->model);
  }
  return o;
}

static void do_allocate (struct modelled *m, const struct model_operand *op, uint32_t number)
{
  node_id n = solver_new_node (m->s);
  uint32_t into;
  deliver (m, n, &op[ALLOCATE_TARGET]);
  if ((model_is_allocator (m->model) || model_allocates_into (m->model, &into)) &&
      build_origin (m->s, m->site, n))
    return;
  object_id o = new_object (m, number, &op[ALLOCATE_SIZE]);
  solver_add_target (m->s, n, loc_at (&m->s->p->objects, o, 0));
}

static node_id key_of (const struct modelled *m, const struct model_operand *key)
{
  const struct call_site *c = site_of (m);
  const struct function *b = c->caller ? m->s->program->functions[c->caller].body : NULL;
  return b ? solver_key (m->s, c->caller, (const struct rec_call *)b->records[c->record], key) : 0;
}

/* What may be found under a key. */
static node_id kept_under (struct modelled *m, const struct model_operand *key)
{
  node_id known = key_of (m, key), n = known ? solver_new_node (m->s) : m->s->any_kept;
  if (known) {
    solver_add_edge (m->s, known, n);
    solver_add_edge (m->s, m->s->unknown_kept, n);
  }
  return n;
}

static void do_keep (struct modelled *m, const struct model_operand *op)
{
  node_id known = key_of (m, &op[KEY_SET_KEY]), value = value_of (m, &op[KEY_SET_VALUE]);
  solver_add_edge (m->s, value, known ? known : m->s->unknown_kept);
  solver_add_edge (m->s, value, m->s->any_kept);
}

/* A number that is made of a pointer, as by __builtin_bswap64, may be made one again. */
static void do_pure (struct modelled *m)
{
  const struct call_site *c = site_of (m);
  const struct function *b = c->caller ? m->s->program->functions[c->caller].body : NULL;
  const struct rec_call *call = b ? (const struct rec_call *)b->records[c->record] : NULL;
  for (uint32_t i = 0; call && call->r.kind == REC_call && i < call->args.n; i++)
    if (call->args.v[i].kind == OPND_VALUE && i < c->n_actuals &&
        is_pointer_integer (function_unit (m->s->program, c->caller),
                            b->value_types[call->args.v[i].value]))
      solver_add_edge (m->s, m->s->actuals.v[c->actuals + i].node, c->result);
}

/* A new object, which holds what the old one held.  It may have the place of the old one; but who
   still has a pointer to that must not use it any more. */
static void do_reallocate (struct modelled *m, const struct model_operand *op, uint32_t number)
{
  node_id n = solver_new_node (m->s);
  deliver (m, n, &op[REALLOCATE_TARGET]);
  if (model_is_allocator (m->model) && build_origin (m->s, m->site, n))
    return;
  node_id old = value_of (m, &op[REALLOCATE_POINTER]);
  object_id o = new_object (m, number, NULL);
  solver_add_target (m->s, n, loc_at (&m->s->p->objects, o, 0));
  if (old)
    solver_add_constraint (m->s, old, C_READ, o, 0, 0);
}

static void do_copy (struct modelled *m, const struct model_operand *op, uint32_t effect)
{
  enum { EFFECT = 1 << 17 }; /* tells these objects from those of aggregates in calls */
  const struct call_site *c = site_of (m);
  node_id to = address_of (m, &op[COPY_TO]), from = address_of (m, &op[COPY_FROM]);
  if (!to || !from)
    return;
  uint64_t size = constant_size (m, &op[COPY_SIZE]);
  object_id between = solver_object (m->s, OBJECT_COPY, c->caller, c->record, EFFECT + effect);
  solver_add_constraint (m->s, from, C_READ, between, 0, size);
  solver_add_constraint (m->s, to, C_WRITE, between, 0, size);
}

enum { ANY_BYTES = -1 };

/* Whether the model calls what is so far in the struct that the argument points to by itself, not
   with all that is there. */
static bool is_called_by_itself (const struct model *m, const struct model_place *all,
                                 int64_t bytes)
{
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    const struct model_place *p = e->kind == EFFECT_CALL   ? &e->op[CALL_CALL].u.call->callee
                                  : e->kind == EFFECT_FORK ? &e->op[FORK_CALL].u.call->callee
                                                           : NULL;
    if (p && p->base == all->base && p->number == all->number && p->derefs == all->derefs &&
        p->offsets && !p->offsets[0].unknown &&
        (bytes == ANY_BYTES ||
         p->offsets[0].bytes + p->offsets[0].pointers * (int64_t)sizeof (void *) == bytes))
      return true;
  }
  return false;
}

/* A node that holds the functions at a place.  Those that are anywhere in a struct which an
   argument points to are in that struct only, not in others of the object around it. */
static node_id callee_node (struct modelled *m, const struct model_place *p)
{
  struct model_operand callee = {MODEL_PLACE, {.place = *p}};
  uint64_t bytes = p->base == MODEL_ARG && p->derefs && p->offsets && p->offsets[0].unknown
                       ? declared_bytes (m->s->program, m->function, p->number)
                       : 0;
  if (bytes < sizeof (void *))
    return value_of (m, &callee);
  node_id all = solver_new_node (m->s);
  struct model_offset offsets[MODEL_DEREFS + 1];
  memcpy (offsets, p->offsets, (p->derefs + 1u) * sizeof *offsets);
  offsets[0].unknown = false;
  callee.u.place.offsets = offsets;
  for (; offsets[0].bytes + sizeof (void *) <= bytes; offsets[0].bytes += (int)sizeof (void *)) {
    node_id n = is_called_by_itself (m->model, p, offsets[0].bytes) ? 0 : value_of (m, &callee);
    if (n)
      solver_add_edge (m->s, n, all);
  }
  return all;
}

/* Someone calls the function at a place with the given arguments. */
static void do_call (struct modelled *m, const struct model_call *call, enum call_kind kind,
                     uint8_t number, const struct model_operand *result, node_id also_to)
{
  struct solver *s = m->s;
  const struct call_site *c = site_of (m);
  struct call_site inner = {.caller = c->caller,
                            .record = c->record,
                            .kind = (uint8_t)kind,
                            .number = number,
                            .n_actuals = call->n_args};
  struct actual *actuals = xcalloc (call->n_args + 1, sizeof *actuals);
  for (uint32_t i = 0; i < call->n_args; i++)
    actuals[i].node = value_of (m, &call->args[i]);
  inner.result = solver_new_node (s);
  node_id n = callee_node (m, &call->callee);
  uint32_t site = solver_add_site (s, &inner, actuals);
  free (actuals);
  if (n)
    solver_add_constraint (s, n, C_CALL, site, 0, 0);
  if (result && result->kind != MODEL_NONE)
    deliver (m, inner.result, result);
  solver_add_edge (s, inner.result, also_to);
}

static enum call_kind kind_of_call (uint8_t when)
{
  return when == WHEN_NOW         ? CALL_NOW
         : when == WHEN_IN_SIGNAL ? CALL_SIGNAL
         : when == WHEN_IN_CHILD  ? CALL_CHILD
                                  : CALL_LATER;
}

static void do_load (struct modelled *m, const struct model_operand *memory,
                     const struct model_operand *target)
{
  node_id at = address_of (m, memory), held = solver_new_node (m->s);
  if (at)
    solver_add_constraint (m->s, at, C_LOAD, held, 0, 0);
  deliver (m, held, target);
}

static void do_store (struct modelled *m, const struct model_operand *memory,
                      const struct model_operand *value)
{
  bool rest = value->kind == MODEL_PLACE &&
              is_called_by_itself (m->model, &value->u.place, ANY_BYTES); /* all but those */
  node_id at = address_of (m, memory);
  node_id v = rest ? callee_node (m, &value->u.place) : value_of (m, value);
  if (at && v)
    solver_add_store (m->s, at, v, 0, 0, 0, PLAIN_VOID);
}

/* The last formal of a nested function is the frame of the function around it. */
static void do_chain (struct modelled *m, const struct model_operand *function,
                      const struct model_operand *value)
{
  const struct program *p = m->s->program;
  const struct call_site *c = site_of (m);
  const struct record *r = c->caller ? p->functions[c->caller].body->records[c->record] : NULL;
  if (!r || r->kind != REC_call || function->kind != MODEL_PLACE)
    return;
  const struct operand_list *args = &((const struct rec_call *)r)->args;
  uint32_t n = function->u.place.number;
  if (n >= args->n || args->v[n].kind != OPND_ADDRESS ||
      args->v[n].u.addr->base_kind != BASE_SYMBOL)
    return;
  funid f = p->units[p->functions[c->caller].unit].functions[args->v[n].u.addr->base];
  const struct function *b = p->functions[f].body;
  if (b && b->r.flags & FF_STATIC_CHAIN && b->n_params) {
    solver_add_edge (m->s, value_of (m, value), formal_node (m->s, f, b->n_params - 1));
    bitset_add (&m->s->p->nested, f);
  }
}

static void do_effect (struct modelled *m, uint32_t number)
{
  static const struct model_operand none = {MODEL_NONE, {.number = 0}};
  const struct model_effect *e = &m->model->effects[number];
  const struct model_operand *op = e->op;
  struct solver *s = m->s;
  const struct record *r =
      s->program->functions[site_of (m)->caller].body->records[site_of (m)->record];
  enum model_answer happens =
      r->kind == REC_call ? effect_happens ((const struct rec_call *)r, e) : ANSWER_MAYBE;
  /* What may run at once or as a task is more dangerous as a task. */
  if (happens == ANSWER_NO || (happens == ANSWER_MAYBE && e->guard && e->kind == EFFECT_CALL))
    return;
  switch ((enum effect_kind)e->kind) {
  case EFFECT_ALLOCATE:
    do_allocate (m, op, number);
    break;
  case EFFECT_REALLOCATE:
    do_reallocate (m, op, number);
    break;
  case EFFECT_COPY:
    do_copy (m, op, number);
    break;
  case EFFECT_STORE:
    do_store (m, &op[STORE_MEMORY], &op[STORE_VALUE]);
    break;
  case EFFECT_RETURN:
    solver_add_edge (s, value_of (m, &op[RETURN_VALUE]), site_of (m)->result);
    break;
  case EFFECT_ATOMIC_LOAD:
    do_load (m, &op[ATOMIC_LOAD_MEMORY], &op[ATOMIC_LOAD_TARGET]);
    break;
  case EFFECT_ATOMIC_STORE:
    do_store (m, &op[ATOMIC_STORE_MEMORY], &op[ATOMIC_STORE_VALUE]);
    break;
  case EFFECT_ATOMIC_RMW:
    do_load (m, &op[ATOMIC_RMW_MEMORY], &op[ATOMIC_RMW_TARGET]);
    do_store (m, &op[ATOMIC_RMW_MEMORY], &op[ATOMIC_RMW_VALUE]);
    break;
  case EFFECT_ATOMIC_CAS:
    do_load (m, &op[ATOMIC_CAS_MEMORY], &none);
    do_store (m, &op[ATOMIC_CAS_MEMORY], &op[ATOMIC_CAS_DESIRED]);
    if (op[ATOMIC_CAS_EXPECTED].kind == MODEL_PLACE && op[ATOMIC_CAS_EXPECTED].u.place.derefs)
      do_load (m, &op[ATOMIC_CAS_MEMORY], &op[ATOMIC_CAS_EXPECTED]);
    break;
  case EFFECT_KEEP:
    solver_escape (s, value_of (m, &op[KEEP_VALUE]));
    break;
  case EFFECT_CHAIN:
    do_chain (m, &op[CHAIN_FUNCTION], &op[CHAIN_VALUE]);
    break;
  case EFFECT_FORK:
    do_call (m, op[FORK_CALL].u.call, CALL_FORK, op[FORK_NUMBER].u.keyword, NULL, s->joined);
    break;
  case EFFECT_THREAD_EXIT:
    solver_add_edge (s, value_of (m, &op[THREAD_EXIT_VALUE]), s->joined);
    break;
  case EFFECT_JOIN:
    if (op[JOIN_RESULT].kind != MODEL_NONE)
      deliver (m, s->joined, &op[JOIN_RESULT]);
    break;
  case EFFECT_ONCE:
    do_call (m, op[ONCE_CALL].u.call, CALL_NOW, NUMBER_ONE, &op[ONCE_RESULT], 0);
    break;
  case EFFECT_CALL:
    do_call (m, op[CALL_CALL].u.call, kind_of_call (op[CALL_WHEN].u.keyword),
             op[CALL_NUMBER].u.keyword, &op[CALL_RESULT], 0);
    break;
  case EFFECT_CALLBACKS: {
    struct call_site site = {.caller = site_of (m)->caller, .record = site_of (m)->record};
    solver_bind_to_world (s, solver_add_site (s, &site, NULL), WORLD_OUTSIDE);
    break;
  }
  case EFFECT_CLEANUP_PUSH:
    if (op[CLEANUP_PUSH_CALL].kind == MODEL_CALL)
      do_call (m, op[CLEANUP_PUSH_CALL].u.call, CALL_LATER, NUMBER_ONE, NULL, 0);
    break;
  case EFFECT_KEY_CREATE: {
    /* The destructor gets what threads have stored. */
    if (op[KEY_CREATE_DESTRUCTOR].kind != MODEL_PLACE)
      break;
    struct actual held = {kept_under (m, &op[KEY_CREATE_KEY]), 0};
    struct call_site site = {.caller = site_of (m)->caller,
                             .record = site_of (m)->record,
                             .kind = CALL_LATER,
                             .n_actuals = 1};
    node_id n = value_of (m, &op[KEY_CREATE_DESTRUCTOR]);
    uint32_t inner = solver_add_site (s, &site, &held);
    if (n)
      solver_add_constraint (s, n, C_CALL, inner, 0, 0);
    break;
  }
  case EFFECT_PURE:
    do_pure (m);
    break;
  case EFFECT_KEY_SET:
    do_keep (m, op);
    break;
  case EFFECT_KEY_GET:
    deliver (m, kept_under (m, &op[KEY_GET_KEY]), &op[KEY_GET_TARGET]);
    break;
  default:
    break; /* moves no pointer */
  }
}

void build_model_call (struct solver *s, funid f, const struct model *model, uint32_t site)
{
  struct modelled m = {.s = s, .site = site, .function = f, .model = model};
  s->opens = model_has (model, EFFECT_OPAQUE) || model->source; /* users may not know it */
  for (uint32_t i = 0; i < model->n_effects; i++)
    do_effect (&m, i);
  s->opens = false;
  map_free (&m.locals);
  map_free (&m.opaque);
}
