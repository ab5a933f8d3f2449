/* Contexts: code that runs only while there is no other thread.

     if (!table)                 main has called init before it creates the first thread, and nobody
       init ();                  sets it back to 0

   A global variable that starts as 0, into which nothing but other values is stored, and into which
   main has stored one on every way to where a thread is created: who finds 0 there does so before
   that.  So it is main, or a handler that interrupts it; and up to where the branch is left no
   thread is created either, if nothing in it does so. */

#include "constants.h"
#include "contexts-internal.h"
#include "nonnull.h"

struct variable {
  object_id object;
  loc_id l;
  int64_t offset; /* of its bytes in the object; arrays are one element as locations */
  uint64_t bytes;
  uint32_t next; /* 1 + the next one in the object; 0: none */
  bool no;       /* something else may be stored */
};

/* A branch that is taken if a variable is 0. */
struct zero_test {
  funid f;
  uint32_t load, block, target;
  uint32_t variable;
};

struct alone_finder {
  struct context_finder *d;
  struct summaries *s;
  struct pointers *p;
  const struct program *program;
  struct nonnull nonnull;
  bool *creates; /* by function: it, or what it calls, creates threads */
  VEC (struct variable) variables;
  VEC (struct zero_test) tests;
  struct map places;    /* object, offset: 1 + number of a variable */
  struct map tested;    /* object: 1 + its first variable */
  struct bitset pooled; /* locations to which anything may point, */
  struct bitset lost;   /* and objects in which it may then point to others */
  struct map test_at;   /* function, block: 1 + number of the test */
  struct map known;     /* variable and before what, function: whether it is set */
  uint32_t steps;
};

static const struct function *body_of (const struct alone_finder *a, funid f)
{
  return a->program->functions[f].body;
}

/* Who creates threads */

static bool is_creation (const struct call_edge *c)
{
  return c->kind == CALL_FORK || c->kind == CALL_LATER;
}

static void spread (struct alone_finder *a, struct worklist *list)
{
  const struct nonnull *n = &a->nonnull;
  for (uint32_t f; worklist_pop (list, &f);) {
    if (a->creates[f])
      continue;
    a->creates[f] = true;
    for (uint32_t k = n->first[f]; k < n->first[f + 1]; k++)
      if (a->p->calls.v[n->callers[k]].kind == CALL_NOW)
        worklist_push (list, a->p->calls.v[n->callers[k]].caller);
  }
}

/* Who calls into a world where somebody creates threads, and unseen code that may do so. */
static void spread_world (struct alone_finder *a, int world, struct worklist *list)
{
  const struct pointers *p = a->p;
  for (uint32_t k = 0; k < p->world_calls.n; k++)
    if (p->world_calls.v[k].world == world)
      worklist_push (list, p->world_calls.v[k].caller);
  for (uint32_t k = 0; k < p->calls.n && world == WORLD_OUTSIDE; k++)
    if (p->calls.v[k].kind == CALL_NOW && calls_unseen (p, p->calls.v[k].callee))
      worklist_push (list, p->calls.v[k].callee);
}

static void find_creators (struct alone_finder *a)
{
  const struct pointers *p = a->p;
  struct worklist list = {0};
  bool done[N_WORLDS] = {false};
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (is_creation (&p->calls.v[k]))
      worklist_push (&list, p->calls.v[k].caller);
  for (bool changed = true; changed;) {
    changed = false;
    spread (a, &list);
    for (int w = 0; w < N_WORLDS; w++)
      for (funid f = 1; f <= a->program->n_functions && !done[w]; f++)
        if (a->creates[f] && called_from_world (p, w, f)) {
          done[w] = changed = true;
          spread_world (a, w, &list);
        }
  }
  worklist_free (&list);
}

/* Whether threads come from main only. */
static bool only_main_creates (const struct alone_finder *a)
{
  const struct pointers *p = a->p;
  if (!a->program->main || !body_of (a, a->program->main) || a->program->n_entries)
    return false;
  for (funid f = 1; f <= a->program->n_functions; f++)
    if (a->creates[f] && runs_by_itself (a->program, f) & RUNS_FIRST)
      return false;
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].kind == CALL_SIGNAL && a->creates[p->calls.v[k].callee])
      return false;
  return true;
}

/* Whether the record may create one. */
static bool creates_at (const struct alone_finder *a, funid f, uint32_t record)
{
  const struct pointers *p = a->p;
  uint32_t k, end;
  if (body_of (a, f)->records[record]->kind != REC_call)
    return false;
  for (calls_of_record (p, f, record, &k, &end); k < end; k++)
    if (is_creation (&p->calls.v[k]) ||
        (p->calls.v[k].kind == CALL_NOW && a->creates[p->calls.v[k].callee]))
      return true;
  for (k = a->d->first_world_call[f]; a->creates[f] && k < a->d->first_world_call[f + 1]; k++)
    if (p->world_calls.v[a->d->world_calls[k]].record == record)
      return true;
  return false;
}

/* Which variables are asked for */

/* The load whose result a branch compares with 0; UINT32_MAX: it does not.  *EDGE is taken if it is
   0. */
static uint32_t zero_load (const struct function *b, const struct block *v, uint32_t *edge)
{
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE) ||
      r->a.kind != OPND_VALUE || r->b.kind != OPND_INT || r->b.u.number || v->n_edges != 2)
    return UINT32_MAX;
  *edge = v->edges[0].kind == (r->code == OP_EQ ? EK_TRUE : EK_FALSE) ? 0 : 1;
  uint32_t load = b->value_defs[r->a.value];
  return load >= v->first && load < v->end && b->records[load]->kind == REC_load ? load
                                                                                 : UINT32_MAX;
}

/* Whether a pointer to the location leads to nothing else: it is a number or pointer that is a
   member of a variable, not of a struct or an array in it. */
static bool is_by_itself (const struct objects *o, loc_id l)
{
  struct array_around around[MOST_AROUND];
  int64_t offset = loc_get (o, l)->offset;
  if (offset <= 0 || arrays_around (o, loc_object (o, l), offset, around))
    return false;
  struct field_place place = object_field (o, loc_object (o, l), offset);
  return place.field && place.scalar && !place.in_union && place.field->bitoff == offset * 8;
}

/* What pointers may lead to of which there are too many to be told apart. */
static void find_pooled (struct alone_finder *a)
{
  const struct objects *o = &a->p->objects;
  for (struct set_iter i = sets_each (&a->p->sets, a->p->entered[WORLD_POOL]); set_next (&i);)
    if (o->v.v[loc_object (o, i.x)].kind == OBJECT_GLOBAL) {
      bitset_add (&a->pooled, i.x);
      if (!is_by_itself (o, i.x))
        bitset_add (&a->lost, loc_object (o, i.x));
    }
}

/* The variable that is loaded; UINT32_MAX: none of which anything can be known. */
static uint32_t variable_at (struct alone_finder *a, funid f, uint32_t load)
{
  struct pointers *p = a->p;
  const struct address *at = &((const struct rec_load *)body_of (a, f)->records[load])->addr;
  uint32_t k = effects_at (a->s->effects, f, load), l;
  const struct effect *e = &a->s->effects->v.v[k];
  if (at->base_kind != BASE_OBJECT || at->n_indices || at->bitoff % 8 || at->bitoff < 0 ||
      k >= a->s->effects->first[f + 1] || e->record != load || e->shift || e->flags & AF_BITFIELD ||
      !e->bytes || !sets_is_single (&p->sets, e->where, &l))
    return UINT32_MAX;
  struct variable v = {loc_object (&p->objects, l), l, at->bitoff / 8, e->bytes, 0, false};
  const struct abstract_object *o = &p->objects.v.v[v.object];
  if (o->kind != OBJECT_GLOBAL || o->whole || is_in_world (p, WORLD_OUTSIDE, v.object) ||
      bitset_has (&a->lost, v.object) || bitset_has (&a->pooled, l))
    return UINT32_MAX;
  uint32_t *known = map_at (&a->places, map_pair (v.object, (uint32_t)v.offset));
  if (!*known) {
    v.next = map_get (&a->tested, v.object, 0);
    vec_push (&a->variables, v);
    *known = a->variables.n;
    map_set (&a->tested, v.object, a->variables.n);
  }
  return a->variables.v[*known - 1].bytes == v.bytes ? *known - 1 : UINT32_MAX;
}

static void find_tests (struct alone_finder *a, funid f)
{
  const struct function *b = body_of (a, f);
  uint32_t edge;
  for (uint32_t i = 0; b && i < b->n_blocks; i++) {
    uint32_t load = zero_load (b, &b->blocks[i], &edge);
    uint32_t v = load != UINT32_MAX ? variable_at (a, f, load) : UINT32_MAX;
    if (v == UINT32_MAX)
      continue;
    vec_push (&a->tests, (struct zero_test){f, load, i, b->blocks[i].edges[edge].target, v});
    map_set (&a->test_at, map_pair (f, i), a->tests.n);
  }
}

/* What is stored into them */

/* Whether the store stores something that is not 0: numbers that conversions leave so. */
static bool stores_other (struct alone_finder *a, funid f, uint32_t record)
{
  const struct function *b = body_of (a, f);
  const struct rec_store *r = (const struct rec_store *)b->records[record];
  int64_t k;
  if (r->r.kind != REC_store)
    return false;
  if (constant_operand (b, &r->src, &k))
    return k && k >= INT8_MIN && k <= INT8_MAX;
  return operand_is_nonnull (&a->nonnull, f, &r->src, record);
}

/* Takes back what may be overwritten with anything else. */
static void note_write (struct alone_finder *a, const struct effect *e, setid where)
{
  enum { WORD = 8 }; /* of more, all locations are listed */
  const struct objects *o = &a->p->objects;
  int64_t bytes = e->bytes && e->bytes < WORD ? (int64_t)e->bytes : WORD;
  for (struct set_iter i = sets_each (&a->p->sets, where); set_next (&i);) {
    int64_t from = loc_get (o, i.x)->offset;
    for (uint32_t k = map_get (&a->tested, loc_object (o, i.x), 0); k;
         k = a->variables.v[k - 1].next) {
      struct variable *v = &a->variables.v[k - 1];
      int64_t at = loc_get (o, v->l)->offset; /* where all elements of its array are */
      if (!v->no &&
          (from <= OFFSET_EVERYTHING || (from < at + (int64_t)v->bytes && at < from + bytes)))
        v->no = i.x != v->l || e->bytes != v->bytes || e->shift || e->flags & AF_BITFIELD ||
                !sets_has (&a->p->sets, e->where, i.x) || !stores_other (a, e->function, e->record);
    }
  }
}

static void find_writes (struct alone_finder *a)
{
  const struct objects *o = &a->p->objects;
  vec_u32 all = {0};
  for (uint32_t k = 0; k < map_size (&a->tested); k++)
    for (loc_id l = o->v.v[map_key (&a->tested, k)].first_loc; l; l = loc_get (o, l)->next)
      vec_push (&all, l);
  setid set = sets_from (&a->p->sets, all.v, all.n);
  vec_free (&all);
  for (uint32_t k = 0; k < a->s->effects->v.n; k++) {
    const struct effect *e = &a->s->effects->v.v[k];
    if (effect_changes (e))
      note_write (a, e, sets_intersection (&a->p->sets, effect_locations (a->p, e), set));
  }
}

/* Whether main has stored something before it creates threads */

enum { UNKNOWN, IS_SET, MAY_NOT };
enum before_what { BEFORE_RETURN, BEFORE_CREATION };
enum { MOST_STEPS = 1 << 24 };

/* The phi that an operand is; UINT32_MAX: none. */
static uint32_t phi_of (const struct function *b, const struct operand *o)
{
  enum { NEAR = 3 };
  for (int i = 0; i < NEAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct record *r = def != UINT32_MAX ? b->records[def] : NULL;
    if (!r || r->kind == REC_phi)
      return r ? def : UINT32_MAX;
    const struct rec_op *op = (const struct rec_op *)r;
    if (r->kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      return UINT32_MAX;
    o = &op->a;
  }
  return UINT32_MAX;
}

static bool compares (enum opcode code, int64_t x, int64_t y)
{
  return code == OP_EQ   ? x == y
         : code == OP_NE ? x != y
         : code == OP_LT ? x < y
         : code == OP_LE ? x <= y
         : code == OP_GT ? x > y
                         : x >= y;
}

/* What a counter has in the first round of the loop that begins with its block, and that there is
   one: the only edge from before the loop brings a number with which the branch at the end of the
   block goes on to *BODY. */
static bool has_first_round (const struct flow *flow, const struct function *b, uint32_t phi,
                             int64_t *number, uint32_t *body)
{
  uint32_t head = flow->block_of[phi], n = 0;
  const struct block *v = &b->blocks[head];
  const struct rec_branch *r = (const struct rec_branch *)b->records[v->end - 1];
  const struct rec_phi *counter = (const struct rec_phi *)b->records[phi];
  const struct csr *before = &flow->predecessors;
  if (r->r.kind != REC_branch || v->n_edges != 2 || phi_of (b, &r->a) != phi ||
      r->b.kind != OPND_INT || r->code < OP_EQ || r->code > OP_GE ||
      counter->args.n != before->first[head + 1] - before->first[head])
    return false;
  for (uint32_t k = 0; k < counter->args.n; k++)
    if (!dominates (&flow->dominators, head, before->targets[before->first[head] + k]))
      if (n++ || !constant_operand (b, &counter->args.v[k], number))
        return false;
  if (n != 1 || *number < 0 || *number > INT8_MAX || r->b.u.number < 0)
    return false; /* other numbers may differ by their type */
  bool yes = compares (r->code, *number, r->b.u.number);
  *body = v->edges[v->edges[0].kind == (yes ? EK_TRUE : EK_FALSE) ? 0 : 1].target;
  return before->first[*body + 1] - before->first[*body] == 1;
}

/* Whether the record stores to the variable itself; in a loop, if this is the FIRST round. */
static bool stores_at (struct alone_finder *a, const struct variable *v, const struct flow *flow,
                       funid f, uint32_t record, bool first)
{
  const struct function *b = body_of (a, f);
  const struct rec_store *r = (const struct rec_store *)b->records[record];
  uint32_t k = effects_at (a->s->effects, f, record), l, body;
  int64_t number = 0;
  if (k >= a->s->effects->first[f + 1] || a->s->effects->v.v[k].record != record ||
      !sets_is_single (&a->p->sets, a->s->effects->v.v[k].where, &l) || l != v->l ||
      r->addr.base_kind != BASE_OBJECT || r->addr.n_indices > 1)
    return false;
  int64_t offset = r->addr.bitoff / 8;
  if (!r->addr.n_indices)
    return offset == v->offset;
  uint32_t phi = phi_of (b, &r->addr.indices[0].index);
  return first && phi != UINT32_MAX && has_first_round (flow, b, phi, &number, &body) &&
         flow->block_of[record] == body &&
         offset + number * (int64_t)r->addr.indices[0].stride == v->offset;
}

static bool is_set_before (struct alone_finder *a, enum before_what, uint32_t variable, funid f,
                           int depth);

/* Whether the variable is not 0 behind the record. */
static bool is_set_at (struct alone_finder *a, uint32_t variable, const struct flow *flow, funid f,
                       uint32_t record, bool first, int depth)
{
  uint8_t kind = body_of (a, f)->records[record]->kind;
  uint32_t call, end;
  if (kind == REC_store)
    return stores_at (a, &a->variables.v[variable], flow, f, record, first);
  if (kind != REC_call)
    return false;
  calls_of_record (a->p, f, record, &call, &end);
  return end - call == 1 && a->p->calls.v[call].kind == CALL_NOW &&
         is_set_before (a, BEFORE_RETURN, variable, a->p->calls.v[call].callee, depth - 1);
}

/* Whether an edge may be taken while the variable is 0: not if that is what the branch has asked,
   nor out of a loop that is in its FIRST round. */
static bool may_take (struct alone_finder *a, uint32_t variable, const struct flow *flow, funid f,
                      uint32_t block, uint32_t edge, bool first)
{
  const struct function *b = body_of (a, f);
  const struct block *v = &b->blocks[block];
  const struct zero_test *t = NULL;
  uint32_t k = map_get (&a->test_at, map_pair (f, block), 0), body;
  int64_t number;
  if (k)
    t = &a->tests.v[k - 1];
  if (t && t->variable == variable)
    return v->edges[edge].target == t->target;
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  uint32_t phi = first && r && r->r.kind == REC_branch ? phi_of (b, &r->a) : UINT32_MAX;
  return phi == UINT32_MAX || flow->block_of[phi] != block ||
         !has_first_round (flow, b, phi, &number, &body) || v->edges[edge].target == body;
}

/* A block, in twos: of a loop, the first round or another. */
static uint32_t next_state (const struct flow *flow, uint32_t state, uint32_t to)
{
  uint32_t from = state / 2, n = flow->predecessors.first[to + 1] - flow->predecessors.first[to];
  bool back = dominates (&flow->dominators, to, from);
  return 2 * to + (back || (n == 1 && state % 2));
}

/* Whether the record is one of KIND, before which nothing is stored in a callee either. */
static bool counts (struct alone_finder *a, enum before_what kind, uint32_t variable, funid f,
                    uint32_t record, int depth)
{
  uint32_t first, end;
  if (kind == BEFORE_RETURN)
    return body_of (a, f)->records[record]->kind == REC_return;
  if (!creates_at (a, f, record))
    return false;
  calls_of_record (a->p, f, record, &first, &end);
  return end - first != 1 || a->p->calls.v[first].kind != CALL_NOW ||
         !is_set_before (a, BEFORE_CREATION, variable, a->p->calls.v[first].callee, depth - 1);
}

/* Whether no record of KIND is reached while the variable is 0. */
static bool find_set (struct alone_finder *a, enum before_what kind, uint32_t variable, funid f,
                      int depth)
{
  const struct function *b = body_of (a, f);
  const struct flow *flow = nonnull_flow (&a->nonnull, f);
  struct worklist list = {0};
  struct bitset seen = {0};
  bool set = true;
  worklist_push (&list, 0);
  for (uint32_t state; set && worklist_pop (&list, &state);) {
    const struct block *v = &b->blocks[state / 2];
    uint32_t r = v->first;
    if (!bitset_add (&seen, state))
      continue;
    set = (a->steps += v->end - v->first) < MOST_STEPS;
    while (r < v->end && set && !is_set_at (a, variable, flow, f, r, !(state % 2), depth))
      set = !counts (a, kind, variable, f, r++, depth);
    for (uint32_t k = 0; k < v->n_edges && set; k++)
      if (v->edges[k].kind == EK_ABNORMAL || v->edges[k].kind == EK_EH ||
          (r == v->end && may_take (a, variable, flow, f, state / 2, k, !(state % 2))))
        worklist_push (&list, next_state (flow, state, v->edges[k].target));
  }
  worklist_free (&list);
  bitset_free (&seen);
  return set;
}

/* Whether the variable is not 0 where F, from what it is called with, comes to KIND. */
static bool is_set_before (struct alone_finder *a, enum before_what kind, uint32_t variable,
                           funid f, int depth)
{
  const struct variable *v = &a->variables.v[variable];
  uint64_t key = map_pair (2 * variable + kind, f);
  uint32_t known = map_get (&a->known, key, UNKNOWN);
  if (known == UNKNOWN) {
    map_set (&a->known, key, known = MAY_NOT); /* also where it calls itself */
    if (depth && body_of (a, f) && !a->p->models[f] &&
        (a->s->mod_all[f] || sets_has (&a->p->sets, a->s->mod[f], v->l)) &&
        find_set (a, kind, variable, f, depth))
      map_set (&a->known, key, known = IS_SET);
  }
  return known == IS_SET;
}

/* Whether main has set it before it creates threads. */
static bool is_set_first (struct alone_finder *a, uint32_t variable)
{
  enum { DEEPEST = 8 };
  const struct variable *v = &a->variables.v[variable];
  int64_t start;
  return !v->no && starts_with (a->p, v->object, v->offset, v->bytes, &start) && !start &&
         is_set_before (a, BEFORE_CREATION, variable, a->program->main, DEEPEST);
}

/* What is behind the branches */

static void mark_region (struct alone_finder *a, const struct zero_test *t)
{
  const struct function *b = body_of (a, t->f);
  const struct flow *flow = nonnull_flow (&a->nonnull, t->f);
  bool **alone = &a->d->alone[t->f];
  if (flow->predecessors.first[t->target + 1] - flow->predecessors.first[t->target] != 1 ||
      (a->steps += b->n_records) >= MOST_STEPS)
    return;
  for (uint32_t r = 0; r < b->n_records; r++) {
    uint32_t block = flow->block_of[r];
    bool inside = dominates (&flow->dominators, t->target, block);
    if ((inside || (block == t->block && r > t->load)) && creates_at (a, t->f, r))
      return;
  }
  *alone = *alone ? *alone : ARENA_ARRAY (a->d->arena, b->n_records, bool);
  for (uint32_t r = 0; r < b->n_records; r++)
    (*alone)[r] |= dominates (&flow->dominators, t->target, flow->block_of[r]);
}

void find_alone (struct context_finder *d, struct arena *arena)
{
  struct pointers *p = d->s->p;
  struct alone_finder a = {.d = d, .s = d->s, .p = p, .program = p->objects.program};
  uint32_t n = a.program->n_functions;
  d->alone = ARENA_ARRAY (arena, n + 1, bool *);
  d->arena = arena;
  if (!proves_by (p, PROOF_VALUES) || !a.program->main)
    return;
  nonnull_init (&a.nonnull, p);
  a.creates = ARENA_ARRAY (arena, n + 1, bool);
  find_creators (&a);
  find_pooled (&a);
  bool first_main = only_main_creates (&a);
  for (funid f = 1; first_main && f <= n; f++)
    find_tests (&a, f);
  find_writes (&a);
  for (uint32_t i = 0; i < a.tests.n; i++)
    if (is_set_first (&a, a.tests.v[i].variable))
      mark_region (&a, &a.tests.v[i]);
  vec_free (&a.variables);
  vec_free (&a.tests);
  map_free (&a.places);
  map_free (&a.tested);
  bitset_free (&a.pooled);
  bitset_free (&a.lost);
  map_free (&a.test_at);
  map_free (&a.known);
  nonnull_free (&a.nonnull);
}

/* Those of THREADS that may find such a variable to be 0. */
static setid first_threads (const struct context_finder *d, setid threads)
{
  setid left = threads;
  for (struct set_iter i = sets_each (&d->t->sets, threads); set_next (&i);) {
    uint8_t kind = d->t->v.v[i.x].kind;
    if (kind == THREAD_CREATED || (kind == THREAD_SIGNAL && !d->c->interrupts))
      left = sets_difference (&d->t->sets, left, sets_single (&d->t->sets, i.x));
  }
  return left;
}

bool comes_alone (const struct context_finder *d, bool alone, struct context *x)
{
  if (!alone)
    return true;
  x->threads = first_threads (d, x->threads);
  x->sure = sets_intersection (&d->t->sets, x->sure, x->threads);
  x->told = sets_intersection (&d->t->sets, x->told, x->threads);
  x->alive = SETS_EMPTY;
  return x->threads != SETS_EMPTY;
}

bool item_is_alone (const struct context_finder *d, uint32_t item)
{
  const struct item *v = d->s->items.v;
  for (uint32_t i = item; i; i = v[i].inner) {
    if (is_alone_at (d, v[i].function, v[i].record))
      return true;
    for (uint32_t k = v[i].via; k; k = v[k].inner)
      if (is_alone_at (d, v[k].function, v[k].record))
        return true;
  }
  return false;
}
