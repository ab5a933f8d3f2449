/* Objects of the heap: how they are laid out, and those that allocation wrappers make, of which
   each call has its own. */

#include "exclusive.h"
#include "opaque.h"
#include "pointers-internal.h"

/* Calls of wrappers that tell objects apart; wrappers inside each other that are looked into. */
enum { LONGEST_CHAIN = 3, LONGEST_DESCENT = 8 };

/* Layout */

/* What pointers of the type point to; 0 if that tells nothing. */
static uint32_t pointed_type (const struct unit *u, uint32_t type)
{
  const struct type *t = &u->types[type];
  if (t->r.kind != TK_POINTER || !t->r.target)
    return 0;
  const struct type *target = &u->types[t->r.target];
  return target->r.bits && target->r.kind != TK_VOID ? t->r.target : 0;
}

/* The pointed-to type of the value that the call at RECORD of F gives, or of the place where it is
   stored soon (`x->table = malloc (n)'), unless that is bytes; 0 if neither tells anything. */
static uint32_t allocated_type (const struct solver *s, funid f, uint32_t record)
{
  enum { SOON = 32 };
  const struct unit *u = function_unit (s->program, f);
  const struct function *b = s->program->functions[f].body;
  uint32_t dst = b->records[record]->dst;
  uint32_t type = dst ? pointed_type (u, b->value_types[dst]) : 0;
  for (uint32_t r = record + 1; dst && !type && r < b->n_records && r <= record + SOON; r++) {
    const struct rec_store *store = (const struct rec_store *)b->records[r];
    if (b->records[r]->kind != REC_store || store->src.kind != OPND_VALUE ||
        store->src.value != dst)
      continue;
    type = pointed_type (u, type_of_place (u, &store->addr));
    if (u->types[type].r.bits <= 8)
      return 0;
  }
  return type;
}

/* Whether the type is a struct that ends with an array of no size, for any number of elements:
   nobody makes arrays of it. */
static bool ends_in_array (const struct unit *u, uint32_t type)
{
  const struct type *t = &u->types[type];
  if (t->r.kind != TK_STRUCT || !t->n_fields || !t->fields[t->n_fields - 1].type)
    return false;
  const struct rec_type *last = &u->types[t->fields[t->n_fields - 1].type].r;
  return last->kind == TK_ARRAY && !last->bits;
}

void heap_layout (struct solver *s, object_id o, funid f, uint32_t record, uint64_t size)
{
  struct abstract_object *v = &s->p->objects.v.v[o];
  uint32_t type = f && !v->type && !v->first_loc ? allocated_type (s, f, record) : 0;
  if (!type)
    return;
  v->unit = s->program->functions[f].unit;
  v->type = type;
  v->size = size;
  v->is_array = size != function_unit (s->program, f)->types[type].r.bits / 8;
  if (ends_in_array (function_unit (s->program, f), type)) {
    v->size = 0;
    v->is_array = false;
  }
}

void close_object (struct solver *s, object_id o, const struct model *m)
{
  struct abstract_object *v = &s->p->objects.v.v[o];
  v->opaque |= !v->type && opaque_result (m);
  s->p->has_opaque |= v->opaque;
}

/* Wrappers */

/* The calls from the outermost, which gives the object its identity, to an allocation. */
struct call_chain {
  struct solver *s;
  uint32_t n, first; /* of which those before the first only say which copy of a function that is */
  uint32_t at[2 * (LONGEST_PATH + LONGEST_CHAIN)]; /* function and record, outermost first */
  node_id inside[LONGEST_DESCENT]; /* nodes of the wrappers on the way that hold the object too */
  struct {
    funid f;
    uint32_t record, offset;
  } call[LONGEST_DESCENT]; /* the calls in the wrappers on the way, and where behind it that which
                              the wrapper returns is */
  uint32_t n_inside;
  uint32_t site; /* the outermost call */
  node_id result;
};

static node_id *origin_of (struct solver *s, funid f, uint32_t record)
{
  return map_at (&s->origins, map_pair (first_node (s, f), record));
}

bool build_origin (struct solver *s, uint32_t site, node_id node)
{
  struct call_site c = s->sites.v[site];
  if (!c.caller || !wrapper_returns (&s->wrappers[c.caller], c.record))
    return false;
  node_id *origin = origin_of (s, c.caller, c.record);
  if (*origin)
    solver_add_edge (s, *origin, node);
  else
    *origin = node;
  return true;
}

/* A node that holds argument N of the call in wrapper LEVEL: what the callers give it there, if it
   is a formal of the wrappers on the way.  0: no pointer. */
static node_id argument_in_chain (const struct call_chain *c, uint32_t level, uint32_t n)
{
  struct solver *s = c->s;
  for (;; level--) {
    funid f = c->call[level].f;
    const struct function *b = s->program->functions[f].body;
    const struct rec_call *call = (const struct rec_call *)b->records[c->call[level].record];
    if (n >= call->args.n)
      return 0;
    const struct operand *o = &call->args.v[n];
    for (n = 0; n < b->n_params; n++)
      if (o->kind == OPND_VALUE && b->locals[n + 1].value == (int64_t)o->value)
        break;
    if (n == b->n_params)
      return build_operand (s, f, o);
    if (!level)
      break;
  }
  const struct call_site *at = &s->sites.v[c->site];
  return n < at->n_actuals ? s->actuals.v[at->actuals + n].node : 0;
}

/* The number that an operand of wrapper LEVEL is, if the callers on the way give numbers; 0
   unknown.  Level 0 is the outermost wrapper, and below that is who calls it. */
static uint64_t number_in_chain (const struct call_chain *c, uint32_t level, funid f,
                                 const struct operand *o, int depth)
{
  const struct program *program = c->s->program;
  const struct function *b = program->functions[f].body;
  if (o->kind == OPND_INT)
    return (uint64_t)o->u.number;
  if (o->kind != OPND_VALUE || !depth)
    return 0;
  uint32_t def = b->value_defs[o->value], n = 0;
  const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
  if (op && op->r.kind == REC_op && (op->code == OP_COPY || op->code == OP_CONVERT))
    return number_in_chain (c, level, f, &op->a, depth - 1);
  if (op && op->r.kind == REC_op && op->code == OP_MUL)
    return number_in_chain (c, level, f, &op->a, depth - 1) *
           number_in_chain (c, level, f, &op->b, depth - 1);
  while (n < b->n_params && b->locals[n + 1].value != (int64_t)o->value)
    n++;
  const struct call_site *at = &c->s->sites.v[c->site];
  if (n == b->n_params || level == UINT32_MAX || (!level && !at->caller))
    return 0;
  funid caller = level ? c->call[level - 1].f : at->caller;
  uint32_t record = level ? c->call[level - 1].record : at->record;
  const struct record *r = program->functions[caller].body->records[record];
  const struct rec_call *call = (const struct rec_call *)r;
  if (r->kind != REC_call || n >= call->args.n ||
      (!level && direct_callee (program, caller, call) != f))
    return 0;
  return number_in_chain (c, level - 1, caller, &call->args.v[n], depth - 1);
}

/* How much the allocator makes that the last wrapper calls; 0 unknown. */
static uint64_t allocated_size (const struct call_chain *c)
{
  enum { DEEP = 16 };
  const struct solver *s = c->s;
  uint32_t level = c->n_inside - 1;
  funid f = c->call[level].f;
  const struct rec_call *call =
      (const struct rec_call *)s->program->functions[f].body->records[c->call[level].record];
  funid callee = direct_callee (s->program, f, call);
  const struct model *m = callee ? s->p->models[callee] : NULL;
  if (c->n - c->first < c->n_inside)
    return 0; /* not all of the calls tell objects apart */
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[ALLOCATE_SIZE];
    if (m->effects[i].kind != EFFECT_ALLOCATE || o->kind != MODEL_SIZE ||
        o->u.size->kind != SIZE_PRODUCT)
      continue;
    uint64_t size = (uint64_t)o->u.size->bytes;
    for (unsigned k = 0; k < o->u.size->factors; k++) {
      const struct model_place *p = &o->u.size->factor[k];
      size *= p->base == MODEL_ARG && !p->derefs && p->number < call->args.n
                  ? number_in_chain (c, level, f, &call->args.v[p->number], DEEP)
                  : 0;
    }
    return size;
  }
  return 0;
}

/* Where in the object that points to which wrapper LEVEL returns. */
static int64_t offset_in_chain (const struct call_chain *c, uint32_t level)
{
  int64_t offset = 0;
  for (; level < c->n_inside; level++)
    offset += c->call[level].offset;
  return offset;
}

/* Makes the object of the chain that ends with the allocation at RECORD of F.  If it begins with a
   header, no type says what is in it. */
static void make_clone (struct call_chain *c, funid f, uint32_t record)
{
  struct solver *s = c->s;
  uint32_t chain = tuples_intern (&s->p->chains, c->at, 2 * c->n);
  object_id o = solver_object (s, OBJECT_HEAP, f, record, chain);
  uint64_t size = allocated_size (c);
  bool plain = true;
  for (uint32_t i = 0; i < c->n_inside; i++)
    plain &= !c->call[i].offset;
  for (uint32_t i = c->first; plain && i < c->n; i++)
    heap_layout (s, o, c->at[2 * i], c->at[2 * i + 1], size);
  if (plain)
    heap_layout (s, o, f, record, size);
  for (uint32_t i = 0; i < c->n; i++)
    s->p->objects.v.v[o].stands_for |=
        map_find (&s->p->same_site, map_pair (c->at[2 * i], c->at[2 * i + 1])) != NULL;
  if (c->result)
    solver_add_target (s, c->result, loc_at (&s->p->objects, o, offset_in_chain (c, 0)));
  for (uint32_t i = 0; i < c->n_inside; i++)
    solver_add_target (s, c->inside[i], loc_at (&s->p->objects, o, offset_in_chain (c, i + 1)));
  const struct rec_call *call =
      (const struct rec_call *)s->program->functions[f].body->records[record];
  const struct model *m = s->p->models[direct_callee (s->program, f, call)];
  if (m)
    close_object (s, o, m);
  uint32_t old = m ? model_reallocates (m) : UINT32_MAX;
  node_id held = old != UINT32_MAX ? argument_in_chain (c, c->n_inside - 1, old) : 0;
  if (held)
    solver_add_constraint (s, held, C_READ, o, 0, 0);
}

uint32_t chain_site (struct solver *s, funid f, uint32_t record)
{
  if (bitset_add (&s->p->grouped, f))
    exclusive_sites (s->program, f, &s->p->same_site);
  return site_in_chain (s->p, f, record);
}

/* Goes down from a call of wrapper F to the allocations it returns.  The depth is bounded, and so
   is the recursion; below the bound, objects are no longer told apart. */
static void descend_wrapper (struct call_chain *c, funid f)
{
  struct solver *s = c->s;
  const struct wrapper *w = &s->wrappers[f];
  const struct function *b = s->program->functions[f].body;
  for (uint32_t i = 0; i < w->n; i++) {
    uint32_t record = w->records[i];
    node_id *origin = origin_of (s, f, record);
    if (!*origin)
      *origin = solver_new_node (s);
    funid callee = direct_callee (s->program, f, (const struct rec_call *)b->records[record]);
    c->call[c->n_inside].f = f;
    c->call[c->n_inside].record = record;
    c->call[c->n_inside].offset = w->offsets[i];
    c->inside[c->n_inside++] = *origin;
    if (s->p->models[callee] || c->n_inside == LONGEST_DESCENT) {
      make_clone (c, f, record);
    } else if (c->n - c->first < LONGEST_CHAIN) {
      c->at[2 * c->n] = f;
      c->at[2 * c->n + 1] = chain_site (s, f, record);
      c->n++;
      descend_wrapper (c, callee);
      c->n--;
    } else {
      descend_wrapper (c, callee);
    }
    c->n_inside--;
  }
}

/* What a wrapper returns of what calls through pointers have given. */
static node_id hooked_node (struct solver *s, funid wrapper)
{
  node_id known = map_get (&s->hooked, wrapper, 0);
  if (known)
    return known;
  const struct wrapper *w = &s->wrappers[wrapper];
  const struct function *b = s->program->functions[wrapper].body;
  node_id n = solver_new_node (s);
  map_set (&s->hooked, wrapper, n);
  for (uint32_t i = 0; i < w->n_hooks; i++)
    solver_add_edge (s, value_node (s, wrapper, b->records[w->hooks[i]]->dst), n);
  return n;
}

/* That is the same for all callers, and goes on if the caller returns it. */
static void return_hooked (struct solver *s, const struct call_site *at, funid wrapper)
{
  if (at->result)
    solver_add_edge (s, hooked_node (s, wrapper), at->result);
  if (at->caller && wrapper_returns (&s->wrappers[at->caller], at->record))
    solver_add_edge (s, hooked_node (s, wrapper), hooked_node (s, at->caller));
}

void build_fresh (struct solver *s, uint32_t site, funid wrapper)
{
  struct call_site at = s->sites.v[site];
  if (s->wrappers[wrapper].hooked)
    return_hooked (s, &at, wrapper);
  struct call_chain c = {.s = s, .result = at.result, .site = site};
  if (at.result && build_origin (s, site, at.result))
    return;
  uint32_t copy = solver_copy_chain (s, &at);
  if (copy) {
    c.n = c.first = tuples_length (&s->p->chains, copy) / 2;
    memcpy (c.at, tuples_numbers (&s->p->chains, copy), 2 * c.n * sizeof *c.at);
  }
  if (at.caller) {
    c.at[2 * c.n] = at.caller;
    c.at[2 * c.n + 1] = chain_site (s, at.caller, at.record);
    c.n++;
  }
  descend_wrapper (&c, wrapper);
}
