/* Summaries: bottom-up over the components of the call graph.  What recursion would need a fixed
   point for is kept as location sets that are found beforehand: what a function and its callees may
   write and release. */

#include "constants.h"
#include "fences.h"
#include "permits.h"
#include "values-internal.h"
#include "teams.h"
#include "turns.h"
#include "watch.h"

/* What functions and their callees do, as sets */

static struct csr call_graph (struct summaries *s, struct arena *arena)
{
  const struct pointers *p = s->p;
  uint32_t n = p->objects.program->n_functions;
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind == CALL_NOW && p->calls.v[i].callee) {
      vec_push (&from, p->calls.v[i].caller);
      vec_push (&to, p->calls.v[i].callee);
    }
  for (uint32_t i = 0; i < p->world_calls.n; i++) {
    vec_push (&from, p->world_calls.v[i].caller);
    vec_push (&to, n + 1 + p->world_calls.v[i].world);
  }
  for (funid f = 1; f <= n; f++)
    for (uint32_t w = 0; w < N_WORLDS; w++)
      if (p->objects.program->functions[f].body && called_from_world (p, w, f)) {
        vec_push (&from, n + 1 + w);
        vec_push (&to, f);
      }
  struct csr graph = csr_from_edges (arena, n + 1 + N_WORLDS, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  return graph;
}

/* The locations of locks that the models of a function's calls release. */
static setid own_releases (struct summaries *s, funid f)
{
  struct pointers *p = s->p;
  const struct function *b = p->objects.program->functions[f].body;
  setid all = SETS_EMPTY;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || call->kind != CALL_NOW || b->records[call->record]->kind != REC_call)
      continue;
    const struct rec_call *c = (const struct rec_call *)b->records[call->record];
    for (uint32_t i = 0; i < m->n_effects; i++) {
      const struct model_effect *e = &m->effects[i];
      struct permit_op op = permit_op_of (b, c, e);
      const struct model_operand *o =
          e->kind == EFFECT_RELEASE ? &e->op[RELEASE_LOCK]
          : e->kind == EFFECT_WAIT  ? &e->op[WAIT_LOCK]
          : op.use == PERMIT_GIVE || (op.use && e->kind == EFFECT_BARRIER_WAIT) ? op.place
                                                                                : NULL;
      if (o && o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG &&
          o->u.place.number < c->args.n)
        all = sets_union (&p->sets, all, points_of_operand (p, f, &c->args.v[o->u.place.number]));
    }
  }
  return all;
}

enum { LARGEST_MOD = 4096 };

static void find_sets (struct summaries *s, const struct csr *graph, const struct scc *scc)
{
  struct pointers *p = s->p;
  uint32_t n = p->objects.program->n_functions;
  loc_id outside = p->objects.v.v[p->world_object[WORLD_OUTSIDE]].first_loc;
  s->mod = xcalloc (n + 1 + N_WORLDS, sizeof *s->mod);
  s->mod_all = xcalloc (n + 1 + N_WORLDS, sizeof *s->mod_all);
  s->releases = xcalloc (n + 1 + N_WORLDS, sizeof *s->releases);
  vec_u32 gathered = {0};
  for (uint32_t c = 0; c < scc->n; c++) {
    setid mod = SETS_EMPTY, releases = SETS_EMPTY;
    bool all = false;
    vec_clear (&gathered);
    for (uint32_t i = scc->first[c]; i < scc->first[c + 1]; i++) {
      funid f = scc->members[i];
      if (f && f <= n && p->objects.program->functions[f].body && !p->models[f]) {
        for (uint32_t k = s->effects->first[f]; k < s->effects->first[f + 1]; k++) {
          const struct effect *e = &s->effects->v.v[k];
          if (!effect_writes (e))
            continue;
          all |= !e->where;
          setid set = effect_locations (p, e);
          for (struct set_iter j = sets_each (&p->sets, set); set_next (&j);)
            vec_push (&gathered, j.x);
        }
        releases = sets_union (&p->sets, releases, own_releases (s, f));
      } else if (f && f <= n && !p->models[f] && outside) {
        vec_push (&gathered, outside); /* code that nobody sees */
      }
    }
    mod = sets_from (&p->sets, gathered.v, gathered.n);
    for (uint32_t i = scc->first[c]; i < scc->first[c + 1]; i++)
      for (uint32_t k = graph->first[scc->members[i]]; k < graph->first[scc->members[i] + 1]; k++) {
        uint32_t to = graph->targets[k];
        if (scc->of[to] == c)
          continue;
        mod = sets_union (&p->sets, mod, s->mod[to]);
        all |= s->mod_all[to];
        releases = sets_union (&p->sets, releases, s->releases[to]);
      }
    if (sets_size (&p->sets, mod) > LARGEST_MOD) {
      all = true;
      mod = SETS_EMPTY;
    }
    for (uint32_t i = scc->first[c]; i < scc->first[c + 1]; i++) {
      s->mod[scc->members[i]] = mod;
      s->mod_all[scc->members[i]] = all;
      s->releases[scc->members[i]] = releases;
    }
  }
  vec_free (&gathered);
}

/* Publication */

/* As __ATOMIC_RELAXED and so on. */
enum { ORDER_RELAXED, ORDER_CONSUME, ORDER_ACQUIRE, ORDER_RELEASE };

static int64_t order_of (const struct rec_call *c, const struct model_operand *o)
{
  int64_t order = 0;
  if (o->kind == MODEL_NUMBER)
    order = o->u.number;
  else if (o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && !o->u.place.derefs &&
           o->u.place.number < c->args.n && c->args.v[o->u.place.number].kind == OPND_INT)
    order = c->args.v[o->u.place.number].u.number;
  return order;
}

bool orders_memory (const struct rec_call *c, const struct model_operand *o)
{
  return order_of (c, o) > ORDER_RELAXED;
}

bool orders_reads (const struct rec_call *c, const struct model_operand *o)
{
  return order_of (c, o) > ORDER_RELAXED && order_of (c, o) != ORDER_RELEASE;
}

bool orders_writes (const struct rec_call *c, const struct model_operand *o)
{
  return order_of (c, o) >= ORDER_RELEASE;
}

static void mark_relaxed (struct summaries *s, setid set)
{
  for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
    s->relaxed[loc_object (&s->p->objects, i.x)] = true;
}

/* The addresses that a call stores or loads atomically without any order. */
static void find_relaxed_call (struct summaries *s, const struct call_edge *call,
                               const struct model *m)
{
  static const struct {
    uint8_t kind, order;
  } orders_of[] = {{EFFECT_ATOMIC_LOAD, ATOMIC_LOAD_ORDER},
                   {EFFECT_ATOMIC_STORE, ATOMIC_STORE_ORDER},
                   {EFFECT_ATOMIC_RMW, ATOMIC_RMW_ORDER},
                   {EFFECT_ATOMIC_CAS, ATOMIC_CAS_ORDER}};
  const struct function *b = s->p->objects.program->functions[call->caller].body;
  const struct rec_call *c = (const struct rec_call *)b->records[call->record];
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (unsigned k = 0; k < sizeof orders_of / sizeof orders_of[0]; k++) {
      if (m->effects[i].kind != orders_of[k].kind ||
          orders_memory (c, &m->effects[i].op[orders_of[k].order]))
        continue;
      /* A load may be ordered by a lock: see items.c. */
      if (m->effects[i].kind == EFFECT_ATOMIC_LOAD && s->filter->sliced[call->caller] &&
          !map_find (&s->broken, map_pair (call->caller, call->record)))
        continue;
      for (uint32_t j = 1; j < c->args.n; j++)
        mark_relaxed (s, points_of_operand (s->p, call->caller, &c->args.v[j]));
      if (c->r.dst)
        mark_relaxed (s, points_of_value (s->p, call->caller, c->r.dst));
    }
}

static void find_relaxed (struct summaries *s)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  s->relaxed = xcalloc (p->objects.v.n + 1, sizeof *s->relaxed);
  s->only_start = xcalloc (program->n_functions + 1, sizeof *s->only_start);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind == CALL_FORK)
      s->only_start[c->callee] = true;
    if (c->caller && c->kind == CALL_NOW && p->models[c->callee] &&
        program->functions[c->caller].body->records[c->record]->kind == REC_call)
      find_relaxed_call (s, c, p->models[c->callee]);
  }
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind != CALL_FORK)
      s->only_start[p->calls.v[i].callee] = false;
  for (funid f = 1; f <= program->n_functions; f++)
    s->only_start[f] &=
        !called_from_world (p, WORLD_OUTSIDE, f) && !called_from_world (p, WORLD_POOL, f);
}

/* Flags */

bool is_flag (const struct summaries *s, setid where)
{
  if (!where || sets_size (&s->p->sets, where) > 2)
    return false;
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);)
    if (!bitset_has (&s->flags, i.x))
      return false;
  return true;
}

static bool find_constant (const struct function *b, const struct operand *o, int depth, int64_t *k)
{
  *k = o->u.number;
  if (o->kind == OPND_INT)
    return true;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || !depth)
    return false;
  const struct record *r = b->records[def];
  if (r->kind == REC_op && (((const struct rec_op *)r)->code == OP_COPY ||
                            ((const struct rec_op *)r)->code == OP_CONVERT))
    return find_constant (b, &((const struct rec_op *)r)->a, depth - 1, k);
  if (r->kind != REC_load || ((const struct rec_load *)r)->addr.base_kind != BASE_LOCAL)
    return false;
  const struct rec_store *only = NULL;
  uint32_t local = ((const struct rec_load *)r)->addr.base;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *s = (const struct rec_store *)b->records[i];
    if (b->records[i]->kind != REC_store || s->addr.base_kind != BASE_LOCAL ||
        s->addr.base != local)
      continue;
    if (only)
      return false;
    only = s;
  }
  return only && find_constant (b, &only->src, depth - 1, k);
}

bool constant_operand (const struct function *b, const struct operand *o, int64_t *k)
{
  enum { NEAR = 4 };
  return find_constant (b, o, NEAR, k);
}

bool stored_constant (const struct function *b, const struct record *r, int64_t *k)
{
  if (r->kind == REC_store)
    return constant_operand (b, &((const struct rec_store *)r)->src, k);
  const struct rec_call *c = (const struct rec_call *)r;
  return r->kind == REC_call && c->args.n >= 2 && !c->r.dst &&
         constant_operand (b, &c->args.v[1], k);
}

/* Whether an access stores a constant, or nothing but the zero of a cleared aggregate. */
static bool writes_constant (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct record *r = b->records[e->record];
  int64_t k;
  return r->kind == REC_clear || stored_constant (b, r, &k);
}

/* Marks what a tested value was loaded from. */
static const struct rec_store several;

static void mark_tested (struct summaries *s, funid f, const struct rec_store *const *sole,
                         const struct operand *o, int depth, bool compared)
{
  const struct function *b = s->p->objects.program->functions[f].body;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || !depth)
    return;
  const struct record *r = b->records[def];
  if (r->kind == REC_op) {
    mark_tested (s, f, sole, &((const struct rec_op *)r)->a, depth - 1, compared);
    mark_tested (s, f, sole, &((const struct rec_op *)r)->b, depth - 1, compared);
    return;
  }
  /* Through a variable that is stored once, as atomics of C11 go through one of the compiler's. */
  if (r->kind == REC_load && ((const struct rec_load *)r)->addr.base_kind == BASE_LOCAL) {
    const struct rec_store *store = sole[((const struct rec_load *)r)->addr.base];
    if (store && store != &several)
      mark_tested (s, f, sole, &store->src, depth - 1, compared);
    if (!(b->locals[((const struct rec_load *)r)->addr.base].flags & OF_ADDRESSED))
      return;
  }
  for (uint32_t k = effects_at (s->effects, f, def);
       k < s->effects->first[f + 1] && s->effects->v.v[k].record == def; k++)
    if (!effect_writes (&s->effects->v.v[k]) &&
        sets_size (&s->p->sets, s->effects->v.v[k].where) <= 2)
      for (struct set_iter i = sets_each (&s->p->sets, s->effects->v.v[k].where); set_next (&i);) {
        bitset_add (&s->flags, i.x);
        if (compared)
          bitset_add (&s->compared, i.x);
        if (s->effects->v.v[k].flags & AF_VOLATILE)
          continue;
        bitset_add (&s->tested, i.x);
        map_set (&s->tested_bytes, i.x, (uint32_t)s->effects->v.v[k].bytes);
      }
}

/* By local: the only store to it; `several' if there are more. */
static const struct rec_store **sole_stores (struct arena *arena, const struct function *b)
{
  const struct rec_store **sole = ARENA_ARRAY (arena, b->n_locals + 1, const struct rec_store *);
  for (uint32_t r = 0; r < b->n_records; r++) {
    const struct rec_store *store = (const struct rec_store *)b->records[r];
    if (b->records[r]->kind == REC_store && store->addr.base_kind == BASE_LOCAL)
      sole[store->addr.base] = sole[store->addr.base] ? &several : store;
  }
  return sole;
}

static void find_flags (struct summaries *s)
{
  enum { NEAR = 6 };
  const struct program *p = s->p->objects.program;
  struct arena arena = {0};
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct function *b = p->functions[f].body;
    if (!b || s->p->models[f])
      continue;
    const struct rec_store **sole = sole_stores (&arena, b);
    for (uint32_t r = 0; r < b->n_records; r++)
      if (b->records[r]->kind == REC_branch) {
        const struct rec_branch *test = (const struct rec_branch *)b->records[r];
        bool compared = (test->code == OP_EQ || test->code == OP_NE) &&
                        test->a.kind == OPND_VALUE && test->b.kind == OPND_VALUE;
        mark_tested (s, f, sole, &test->a, NEAR, compared);
        mark_tested (s, f, sole, &test->b, NEAR, compared);
      } else if (b->records[r]->kind == REC_return) { /* callers may test it */
        mark_tested (s, f, sole, &((const struct rec_return *)b->records[r])->value, NEAR, false);
      }
    arena_free (&arena);
  }
  bitset_intersect (&s->flags, &s->filter->candidates);
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e) || writes_constant (s, e))
      continue;
    setid set = effect_locations (s->p, e);
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
      bitset_remove (&s->flags, i.x);
  }
}

/* Locations */

static setid refine_points (struct pointers *p, setid all, setid where)
{
  const struct objects *o = &p->objects;
  bool anywhere = false;
  struct map in_where = {0}; /* objects */
  vec_u32 kept = {0};
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    anywhere |=
        loc_get (o, i.x)->offset <= OFFSET_EVERYTHING && o->v.v[loc_object (o, i.x)].n_locs > 1;
  if (!anywhere || !all)
    return where;
  for (struct set_iter k = sets_each (&p->sets, where); set_next (&k);)
    map_add (&in_where, loc_object (o, k.x), 1);
  for (struct set_iter i = sets_each (&p->sets, all); set_next (&i);)
    if (map_find (&in_where, loc_object (o, i.x)))
      vec_push (&kept, i.x);
  /* Worlds have more than their own memory in them. */
  if (kept.n && !values_worlds_of (p, sets_union (&p->sets, all, where)))
    where = sets_from (&p->sets, kept.v, kept.n);
  map_free (&in_where);
  vec_free (&kept);
  return where;
}

setid refined_points (struct pointers *p, setid all, setid where)
{
  if (all == where)
    return where;
  uint32_t known = map_get (&p->refined, map_pair (all, where), 0);
  if (!known) {
    known = 1 + refine_points (p, all, where);
    map_set (&p->refined, map_pair (all, where), known);
  }
  return known - 1;
}

/* Claims */

bool is_claimable (const struct summaries *s, setid where)
{
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);)
    if (!bitset_has (&s->claimable, i.x))
      return false;
  return where != SETS_EMPTY;
}

static void find_claimable (struct summaries *s)
{
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    const struct function *b = s->p->objects.program->functions[e->function].body;
    const struct record *r = b->records[e->record];
    int64_t value;
    if (!effect_writes (e) || r->kind != REC_store)
      continue;
    const struct operand *src = &((const struct rec_store *)r)->src;
    uint32_t def = src->kind == OPND_VALUE ? b->value_defs[src->value] : UINT32_MAX;
    const struct rec_op *op = def != UINT32_MAX && b->records[def]->kind == REC_op
                                  ? (const struct rec_op *)b->records[def]
                                  : NULL;
    bool bits = op && (op->code == OP_OR || op->code == OP_AND);
    if (bits || (stored_constant (b, r, &value) && value))
      for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);) {
        object_id o = loc_object (&s->p->objects, i.x);
        if (bitset_has (&s->filter->candidates, i.x) && (bits || bitset_has (&s->tested, i.x)) &&
            !is_in_world (s->p, WORLD_OUTSIDE, o) && !is_in_world (s->p, WORLD_POOL, o))
          bitset_add (&s->claimable, i.x);
      }
  }
}

/* Variables that keep the value they start with */

static void find_wanted (struct summaries *s)
{
  const struct bitset *c = &s->filter->candidates;
  for (uint64_t l = bitset_next (c, 1); l != BITSET_END; l = bitset_next (c, l + 1)) {
    bitset_add (&s->wanted, loc_object (&s->p->objects, (loc_id)l));
    for (int w = 0; w < N_WORLDS; w++)
      s->wanted_in[w] |= is_in_world (s->p, w, loc_object (&s->p->objects, (loc_id)l));
  }
}

static void find_written (struct summaries *s)
{
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e))
      continue;
    for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);)
      bitset_add (&s->written, loc_object (&s->p->objects, i.x));
  }
}

bool starts_as_zero (const struct pointers *q, object_id object, int64_t offset)
{
  const struct program *p = q->objects.program;
  const struct abstract_object *o = &q->objects.v.v[object];
  if (o->kind != OBJECT_GLOBAL)
    return false;
  const struct program_object *v = &p->objects[o->a];
  const struct unit *u = p->units[v->unit].unit;
  if (!v->defined)
    return false;
  for (uint32_t i = 0; i < u->n_inits; i++)
    if (u->inits[i].object == v->number && u->inits[i].offset == offset &&
        (u->inits[i].kind != IK_INTEGER || u->inits[i].value))
      return false;
  return true;
}

bool constant_at (const struct summaries *s, object_id object, int64_t offset, uint64_t bits,
                  int64_t *value)
{
  const struct program *p = s->p->objects.program;
  const struct abstract_object *o = &s->p->objects.v.v[object];
  if (o->kind != OBJECT_GLOBAL || bitset_has (&s->written, object) ||
      is_in_world (s->p, WORLD_OUTSIDE, object) || is_in_world (s->p, WORLD_POOL, object))
    return false;
  const struct program_object *v = &p->objects[o->a];
  const struct unit *u = p->units[v->unit].unit;
  if (!v->defined || v->used_outside || (v->is_public && !p->main) ||
      object_record (p, o->a)->flags & OF_TLS)
    return false;
  *value = 0;
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *init = &u->inits[i];
    if (init->object != v->number ||
        init->offset + (int64_t)(init->size ? init->size : 8) <= offset ||
        init->offset >= offset + (int64_t)(bits + 7) / 8)
      continue;
    if (init->kind != IK_INTEGER || init->offset != offset || init->size * 8 != bits)
      return false;
    *value = init->value;
  }
  return true;
}

/* Deferred calls */

funid function_of_expr (const struct summaries *s, expr_id e)
{
  if (!e || expr_get (&s->x, e)->op != X_OBJECT)
    return 0;
  const struct abstract_object *o = &s->p->objects.v.v[expr_get (&s->x, e)->a];
  return o->kind == OBJECT_FUNCTION ? o->a : 0;
}

bool can_bring (const struct summaries *s, funid caller, funid callee)
{
  return s->of[callee].known && s->component[caller] != s->component[callee] &&
         !s->p->models[callee];
}

expr_id substitute (struct summaries *s, expr_id e, const expr_id *actuals, uint32_t n,
                    const struct item *fork, uint32_t *used)
{
  struct exprs *x = &s->x;
  if (!e)
    return 0;
  struct expr v = *expr_get (x, e);
  if (!(v.flags & (XF_FORMAL | XF_OPAQUE)))
    return e;
  expr_id a = v.op == X_FORMAL || v.op == X_FRESH || v.op == X_VALUE || v.op == X_AT
                  ? 0
                  : substitute (s, v.a, actuals, n, fork, used);
  switch ((enum expr_op)v.op) {
  case X_FORMAL:
    return v.a < n ? actuals[v.a] : 0;
  case X_FRESH:
  case X_VALUE:
    return expr_at (x, e, expr_version (x, fork->function, fork->record, 0));
  case X_AT:
    return expr_at (x, v.a, expr_version (x, fork->function, fork->record, v.b));
  case X_LOAD:
    for (uint32_t i = 0; a && i < MOST_MEMORY; i++)
      if (fork->memory[i].at == a && fork->memory[i].key == (uint64_t)v.k &&
          fork->memory[i].value) {
        *used |= (uint32_t)1 << i;
        return fork->memory[i].value;
      }
    return expr_load (x, a, expr_version (x, fork->function, fork->record, v.b), (uint64_t)v.k);
  case X_REACHED: {
    uint32_t version = expr_version (x, fork->function, fork->record, v.b);
    expr_id r = expr_reached (x, a, version, v.code);
    return r ? r : expr_at (x, expr_unreached (x, e), version);
  }
  case X_SIGNAL:
    return v.b ? expr_turn (x, v.code, a, substitute (s, v.b, actuals, n, fork, used))
               : expr_signal (x, v.code, a, v.k);
  case X_ADD:
    return expr_add (x, a, v.k);
  case X_INDEX:
    return expr_index (x, a, substitute (s, v.b, actuals, n, fork, used), v.k);
  case X_OP:
    return expr_binary (x, v.code, a, substitute (s, v.b, actuals, n, fork, used));
  case X_CONVERT:
    return expr_convert (x, a, (unsigned)(v.k < 0 ? -v.k : v.k), v.k < 0);
  default:
    return e;
  }
}

void item_path (const struct summaries *s, uint32_t item, vec_u32 *out)
{
  for (; item; item = s->items.v[item].inner) {
    vec_push (out, item);
    for (uint32_t v = s->items.v[item].via; v; v = s->items.v[v].inner)
      vec_push (out, v);
  }
}

/* Exports */

void summary_exports (const struct summaries *s, funid f, vec_u32 *out)
{
  const struct summary *m = &s->of[f];
  if (m->result)
    vec_push (out, m->result);
  for (uint32_t i = 0; i < m->n_rows; i++) {
    for (struct set_iter k = sets_each (&s->sets, m->rows[i].held); set_next (&k);)
      vec_push (out, hold_get (s, k.x).lock);
    for (struct set_iter k = sets_each (&s->sets, m->rows[i].released); set_next (&k);)
      if (k.x)
        vec_push (out, k.x);
  }
  for (uint32_t i = 0; i < m->n_items; i++) {
    const struct item *item = &s->items.v[m->first_item + i];
    if (!item->open)
      continue;
    for (int k = 0; k < ITEM_EXPRS; k++)
      if (item->e[k])
        vec_push (out, item->e[k]);
    for (int k = 0; k < MOST_MEMORY; k++)
      if (item->memory[k].at && item->memory[k].value) {
        vec_push (out, item->memory[k].at);
        vec_push (out, item->memory[k].value);
      }
    for (struct set_iter k = sets_each (&s->sets, item->held); set_next (&k);)
      vec_push (out, hold_get (s, k.x).lock);
    for (struct set_iter k = sets_each (&s->sets, item->facts); set_next (&k);)
      vec_push (out, fact_expr (s, k.x));
    for (struct set_iter k = sets_each (&s->sets, item->released); set_next (&k);)
      if (k.x)
        vec_push (out, k.x);
  }
}

/* Functions */

/* A small function that returns a number: which ones may decide what its callers do. */
static bool returns_few (const struct body *d)
{
  enum { SMALL = 24 };
  bool any = false;
  for (uint32_t r = 0; d->b->n_blocks > 1 && d->b->n_blocks <= SMALL && r < d->b->n_records; r++) {
    const struct rec_return *ret = (const struct rec_return *)d->b->records[r];
    uint32_t type = ret->r.kind == REC_return && ret->value.kind == OPND_VALUE
                        ? d->b->value_types[ret->value.value]
                        : 0;
    any |= type && (d->u->types[type].r.kind == TK_INTEGER || d->u->types[type].r.kind == TK_BOOL ||
                    d->u->types[type].r.kind == TK_ENUM);
  }
  return any;
}

static void summarise (struct summaries *s, funid f)
{
  const struct program *program = s->p->objects.program;
  struct body d = {.s = s,
                   .f = f,
                   .b = program->functions[f].body,
                   .u = function_unit (program, f),
                   .pu = &program->units[program->functions[f].unit]};
  struct summary m = {.known = true};
  if (!d.b->n_blocks)
    return;
  d.flow = flow_find (&d.arena, d.b);
  for (uint32_t r = 0; r < d.b->n_records; r++)
    if (d.b->records[r]->kind == REC_return && d.flow.rpo.place[d.flow.block_of[r]] != NODE_NONE)
      vec_push (&d.returns, r);
  values_find (&d, &m);
  teams_find_iterations (&d);
  if (s->filter->sliced[f] || returns_few (&d))
    locks_find (&d, &m);
  else
    m.rows[m.n_rows++].result = result_unknown;
  escape_find (&d, &m);
  if (s->filter->sliced[f])
    items_find (&d, &m);
  s->of[f] = m;
  s->stats.functions++;
  s->stats.open += m.n_open;
  map_free (&d.inst);
  map_free (&d.expected);
  vec_free (&d.reuses);
  vec_free (&d.snapshots);
  vec_free (&d.takes);
  vec_free (&d.forks);
  vec_free (&d.returns);
  vec_free (&d.claims);
  map_free (&d.before_store);
  tuples_free (&d.carried);
  vec_free (&d.carried_to);
  arena_free (&d.arena);
}

void summaries_find (struct summaries *s, struct pointers *p, const struct effects *effects,
                     const struct prefilter *filter, const struct map *broken)
{
  uint32_t n = p->objects.program->n_functions;
  *s = (struct summaries){.p = p, .effects = effects, .filter = filter};
  exprs_init (&s->x, p);
  for (uint32_t i = 0; i < map_size (broken); i++) {
    map_set (&s->broken, map_key (broken, i), map_value (broken, i));
    if (map_key (broken, i) >> 32 == BROKEN_GATE)
      bitset_add (&s->gates, (uint32_t)map_key (broken, i));
  }
  s->of = xcalloc (n + 1, sizeof *s->of);
  s->component = xcalloc (n + 1, sizeof *s->component);
  vec_push (&s->items, (struct item){0});
  struct arena arena = {0};
  struct csr graph = call_graph (s, &arena);
  struct scc scc = scc_find (&arena, &graph);
  for (funid f = 1; f <= n; f++)
    s->component[f] = scc.of[f];
  permits_find (s);
  library_find (s);
  find_sets (s, &graph, &scc);
  find_relaxed (s);
  find_flags (s);
  constants_find (s);
  turns_find_candidates (s);
  fences_find (s);
  find_claimable (s);
  find_written (s);
  find_wanted (s);
  for (uint32_t c = 0; c < scc.n; c++)
    for (uint32_t i = scc.first[c]; i < scc.first[c + 1]; i++) {
      funid f = scc.members[i];
      watch_share (c, scc.n);
      if (f && f <= n && p->objects.program->functions[f].body && !p->models[f])
        summarise (s, f);
    }
  arena_free (&arena);
}

void summaries_free (struct summaries *s)
{
  exprs_free (&s->x);
  sets_free (&s->sets);
  tuples_free (&s->holds);
  tuples_free (&s->facts);
  tuples_free (&s->deferred);
  tuples_free (&s->slots);
  map_free (&s->iterations);
  free (s->of);
  free (s->mod);
  free (s->mod_all);
  free (s->releases);
  free (s->component);
  free (s->relaxed);
  free (s->only_start);
  vec_free (&s->items);
  vec_free (&s->points);
  vec_free (&s->shapes);
  map_free (&s->broken);
  map_free (&s->draws);
  bitset_free (&s->flags);
  bitset_free (&s->tested);
  bitset_free (&s->turns);
  bitset_free (&s->compared);
  bitset_free (&s->fenced);
  map_free (&s->cas_from);
  bitset_free (&s->gates);
  bitset_free (&s->errorcheck);
  free (s->jumps);
  map_free (&s->tested_bytes);
  constants_free (s);
  bitset_free (&s->permits);
  bitset_free (&s->no_permits);
  bitset_free (&s->semaphores);
  bitset_free (&s->barriers);
  bitset_free (&s->spoiled);
  map_free (&s->permit_of);
  bitset_free (&s->claimable);
  bitset_free (&s->written);
  bitset_free (&s->wanted);
}
