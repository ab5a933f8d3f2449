/* Finds allocation wrappers: every value that a return may give is traced back through copies,
   conversions and phis to a null pointer, or to the result of a call of an allocator or of another
   wrapper, or so many bytes behind the latter, where a header of the wrapper's own ends.  A local
   variable into which posix_memalign puts its result is a value, too.  Anything
   else on the way (a load, an argument, other arithmetic) and it is no wrapper: it may return
   memory that someone else has as well.  But what a call through a pointer gives may be returned
   instead, by who lets others choose the allocator:

     return hooks && hooks->alloc ? hooks->alloc (hooks->opaque, size) : malloc (size);

   That is not told apart by callers, but the rest is; then there is no header.

   Callees come first, by depth-first search with its own stack; a function that is still being
   looked at, because it is recursive, is no wrapper. */

#include "wrappers.h"
#include "access.h"
#include "bitset.h"
#include "map.h"

#include <stdlib.h>
#include <string.h>

enum state { UNSEEN, ACTIVE, DONE };

/* A function from which more allocations can be reached is no wrapper: each of its calls would make
   that many objects. */
enum { MOST_CLONES = 8 };

struct finder {
  struct arena *arena;
  const struct program *p;
  const struct model **models;
  struct wrapper *wrappers;
  uint8_t *state; /* enum state, by function */
  vec_u32 stack;
};

static bool is_plain (const struct model_operand *o, enum model_base base)
{
  return o->kind == MODEL_PLACE && o->u.place.base == base && !o->u.place.derefs;
}

bool model_is_allocator (const struct model *m)
{
  if (!m || model_has (m, EFFECT_RETURN) ||
      model_has (m, EFFECT_ALLOCATE) + model_has (m, EFFECT_REALLOCATE) != 1)
    return false;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind == EFFECT_ALLOCATE)
      return is_plain (&e->op[ALLOCATE_TARGET], MODEL_RET);
    if (e->kind == EFFECT_REALLOCATE)
      return is_plain (&e->op[REALLOCATE_TARGET], MODEL_RET) &&
             is_plain (&e->op[REALLOCATE_POINTER], MODEL_ARG) &&
             !e->op[REALLOCATE_POINTER].u.place.offsets;
  }
  return false;
}

bool model_allocates_into (const struct model *m, uint32_t *arg)
{
  const struct model_effect *only = NULL;
  if (!m || model_has (m, EFFECT_RETURN) || model_has (m, EFFECT_REALLOCATE))
    return false;
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_ALLOCATE) {
      if (only)
        return false;
      only = &m->effects[i];
    }
  const struct model_operand *o = only ? &only->op[ALLOCATE_TARGET] : NULL;
  if (!o || o->kind != MODEL_PLACE || o->u.place.base != MODEL_ARG || o->u.place.derefs != 1 ||
      o->u.place.offsets)
    return false;
  *arg = o->u.place.number;
  return true;
}

uint32_t model_reallocates (const struct model *m)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_REALLOCATE)
      return m->effects[i].op[REALLOCATE_POINTER].u.place.number;
  return UINT32_MAX;
}

funid direct_callee (const struct program *p, funid caller, const struct rec_call *c)
{
  if (c->callee.kind != OPND_ADDRESS || c->callee.u.addr->base_kind != BASE_SYMBOL)
    return 0;
  return p->units[p->functions[caller].unit].functions[c->callee.u.addr->base];
}

static int by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

bool wrapper_returns (const struct wrapper *w, uint32_t record)
{
  return w->n && bsearch (&record, w->records, w->n, sizeof *w->records, by_number);
}

/* Tracing the values that F returns. */
struct trace {
  struct finder *d;
  funid f;
  vec_u32 todo;         /* values */
  struct map seen;      /* values: how far behind them lies what is returned */
  vec_u32 calls;        /* records they come from */
  vec_u32 hooks;        /* calls through pointers that they come from */
  bool hooked;          /* ... or wrappers do that are called */
  struct bitset locals; /* variables that are traced, too */
  struct map behind;    /* ... how far behind what they hold lies what is returned */
  vec_u32 wanted;       /* callees that have to be looked at first */
  uint32_t clones;      /* allocations that one call leads to */
};

enum { LARGEST_HEADER = 4096 };

/* Adds the operand to what must be fresh, OFFSET bytes before what is returned; false if it cannot
   be. */
static bool trace_operand (struct trace *t, const struct operand *o, int32_t offset)
{
  if (o->kind == OPND_INT)
    return !o->u.number;
  if (o->kind != OPND_VALUE || offset < -LARGEST_HEADER || offset > LARGEST_HEADER)
    return false;
  const uint32_t *seen = map_find (&t->seen, o->value);
  if (seen)
    return *seen == (uint32_t)offset;
  map_set (&t->seen, o->value, (uint32_t)offset);
  vec_push (&t->todo, o->value);
  return true;
}

/* The same, of what an operation is made of. */
static bool trace_operation (struct trace *t, const struct rec_op *op, int32_t offset)
{
  if (op->code == OP_COPY || op->code == OP_CONVERT)
    return trace_operand (t, &op->a, offset);
  if (op->code != OP_POINTER_ADD || op->b.kind != OPND_INT || op->b.u.number < -LARGEST_HEADER ||
      op->b.u.number > LARGEST_HEADER)
    return false;
  return op->a.kind == OPND_VALUE && trace_operand (t, &op->a, offset + (int32_t)op->b.u.number);
}

/* The argument that a model says the call returns, if it does nothing else (GCC puts
   __builtin_assume_aligned behind posix_memalign); NULL: it does. */
static const struct operand *returned_argument (const struct model *m, const struct rec_call *c)
{
  const struct model_operand *o = NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_RETURN && !o)
      o = &m->effects[i].op[RETURN_VALUE];
    else if (m->effects[i].kind != EFFECT_PURE)
      return NULL;
  return o && is_plain (o, MODEL_ARG) && !o->u.place.offsets && o->u.place.number < c->args.n
             ? &c->args.v[o->u.place.number]
             : NULL;
}

static bool trace_call (struct trace *t, uint32_t record, const struct rec_call *c, int32_t offset)
{
  struct finder *d = t->d;
  funid callee = direct_callee (d->p, t->f, c);
  const struct operand *given = callee ? returned_argument (d->models[callee], c) : NULL;
  if (given)
    return trace_operand (t, given, offset);
  if (offset < 0)
    return false;
  if (!callee && c->callee.kind == OPND_VALUE) {
    vec_push (&t->hooks, record);
    t->hooked = true;
    return true;
  }
  if (!callee)
    return false;
  if (model_is_allocator (d->models[callee])) {
    t->clones++;
  } else {
    if (d->models[callee] || !d->p->functions[callee].body)
      return false;
    if (d->state[callee] == UNSEEN) {
      vec_push (&t->wanted, callee);
      return true;
    }
    if (d->state[callee] == ACTIVE || !d->wrappers[callee].n)
      return false;
    t->clones += d->wrappers[callee].clones;
    t->hooked |= d->wrappers[callee].hooked;
  }
  vec_push (&t->calls, record);
  return t->clones <= MOST_CLONES;
}

static bool is_local (const struct address *a, uint32_t local)
{
  return a->base_kind == BASE_LOCAL && a->base == local && !a->bitoff && !a->n_indices;
}

/* A call that has the address of a local variable, to put what it allocates there. */
static bool trace_filling (struct trace *t, uint32_t record, uint32_t local, int32_t offset)
{
  const struct rec_call *c =
      (const struct rec_call *)t->d->p->functions[t->f].body->records[record];
  funid callee = c->r.kind == REC_call ? direct_callee (t->d->p, t->f, c) : 0;
  uint32_t arg, others = 0;
  if (!callee || !c->r.dst || !model_allocates_into (t->d->models[callee], &arg) ||
      arg >= c->args.n || c->args.v[arg].kind != OPND_ADDRESS ||
      !is_local (c->args.v[arg].u.addr, local))
    return false;
  for (uint32_t i = 0; i < c->args.n; i++)
    others += i != arg && c->args.v[i].kind == OPND_ADDRESS &&
              c->args.v[i].u.addr->base_kind == BASE_LOCAL && c->args.v[i].u.addr->base == local;
  if (others)
    return false;
  map_set (&t->seen, c->r.dst, (uint32_t)offset);
  vec_push (&t->calls, record);
  return ++t->clones <= MOST_CLONES;
}

/* What a local variable holds that nobody else gets at. */
static bool trace_local (struct trace *t, const struct address *from, int32_t offset)
{
  const struct function *b = t->d->p->functions[t->f].body;
  if (from->base_kind != BASE_LOCAL || !is_local (from, from->base) || offset < 0 ||
      b->locals[from->base].flags & OF_PARAMETER)
    return false;
  uint32_t local = from->base;
  if (!bitset_add (&t->locals, local))
    return map_get (&t->behind, local, 0) == (uint32_t)offset;
  map_set (&t->behind, local, (uint32_t)offset);
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *s = (const struct rec_store *)b->records[i];
    if (s->r.kind == REC_lifetime)
      continue;
    if (record_has_local (&s->r, local) && !trace_filling (t, i, local, offset))
      return false;
    if (s->r.kind == REC_store && s->addr.base_kind == BASE_LOCAL && s->addr.base == local &&
        (!is_local (&s->addr, local) || !trace_operand (t, &s->src, offset)))
      return false;
  }
  return true;
}

static bool trace_value (struct trace *t, uint32_t value)
{
  const struct function *b = t->d->p->functions[t->f].body;
  uint32_t def = b->value_defs[value];
  int32_t offset = (int32_t)*map_find (&t->seen, value);
  if (def == UINT32_MAX)
    return false;
  const struct record *r = b->records[def];
  if (r->kind == REC_call)
    return trace_call (t, def, (const struct rec_call *)r, offset);
  if (r->kind == REC_op)
    return trace_operation (t, (const struct rec_op *)r, offset);
  if (r->kind == REC_load)
    return trace_local (t, &((const struct rec_load *)r)->addr, offset);
  if (r->kind != REC_phi)
    return false;
  const struct rec_phi *phi = (const struct rec_phi *)r;
  for (uint32_t i = 0; i < phi->args.n; i++)
    if (!trace_operand (t, &phi->args.v[i], offset))
      return false;
  return true;
}

static bool trace_returns (struct trace *t)
{
  const struct function *b = t->d->p->functions[t->f].body;
  bool any = false;
  for (uint32_t i = 0; i < b->n_records; i++) {
    if (b->records[i]->kind != REC_return)
      continue;
    any = true;
    if (!trace_operand (t, &((const struct rec_return *)b->records[i])->value, 0))
      return false;
  }
  while (t->todo.n) {
    uint32_t value = t->todo.v[--t->todo.n];
    if (!trace_value (t, value))
      return false;
  }
  return any;
}

/* Whether something is returned that is not where it was allocated. */
static bool has_header (const struct trace *t)
{
  for (uint32_t i = 0; i < map_size (&t->seen); i++)
    if (map_value (&t->seen, i))
      return true;
  return false;
}

static uint32_t *keep (struct arena *arena, const vec_u32 *v)
{
  uint32_t *kept = ARENA_ARRAY (arena, v->n + 1, uint32_t);
  if (v->n)
    memcpy (kept, v->v, v->n * sizeof *kept);
  return kept;
}

/* Decides F, or puts the callees that must be decided first on the stack. */
static void look_at (struct finder *d, funid f)
{
  if (d->state[f] == DONE) { /* several have wanted it */
    d->stack.n--;
    return;
  }
  struct trace t = {.d = d, .f = f};
  d->state[f] = ACTIVE;
  bool fresh = trace_returns (&t) && !(t.hooked && has_header (&t));
  if (fresh && t.wanted.n) {
    for (uint32_t i = 0; i < t.wanted.n; i++)
      vec_push (&d->stack, t.wanted.v[i]);
  } else {
    struct wrapper *w = &d->wrappers[f];
    if (fresh && t.calls.n) {
      w->n = t.calls.n;
      w->records = keep (d->arena, &t.calls);
      qsort (w->records, w->n, sizeof *w->records, by_number);
      w->offsets = ARENA_ARRAY (d->arena, w->n, uint32_t);
      for (uint32_t i = 0; i < w->n; i++)
        w->offsets[i] = map_get (&t.seen, d->p->functions[f].body->records[w->records[i]]->dst, 0);
      w->clones = t.clones;
      w->n_hooks = t.hooks.n;
      w->hooks = keep (d->arena, &t.hooks);
      w->hooked = t.hooked;
    }
    d->state[f] = DONE;
    d->stack.n--;
  }
  vec_free (&t.todo);
  vec_free (&t.calls);
  vec_free (&t.hooks);
  vec_free (&t.wanted);
  map_free (&t.seen);
  map_free (&t.behind);
  bitset_free (&t.locals);
}

struct wrapper *wrappers_find (struct arena *arena, const struct program *p,
                               const struct model **models)
{
  struct finder d = {.arena = arena,
                     .p = p,
                     .models = models,
                     .wrappers = ARENA_ARRAY (arena, p->n_functions + 1, struct wrapper),
                     .state = xcalloc (p->n_functions + 1, 1)};
  for (funid f = 1; f <= p->n_functions; f++) {
    if (!p->functions[f].body || models[f] || d.state[f] == DONE)
      continue;
    vec_push (&d.stack, f);
    while (d.stack.n)
      look_at (&d, d.stack.v[d.stack.n - 1]);
  }
  free (d.state);
  vec_free (&d.stack);
  return d.wrappers;
}
