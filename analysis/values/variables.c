/* What is known about variables of the whole program before any function is summarised: whose
   address goes through atomics that order nothing, flags, what may be claimed, what is never
   written and keeps the value it starts with. */

#include "kept.h"
#include "access.h"
#include "constants.h"
#include "fences.h"
#include "news.h"
#include "summaries-internal.h"
#include "turns.h"

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
    bitset_add (&s->relaxed, loc_object (&s->p->objects, i.x));
}

static bool has_relaxed (const struct summaries *s, setid set)
{
  for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);)
    if (bitset_has (&s->relaxed, loc_object (&s->p->objects, i.x)))
      return true;
  return false;
}

/* What an atomic gets and puts without the order that either needs.  A pointer that was loaded was
   put there by others, in an ordered way: who only puts it elsewhere goes on with what they did. */
static void find_relaxed_effect (struct summaries *s, const struct call_edge *call,
                                 enum effect_kind kind, const struct model_operand *order)
{
  const struct function *b = s->p->objects.program->functions[call->caller].body;
  const struct rec_call *c = (const struct rec_call *)b->records[call->record];
  bool relaxed = !orders_memory (c, order);
  bool gets = kind == EFFECT_ATOMIC_LOAD || kind == EFFECT_ATOMIC_RMW;
  if (!relaxed && kind != EFFECT_ATOMIC_RMW && kind != EFFECT_ATOMIC_CAS)
    return;
  /* What is stored where nobody looks yet is published with that, in an ordered way or not. */
  if (kind == EFFECT_ATOMIC_STORE && c->args.n &&
      is_new_at (s->p, call->caller, call->record, &c->args.v[0]) &&
      !has_relaxed (s, points_of_operand (s->p, call->caller, &c->args.v[0])))
    return;
  /* A load may be ordered by a lock: see items.c. */
  if (kind == EFFECT_ATOMIC_LOAD && s->filter->sliced[call->caller] &&
      !map_find (&s->broken, map_pair (call->caller, call->record)))
    return;
  for (uint32_t j = 1; j < c->args.n && !orders_writes (c, order); j++)
    if (relaxed || !is_loaded (b, &c->args.v[j]))
      mark_relaxed (s, points_of_operand (s->p, call->caller, &c->args.v[j]));
  if (c->r.dst && (relaxed || (gets && !orders_reads (c, order) && is_followed (b, c->r.dst))))
    mark_relaxed (s, points_of_value (s->p, call->caller, c->r.dst));
}

/* The addresses that a call stores or loads atomically without order. */
static void find_relaxed_call (struct summaries *s, const struct call_edge *call,
                               const struct model *m)
{
  static const struct {
    uint8_t kind, order;
  } orders_of[] = {{EFFECT_ATOMIC_LOAD, ATOMIC_LOAD_ORDER},
                   {EFFECT_ATOMIC_STORE, ATOMIC_STORE_ORDER},
                   {EFFECT_ATOMIC_RMW, ATOMIC_RMW_ORDER},
                   {EFFECT_ATOMIC_CAS, ATOMIC_CAS_ORDER}};
  for (uint32_t i = 0; i < m->n_effects; i++)
    for (unsigned k = 0; k < sizeof orders_of / sizeof orders_of[0]; k++)
      if (m->effects[i].kind == orders_of[k].kind)
        find_relaxed_effect (s, call, m->effects[i].kind, &m->effects[i].op[orders_of[k].order]);
}

/* Whether no new thread does what is created. */
static bool is_task (const struct pointers *p, const struct call_edge *fork)
{
  uint32_t first, end;
  bool task = false;
  calls_of_record (p, fork->caller, fork->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      task |=
          m->effects[i].kind == EFFECT_FORK && m->effects[i].op[FORK_FATE].u.keyword == FATE_TEAM;
  }
  return task;
}

/* Marks what goes through relaxed atomics; whether something new was marked. */
static bool find_relaxed_calls (struct summaries *s)
{
  const struct pointers *p = s->p;
  uint64_t before = bitset_count (&s->relaxed);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->caller && c->kind == CALL_NOW && p->models[c->callee] &&
        p->objects.program->functions[c->caller].body->records[c->record]->kind == REC_call)
      find_relaxed_call (s, c, p->models[c->callee]);
  }
  return bitset_count (&s->relaxed) != before;
}

static void find_relaxed (struct summaries *s)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  while (find_relaxed_calls (s))
    ;
  s->only_start = xcalloc (program->n_functions + 1, sizeof *s->only_start);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind == CALL_FORK)
      s->only_start[c->callee] = true;
    if (c->kind == CALL_FORK && is_task (p, c))
      bitset_add (&s->tasks, c->callee);
  }
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind != CALL_FORK)
      s->only_start[p->calls.v[i].callee] = false;
  for (funid f = 1; f <= program->n_functions; f++)
    s->only_start[f] &=
        !called_from_world (p, WORLD_OUTSIDE, f) && !called_from_world (p, WORLD_POOL, f);
}

/* Flags */

/* A function that waits may do so for one of that many objects; one that does not, for one of
   FEW_FLAGS. */
enum { FEW_FLAGS = 2, MOST_FLAGS = 16 };

bool is_flag (const struct summaries *s, setid where)
{
  if (!where || sets_size (&s->p->sets, where) > MOST_FLAGS)
    return false;
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);)
    if (!bitset_has (&s->flags, i.x))
      return false;
  return true;
}

bool has_flag (const struct summaries *s, setid where)
{
  uint32_t l;
  if (sets_is_single (&s->p->sets, where, &l))
    return bitset_has (&s->flags, l);
  return sets_intersection (&s->p->sets, where, s->flag_set) != SETS_EMPTY;
}

static bool is_same_field (const struct address *a, const struct address *b)
{
  bool same = a->base_kind == b->base_kind && a->base == b->base && a->bitoff == b->bitoff &&
              a->path_bits == b->path_bits && a->root == b->root && a->n_steps == b->n_steps &&
              !a->n_indices && !b->n_indices;
  for (uint32_t i = 0; same && i < a->n_steps; i++)
    same = a->steps[i].kind == b->steps[i].kind && a->steps[i].n == b->steps[i].n;
  return same;
}

/* The store right before a load from the same place: `b = c' of `a = b = c'. */
static const struct rec_store *store_before (const struct function *b, uint32_t load)
{
  const struct rec_load *l = (const struct rec_load *)b->records[load];
  const struct rec_store *s = load ? (const struct rec_store *)b->records[load - 1] : NULL;
  if (!s || s->r.kind != REC_store || !is_same_field (&s->addr, &l->addr) || s->rep_bits ||
      l->rep_bits || (s->flags | l->flags) & AF_VOLATILE)
    return NULL;
  for (uint32_t i = 0; i < b->n_blocks; i++)
    if (b->blocks[i].first == load) /* others may come here, too */
      return NULL;
  return s;
}

/* The only store to what a load finds in a local variable, which nobody else gets at. */
static const struct rec_store *sole_store (const struct function *b, const struct address *from)
{
  const struct rec_store *only = NULL;
  if (from->base_kind != BASE_LOCAL || b->locals[from->base].flags & OF_PARAMETER)
    return NULL;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *s = (const struct rec_store *)b->records[i];
    if (b->records[i]->kind != REC_store || s->addr.base_kind != BASE_LOCAL ||
        s->addr.base != from->base)
      continue;
    if (only || !is_same_field (&s->addr, from))
      return NULL;
    only = s;
  }
  for (uint32_t i = 0; only && i < b->n_records; i++)
    if (b->records[i]->kind != REC_lifetime && record_has_local (b->records[i], from->base))
      return NULL;
  return only;
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
  const struct rec_op *op = (const struct rec_op *)r;
  if (r->kind == REC_op && (op->code == OP_COPY || op->code == OP_CONVERT))
    return find_constant (b, &op->a, depth - 1, k) &&
           (op->code == OP_COPY || (*k >= 0 && *k <= INT8_MAX)); /* the same in all types */
  if (r->kind != REC_load)
    return false;
  const struct rec_store *only = store_before (b, def);
  if (!only)
    only = sole_store (b, &((const struct rec_load *)r)->addr);
  return only && find_constant (b, &only->src, depth - 1, k);
}

bool constant_operand (const struct function *b, const struct operand *o, int64_t *k)
{
  enum { NEAR = 6 };
  return find_constant (b, o, NEAR, k);
}

/* The value that an atomic of the model stores where the access is, or with which a function like
   memset fills it; NULL: it does something else. */
static const struct model_operand *stored_operand (const struct model *m, const struct effect *e)
{
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_effect *f = &m->effects[i];
    if (f->kind == EFFECT_ATOMIC_STORE && &f->op[ATOMIC_STORE_MEMORY].u.place == e->place)
      return &f->op[ATOMIC_STORE_VALUE];
    if (f->kind == EFFECT_FILL && &f->op[FILL_MEMORY].u.place == e->place)
      return &f->op[FILL_VALUE];
  }
  return NULL;
}

static bool model_constant (const struct function *b, const struct rec_call *c,
                            const struct model_operand *o, int64_t *k)
{
  if (o->kind == MODEL_NUMBER)
    *k = o->u.number;
  return o->kind == MODEL_NUMBER ||
         (o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && !o->u.place.derefs &&
          o->u.place.number < c->args.n && constant_operand (b, &c->args.v[o->u.place.number], k));
}

bool stored_constant (const struct summaries *s, const struct effect *e, int64_t *k)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct record *r = b->records[e->record];
  uint32_t first, end;
  if (r->kind == REC_store)
    return constant_operand (b, &((const struct rec_store *)r)->src, k);
  if (r->kind != REC_call)
    return false;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  const struct model *m = end - first == 1 ? s->p->models[s->p->calls.v[first].callee] : NULL;
  const struct model_operand *o = stored_operand (m, e);
  return o && model_constant (b, (const struct rec_call *)r, o, k) &&
         (e->mode == MODE_ATOMIC_WRITE || !*k);
}

/* Whether an access stores a constant, or nothing but the zero of a cleared aggregate. */
static bool writes_constant (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  int64_t k;
  return b->records[e->record]->kind == REC_clear || stored_constant (s, e, &k);
}

/* Whether the access only puts something there: the head of a queue, or how many are in it. */
static bool fills (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  return b->records[e->record]->kind == REC_store &&
         sets_size (&s->p->sets, e->where) <= MOST_FLAGS;
}

/* Where the tests of a function are looked at. */
struct tester {
  struct summaries *s;
  funid f;
  const struct function *b;
  const struct rec_store **sole; /* by local: the only store to it; `several' if there are more */
  bool waits;                    /* the function, or one that it calls, waits for a condition */
};

static const struct rec_store several;

/* Marks what a tested value was loaded from. */
static void mark_tested (const struct tester *t, const struct operand *o, int depth, bool compared)
{
  struct summaries *s = t->s;
  const struct function *b = t->b;
  funid f = t->f;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  if (def == UINT32_MAX || !depth)
    return;
  const struct record *r = b->records[def];
  if (r->kind == REC_op) {
    mark_tested (t, &((const struct rec_op *)r)->a, depth - 1, compared);
    mark_tested (t, &((const struct rec_op *)r)->b, depth - 1, compared);
    return;
  }
  /* Through a variable that has a number first. */
  if (r->kind == REC_phi && ((const struct rec_phi *)r)->args.n == 2) {
    const struct operand *args = ((const struct rec_phi *)r)->args.v;
    int64_t k;
    for (int i = 0; i < 2; i++)
      if (constant_operand (b, &args[1 - i], &k))
        mark_tested (t, &args[i], depth - 1, compared);
    return;
  }
  /* Through a variable that is stored once, as atomics of C11 go through one of the compiler's. */
  if (r->kind == REC_load && ((const struct rec_load *)r)->addr.base_kind == BASE_LOCAL) {
    const struct rec_store *store = t->sole[((const struct rec_load *)r)->addr.base];
    if (store && store != &several)
      mark_tested (t, &store->src, depth - 1, compared);
    if (!(b->locals[((const struct rec_load *)r)->addr.base].flags & OF_ADDRESSED))
      return;
  }
  for (uint32_t k = effects_at (s->effects, f, def);
       k < s->effects->first[f + 1] && s->effects->v.v[k].record == def; k++)
    if (!effect_writes (&s->effects->v.v[k]) && sets_size (&s->p->sets, s->effects->v.v[k].where) <=
                                                    (t->waits && compared ? MOST_FLAGS : FEW_FLAGS))
      for (struct set_iter i = sets_each (&s->p->sets, s->effects->v.v[k].where); set_next (&i);) {
        bitset_add (&s->flags, i.x);
        if (t->waits)
          bitset_add (&s->awaited, i.x);
        if (sets_size (&s->p->sets, s->effects->v.v[k].where) > FEW_FLAGS)
          continue;
        if (compared)
          bitset_add (&s->compared, i.x);
        if (s->effects->v.v[k].flags & AF_VOLATILE)
          continue;
        bitset_add (&s->tested, i.x);
        map_set (&s->tested_bytes, i.x, (uint32_t)s->effects->v.v[k].bytes);
      }
}

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

/* Whether F waits for a condition, or a function does that it calls in at most DEPTH steps. */
static bool waits (const struct pointers *p, funid f, int depth)
{
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    funid callee = p->calls.v[k].callee;
    if (p->calls.v[k].kind == CALL_NOW &&
        (p->models[callee] ? model_has (p->models[callee], EFFECT_WAIT)
                           : depth && waits (p, callee, depth - 1)))
      return true;
  }
  return false;
}

enum { NEAR = 6 }; /* steps from a test to a load */

/* The call may be of a function that returns only if a condition holds that it is given. */
static void mark_conditions (const struct tester *t, const struct rec_call *c)
{
  for (uint32_t i = 0; i < c->args.n; i++) {
    const struct operand *o = &c->args.v[i];
    const struct rec_op *op = NULL;
    do {
      uint32_t def = o->kind == OPND_VALUE ? t->b->value_defs[o->value] : UINT32_MAX;
      op = def != UINT32_MAX && t->b->records[def]->kind == REC_op
               ? (const struct rec_op *)t->b->records[def]
               : NULL;
      o = op ? &op->a : NULL;
    } while (op && op->code == OP_CONVERT);
    if (op && op->code >= OP_EQ && op->code <= OP_GE) {
      mark_tested (t, &op->a, NEAR, false);
      mark_tested (t, &op->b, NEAR, false);
    }
  }
}

static void find_flags (struct summaries *s)
{
  const struct program *p = s->p->objects.program;
  struct arena arena = {0};
  struct bitset gone = {0}; /* sets of which none is left */
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct function *b = p->functions[f].body;
    if (!b || s->p->models[f])
      continue;
    struct tester t = {s, f, b, sole_stores (&arena, b), waits (s->p, f, 1)};
    for (uint32_t r = 0; r < b->n_records; r++)
      if (b->records[r]->kind == REC_branch) {
        const struct rec_branch *test = (const struct rec_branch *)b->records[r];
        bool compared = (test->code == OP_EQ || test->code == OP_NE) &&
                        test->a.kind == OPND_VALUE && test->b.kind == OPND_VALUE;
        mark_tested (&t, &test->a, NEAR, compared);
        mark_tested (&t, &test->b, NEAR, compared);
      } else if (b->records[r]->kind == REC_return) { /* callers may test it */
        mark_tested (&t, &((const struct rec_return *)b->records[r])->value, NEAR, false);
      } else if (b->records[r]->kind == REC_call) {
        mark_conditions (&t, (const struct rec_call *)b->records[r]);
      }
    arena_free (&arena);
  }
  bitset_intersect (&s->flags, &s->filter->candidates);
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    bool bare = effect_is_bare (s->p, e);
    if (!bare && (!effect_changes (e) || writes_constant (s, e)))
      continue;
    setid set = effect_locations (s->p, e);
    bool filled = !bare && fills (s, e);
    if (bitset_has (&gone, set))
      continue;
    uint32_t word;
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next_word (&i, &word);)
      if (word < s->flags.words.n)
        s->flags.words.v[word] &=
            ~i.mask | (filled && word < s->awaited.words.n ? s->awaited.words.v[word] : 0);
    if (!filled)
      bitset_add (&gone, set);
  }
  bitset_free (&gone);
  vec_u32 all = {0};
  for (uint64_t l = bitset_next (&s->flags, 1); l != BITSET_END; l = bitset_next (&s->flags, l + 1))
    vec_push (&all, (loc_id)l);
  s->flag_set = sets_from (&s->p->sets, all.v, all.n);
  vec_free (&all);
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
    if (bits || (stored_constant (s, e, &value) && value))
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
  /* Who finds the handles of threads by pointers must know where these are kept. */
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (e->mode != MODE_WRITE || !e->place || !writes_handle (s, e))
      continue;
    for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);)
      if (s->p->objects.v.v[loc_object (&s->p->objects, i.x)].kind == OBJECT_HEAP)
        bitset_add (&s->wanted, loc_object (&s->p->objects, i.x));
  }
}

static void find_written (struct summaries *s)
{
  struct bitset done = {0}; /* sets */
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e) || bitset_has (&done, e->where))
      continue;
    bitset_add (&done, e->where);
    for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);)
      bitset_add (&s->written, loc_object (&s->p->objects, i.x));
  }
  bitset_free (&done);
}

/* How many bytes of an object are accessed as a word from OFFSET on. */
static int64_t word_at (const struct pointers *p, object_id object, int64_t offset)
{
  int64_t bytes = 1;
  for (loc_id l = p->objects.v.v[object].first_loc; l; l = loc_get (&p->objects, l)->next)
    if (loc_get (&p->objects, l)->offset == offset && l < p->word_bytes.n &&
        p->word_bytes.v[l] > bytes)
      bytes = p->word_bytes.v[l];
  return bytes;
}

bool starts_as_zero (const struct pointers *q, object_id object, int64_t offset)
{
  const struct program *p = q->objects.program;
  const struct abstract_object *o = &q->objects.v.v[object];
  struct array_around around[MOST_AROUND];
  if (o->kind != OBJECT_GLOBAL)
    return false;
  const struct program_object *v = &p->objects[o->a];
  const struct unit *u = p->units[v->unit].unit;
  if (!v->defined)
    return false;
  uint32_t n = arrays_around (&q->objects, object, offset, around);
  int64_t element = n ? around[n - 1].element : 0, bytes = word_at (q, object, offset);
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *init = &u->inits[i];
    if (init->object != v->number || (init->kind == IK_INTEGER && !init->value))
      continue;
    /* In an array, of each element. */
    int64_t distance = init->offset - offset, size = init->size ? (int64_t)init->size : 8;
    if (element > 0)
      distance = (distance % element + element) % element;
    if ((distance < bytes && distance + size > 0) || (element > 0 && distance + size > element))
      return false;
  }
  return true;
}

expr_id expr_at_start (struct summaries *s, object_id object, int64_t offset, uint64_t bits)
{
  const struct program *p = s->p->objects.program;
  const struct abstract_object *o = &s->p->objects.v.v[object];
  if (!proves_by (s->p, PROOF_VALUES) || o->kind != OBJECT_GLOBAL ||
      bitset_has (&s->written, object) || is_in_world (s->p, WORLD_OUTSIDE, object) ||
      is_in_world (s->p, WORLD_POOL, object))
    return 0;
  const struct program_object *v = &p->objects[o->a];
  const struct program_unit *in = &p->units[v->unit];
  if (!v->defined || v->used_outside || (v->is_public && !p->main) ||
      object_record (p, o->a)->flags & OF_TLS)
    return 0;
  const struct rec_init *start = NULL;
  for (uint32_t i = 0; i < in->unit->n_inits; i++) {
    const struct rec_init *init = &in->unit->inits[i];
    if (init->object != v->number ||
        init->offset + (int64_t)(init->size ? init->size : 8) <= offset ||
        init->offset >= offset + (int64_t)(bits + 7) / 8)
      continue;
    if (start || init->offset != offset || (init->size ? init->size : 8) * 8 != bits)
      return 0;
    start = init;
  }
  if (!start || start->kind == IK_INTEGER)
    return expr_const (&s->x, start ? start->value : 0);
  if (start->kind != IK_OBJECT)
    return 0;
  object_id to = object_find (&s->p->objects, OBJECT_GLOBAL, in->objects[start->target], 0, 0);
  return to ? expr_add (&s->x, expr_object (&s->x, to), start->value) : 0;
}

void variables_find (struct summaries *s)
{
  find_relaxed (s);
  if (s->knows_variables) {
    constants_break (s);
    return;
  }
  s->knows_variables = true;
  find_flags (s);
  signs_find (&s->signs, s->p, s->effects);
  constants_find (s);
  kept_find (s);
  turns_find_candidates (s);
  fences_find (s);
  find_claimable (s);
  find_written (s);
  find_wanted (s);
}
