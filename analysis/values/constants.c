/* Constants: gathered from all writes of the program; what main sets first, from its control flow.
 */

#include "constants.h"
#include "summaries-internal.h"
#include "flow.h"
#include "worklist.h"

enum { MOST_DOORS = 8 };

struct finder {
  struct summaries *s;
  const struct program *program;
  setid set;   /* all that may be constants */
  bool *forks; /* by function: it, or what it calls, creates threads */
  /* main, a function by which it creates all threads, one by which that does, and so on. */
  funid doors[MOST_DOORS];
  struct flow flows[MOST_DOORS];
  uint32_t n_doors;
};

/* Those of SET that may be constants: mostly few of many. */
static setid constants_in (const struct finder *d, setid set)
{
  return sets_intersection (&d->s->p->sets, set, d->set);
}

static struct constant *constant_of (struct summaries *s, loc_id l)
{
  uint32_t n = map_get (&s->constant_at, l, 0);
  return n ? &s->constants.v[n - 1] : NULL;
}

bool first_number (const struct program *p, uint32_t object, int64_t offset, uint64_t bytes,
                   int64_t *value)
{
  const struct program_object *v = &p->objects[object];
  const struct unit *u = p->units[v->unit].unit;
  *value = 0;
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *init = &u->inits[i];
    if (init->object != v->number ||
        init->offset + (int64_t)(init->size ? init->size : 8) <= offset ||
        init->offset >= offset + (int64_t)bytes)
      continue;
    if (init->kind != IK_INTEGER || init->offset != offset || init->size != bytes)
      return false;
    *value = init->value;
  }
  return true;
}

bool starts_with (const struct pointers *q, object_id object, int64_t offset, uint64_t bytes,
                  int64_t *value)
{
  const struct program *p = q->objects.program;
  const struct abstract_object *o = &q->objects.v.v[object];
  const struct program_object *v = &p->objects[o->a];
  return v->defined && !v->used_outside && !(v->is_public && !p->main) &&
         !(object_record (p, o->a)->flags & OF_TLS) && first_number (p, o->a, offset, bytes, value);
}

/* What a variable starts with, if a load of BYTES finds one number there; *N 0: nothing. */
static bool start_of (const struct summaries *s, loc_id l, uint64_t bytes, uint32_t *n,
                      int64_t *value)
{
  const struct objects *o = &s->p->objects;
  const struct abstract_object *object = &o->v.v[loc_object (o, l)];
  struct array_around around[MOST_AROUND];
  int64_t offset = loc_get (o, l)->offset;
  *n = 0;
  if (offset <= OFFSET_EVERYTHING || is_in_world (s->p, WORLD_OUTSIDE, loc_object (o, l)) ||
      is_in_world (s->p, WORLD_POOL, loc_object (o, l)) ||
      arrays_around (o, loc_object (o, l), offset, around))
    return false;
  if (object->kind != OBJECT_GLOBAL) /* nobody reads it before it is set */
    return object->kind == OBJECT_LOCAL || object->kind == OBJECT_HEAP;
  *n = 1;
  return starts_with (s->p, loc_object (o, l), offset, bytes, value);
}

static void lose (struct summaries *s, loc_id l)
{
  map_set (&s->constant_at, l, 0);
}

/* The constant that an exchange, or a compare-and-swap, leaves. */
static bool exchanged (const struct function *b, const struct rec_call *c, const struct model *m,
                       const struct effect *e, int64_t *k)
{
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *f = &m->effects[i];
    const struct model_operand *v = NULL;
    if (f->kind == EFFECT_ATOMIC_CAS && &f->op[ATOMIC_CAS_MEMORY].u.place == e->place)
      v = &f->op[ATOMIC_CAS_DESIRED];
    if (f->kind == EFFECT_ATOMIC_RMW && &f->op[ATOMIC_RMW_MEMORY].u.place == e->place &&
        f->op[ATOMIC_RMW_OPERATION].u.keyword == RMW_EXCHANGE)
      v = &f->op[ATOMIC_RMW_VALUE];
    if (v)
      return v->kind == MODEL_PLACE && v->u.place.base == MODEL_ARG && !v->u.place.derefs &&
             v->u.place.number < c->args.n &&
             constant_operand (b, &c->args.v[v->u.place.number], k);
  }
  return false;
}

bool constants_stored (const struct summaries *s, const struct effect *e, int64_t *k)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct record *r = b->records[e->record];
  *k = 0;
  if (r->kind == REC_clear)
    return true;
  if (!e->bytes || e->bytes > 8)
    return false;
  if (r->kind == REC_call) {
    uint32_t first, end;
    calls_of_record (s->p, e->function, e->record, &first, &end);
    const struct model *m = end - first == 1 ? s->p->models[s->p->calls.v[first].callee] : NULL;
    if (!m || e->mode != MODE_ATOMIC_WRITE)
      return false;
    if (!model_has (m, EFFECT_ATOMIC_STORE))
      return exchanged (b, (const struct rec_call *)r, m, e, k);
  }
  return stored_constant (s, e, k);
}

static bool clears (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  return b->records[e->record]->kind == REC_clear;
}

/* Whether a bit-field is stored, of which K is not what the bytes are then: it begins in the middle
   of one, or has fewer bits than K. */
static bool stores_bits (const struct summaries *s, const struct effect *e, int64_t k)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct rec_store *r = (const struct rec_store *)b->records[e->record];
  return r->r.kind == REC_store && e->flags & AF_BITFIELD &&
         (r->addr.bitoff % 8 || r->rep_off || k < 0);
}

/* The same, unless it is volatile, or a part of what is there. */
static bool stored (const struct summaries *s, const struct effect *e, int64_t *k)
{
  return constants_stored (s, e, k) && !stores_bits (s, e, *k) &&
         (!(e->flags & AF_VOLATILE) || clears (s, e));
}

bool constants_stored_whole (const struct summaries *s, const struct effect *e, int64_t *k,
                             bool *zero)
{
  *zero = clears (s, e);
  return stored (s, e, k);
}

/* The load that a value comes from; NULL: it does not. */
static const struct rec_load *load_of (const struct function *b, const struct operand *o)
{
  enum { NEAR = 3 };
  for (int i = 0; i < NEAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct record *r = def == UINT32_MAX ? NULL : b->records[def];
    if (r && r->kind == REC_load)
      return (const struct rec_load *)r;
    if (!r || r->kind != REC_op || ((const struct rec_op *)r)->code != OP_CONVERT)
      return NULL;
    o = &((const struct rec_op *)r)->a;
  }
  return NULL;
}

/* The sum that a stored value is. */
static const struct rec_op *sum_of (const struct function *b, const struct operand *o)
{
  enum { NEAR = 3 };
  for (int i = 0; i < NEAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct record *r = def == UINT32_MAX ? NULL : b->records[def];
    if (!r || r->kind != REC_op)
      return NULL;
    const struct rec_op *op = (const struct rec_op *)r;
    if (op->code == OP_ADD || op->code == OP_SUB)
      return op;
    if (op->code != OP_CONVERT)
      return NULL;
    o = &op->a;
  }
  return NULL;
}

static int atomic_step (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct rec_call *c = (const struct rec_call *)b->records[e->record];
  uint32_t first, end;
  int64_t k = 0;
  calls_of_record (s->p, e->function, e->record, &first, &end);
  const struct model *m = end - first == 1 ? s->p->models[s->p->calls.v[first].callee] : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_effect *f = &m->effects[i];
    if (f->kind != EFFECT_ATOMIC_RMW || &f->op[ATOMIC_RMW_MEMORY].u.place != e->place)
      continue;
    const struct model_operand *v = &f->op[ATOMIC_RMW_VALUE];
    uint8_t op = f->op[ATOMIC_RMW_OPERATION].u.keyword;
    if (op != RMW_ADD && op != RMW_SUB)
      continue;
    if (v->kind == MODEL_NUMBER)
      k = v->u.number;
    else if (v->kind != MODEL_PLACE || v->u.place.base != MODEL_ARG || v->u.place.derefs ||
             v->u.place.number >= c->args.n ||
             !constant_operand (b, &c->args.v[v->u.place.number], &k))
      return 0;
    k = op == RMW_SUB ? -k : k;
  }
  return k == 1 || k == -1 ? (int)k : 0;
}

int counter_step (const struct summaries *s, const struct effect *e)
{
  const struct function *b = s->p->objects.program->functions[e->function].body;
  const struct record *r = b->records[e->record];
  uint32_t l;
  if (r->kind == REC_call)
    return e->mode == MODE_ATOMIC_WRITE ? atomic_step (s, e) : 0;
  if (r->kind != REC_store || e->flags & (AF_VOLATILE | AF_BITFIELD) ||
      !sets_is_single (&s->p->sets, e->where, &l))
    return 0;
  const struct rec_op *op = sum_of (b, &((const struct rec_store *)r)->src);
  const struct rec_load *from = op ? load_of (b, &op->a) : NULL;
  if (!from || op->b.kind != OPND_INT ||
      points_of_address (s->p, e->function, &from->addr) != e->where)
    return 0;
  int64_t k = op->code == OP_SUB ? -op->b.u.number : op->b.u.number;
  if (k == INT32_MAX * (int64_t)2 + 1) /* -1, unsigned */
    k = -1;
  return k == 1 || k == -1 ? (int)k : 0;
}

static void add_value (struct constant *c, int64_t k)
{
  if (c->n > MOST_VALUES) /* too many already */
    return;
  for (uint32_t i = 0; i < c->n; i++)
    if (c->v[i] == k)
      return;
  if (c->n < MOST_VALUES)
    c->v[c->n] = k;
  c->n++;
}

/* Loses what the access overlaps without being the same.  DONE: sets and sizes. */
static void lose_overlapping (struct summaries *s, const struct effect *e, struct map *done)
{
  const struct objects *o = &s->p->objects;
  if (!map_add (done, map_pair (e->where, e->bytes < UINT32_MAX ? (uint32_t)e->bytes : UINT32_MAX),
                1))
    return;
  for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);) {
    object_id object = loc_object (o, i.x);
    int64_t from = loc_get (o, i.x)->offset;
    if (!bitset_has (&s->constant_objects, object))
      continue;
    for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next) {
      const struct constant *c = constant_of (s, l);
      int64_t at = loc_get (o, l)->offset;
      if (c && (from <= OFFSET_EVERYTHING ||
                (at != from && at < from + (int64_t)e->bytes && from < at + (int64_t)c->bytes)))
        lose (s, l);
    }
  }
}

static void note_write (struct finder *d, const struct effect *e)
{
  struct summaries *s = d->s;
  int64_t k;
  bool constant = stored (s, e, &k);
  int step = constant ? 0 : counter_step (s, e);
  bool all = clears (s, e);
  setid set = constants_in (d, (constant || step) && !all ? e->where : effect_locations (s->p, e));
  for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
    struct constant *c = constant_of (s, i.x);
    if (!c)
      continue;
    uint32_t one;
    if (!constant && !step && !c->set && c->bytes == e->bytes &&
        !(e->flags & (AF_VOLATILE | AF_BITFIELD)) &&
        d->program->functions[e->function].body->records[e->record]->kind == REC_store &&
        sets_is_single (&s->p->sets, e->where, &one)) {
      c->set = 1 + (uint32_t)(e - s->effects->v.v);
      continue;
    }
    if ((!constant && !step) || (c->bytes != e->bytes && !all)) {
      lose (s, i.x);
      continue;
    }
    c->up |= step > 0;
    c->down |= step < 0;
    if (constant)
      add_value (c, k);
  }
}

/* Only what conditions look at is worth it. */
static void add_tested (struct finder *d)
{
  struct summaries *s = d->s;
  vec_u32 all = {0};
  for (uint64_t l = bitset_next (&s->tested, 1); l != BITSET_END;
       l = bitset_next (&s->tested, l + 1)) {
    uint64_t bytes = map_get (&s->tested_bytes, l, 0); /* as it is read */
    int64_t start = 0;
    uint32_t n;
    if (!bytes || !start_of (s, (loc_id)l, bytes, &n, &start) ||
        sign_is_unknown (&s->signs, (loc_id)l, bytes, start))
      continue;
    struct constant c = {.bytes = bytes, .start = start, .is_global = n, .n = n, .v = {start}};
    vec_push (&s->constants, c);
    map_set (&s->constant_at, l, s->constants.n);
    bitset_add (&s->constant_objects, loc_object (&s->p->objects, (loc_id)l));
    vec_push (&all, (loc_id)l);
  }
  d->set = s->constant_set = sets_from (&s->p->sets, all.v, all.n);
  vec_free (&all);
}

/* What main sets before it creates threads */

static void find_forks (struct finder *d)
{
  const struct pointers *p = d->s->p;
  struct worklist list = {0};
  struct arena arena = {0};
  vec_u32 from = {0}, to = {0};
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if (c->kind == CALL_FORK || (c->kind == CALL_NOW && calls_unseen (p, c->callee)))
      worklist_push (&list, c->caller); /* code that nobody sees may call back */
    if (c->kind == CALL_NOW) {
      vec_push (&from, c->callee);
      vec_push (&to, c->caller);
    }
  }
  for (uint32_t k = 0; k < p->world_calls.n; k++)
    worklist_push (&list, p->world_calls.v[k].caller);
  struct csr callers = csr_from_edges (&arena, d->program->n_functions + 1, from.v, to.v, to.n);
  for (uint32_t f; worklist_pop (&list, &f);) {
    if (d->forks[f])
      continue;
    d->forks[f] = true;
    for (uint32_t k = callers.first[f]; k < callers.first[f + 1]; k++)
      worklist_push (&list, callers.targets[k]);
  }
  vec_free (&from);
  vec_free (&to);
  worklist_free (&list);
  arena_free (&arena);
}

/* Functions that main's thread may run, or nobody knows who. */
static void find_main_runs (struct finder *d)
{
  const struct pointers *p = d->s->p;
  struct worklist list = {0};
  for (funid f = 1; f <= d->program->n_functions; f++) {
    if (f == d->program->main || called_from_world (p, WORLD_OUTSIDE, f) ||
        called_from_world (p, WORLD_POOL, f) || runs_by_itself (d->program, f))
      worklist_push (&list, f);
  }
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].kind != CALL_NOW && p->calls.v[k].kind != CALL_FORK)
      worklist_push (&list, p->calls.v[k].callee);
  for (uint32_t i = 0; i < d->program->n_entries; i++)
    worklist_push (&list, d->program->entries[i]);
  for (uint32_t f; worklist_pop (&list, &f);) {
    if (!f || d->s->main_runs[f])
      continue;
    d->s->main_runs[f] = true;
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
      if (p->calls.v[k].kind == CALL_NOW)
        worklist_push (&list, p->calls.v[k].callee);
  }
  worklist_free (&list);
}

/* The only function by which F creates threads; 0: it may do so itself, or by several. */
static funid only_creator (const struct finder *d, funid f)
{
  const struct pointers *p = d->s->p;
  funid only = 0;
  for (uint32_t k = 0; k < p->world_calls.n; k++)
    if (p->world_calls.v[k].caller == f)
      return 0;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[k];
    bool seen = p->models[c->callee] || d->program->functions[c->callee].body;
    bool forks = c->kind == CALL_NOW && d->forks[c->callee];
    if (!seen || c->kind == CALL_FORK || (forks && only && only != c->callee))
      return 0;
    only = forks ? c->callee : only;
  }
  return only && d->program->functions[only].body ? only : 0;
}

static void find_doors (struct finder *d)
{
  funid f = d->program->main;
  for (; f && d->n_doors < MOST_DOORS; f = only_creator (d, f)) {
    d->flows[d->n_doors] = *flow_of (d->program, f);
    d->doors[d->n_doors++] = f;
  }
}

/* Whether the record of a door is executed before any thread is created. */
static bool comes_first (const struct finder *d, uint32_t door, uint32_t record)
{
  const struct pointers *p = d->s->p;
  const struct flow *flow = &d->flows[door];
  funid f = d->doors[door];
  if (flow->in_cycle[flow->block_of[record]])
    return false;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[k];
    if ((c->kind == CALL_FORK || (c->kind == CALL_NOW && d->forks[c->callee])) &&
        (c->record == record || !flow_dominates (flow, record, c->record)))
      return false;
  }
  return true;
}

/* The last store before any thread is created. */
static void find_first_store (struct finder *d, uint32_t door)
{
  struct summaries *s = d->s;
  funid f = d->doors[door];
  for (uint32_t k = s->effects->first[f]; k < s->effects->first[f + 1]; k++) {
    const struct effect *e = &s->effects->v.v[k];
    uint32_t l;
    int64_t value;
    if (!effect_changes (e) || !sets_is_single (&s->p->sets, e->where, &l) || !constant_of (s, l) ||
        !stored (s, e, &value) || !comes_first (d, door, e->record))
      continue;
    struct constant *c = constant_of (s, l);
    if (!c->first || c->door != door || flow_dominates (&d->flows[door], c->first - 1, e->record)) {
      c->first = 1 + e->record;
      c->door = (uint8_t)door;
    }
  }
}

/* Whether main makes the store, once, before the one that comes last. */
static bool is_hidden (const struct finder *d, const struct effect *e, const struct constant *c)
{
  return e->function == d->doors[0] && (c->door || e->record != c->first - 1) &&
         (c->door ? comes_first (d, 0, e->record)
                  : flow_dominates (&d->flows[0], e->record, c->first - 1));
}

/* That store hides what the variable starts with, and what main has stored before. */
static void find_first_stores (struct finder *d)
{
  struct summaries *s = d->s;
  funid main = d->program->main;
  bool starts_threads = false;
  if (!main || !d->program->functions[main].body || d->forks == NULL)
    return;
  for (funid f = 1; f <= d->program->n_functions; f++)
    starts_threads |= runs_by_itself (d->program, f) && d->forks[f];
  for (uint32_t k = 0; k < s->p->calls.n; k++) /* others begin when main is anywhere, or has left */
    starts_threads |= s->p->calls.v[k].kind > CALL_FORK && d->forks[s->p->calls.v[k].callee];
  find_doors (d);
  for (uint32_t i = 0; i < d->n_doors && !starts_threads; i++)
    find_first_store (d, i);
  /* Everything else that is stored may be found; of main's own, what does not come before. */
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    int64_t value;
    if (!effect_changes (e) || !stored (s, e, &value))
      continue;
    setid set = constants_in (d, clears (s, e) ? effect_locations (s->p, e) : e->where);
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
      struct constant *c = constant_of (s, i.x);
      if (!c || !c->first)
        continue;
      if (is_hidden (d, e, c))
        continue;
      struct constant later = {.n = c->n_later};
      memcpy (later.v, c->later, sizeof later.v);
      add_value (&later, value);
      memcpy (c->later, later.v, sizeof later.v);
      c->n_later = later.n;
    }
  }
}

/* What looks as if it were always set back */

/* By location: how often the function at hand stores there. */
struct store_count {
  funid f;
  uint32_t n;
  bool no;
};

static void find_invariants (struct finder *d)
{
  struct summaries *s = d->s;
  struct store_count *counts = xcalloc (s->constants.n + 1, sizeof *counts);
  for (uint32_t k = 0; k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_changes (e))
      continue;
    const struct record *r = d->program->functions[e->function].body->records[e->record];
    setid set = constants_in (d, effect_locations (s->p, e));
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
      uint32_t n = map_get (&s->constant_at, i.x, 0);
      if (!n)
        continue;
      struct store_count *c = &counts[n - 1];
      if (c->f && c->f != e->function)
        c->no |= c->n < 2;
      c->n = c->f == e->function ? c->n + 1 : 1;
      c->f = e->function;
      c->no |= r->kind != REC_store || e->flags & AF_VOLATILE ||
               e->bytes != s->constants.v[n - 1].bytes || sets_size (&s->p->sets, e->where) != 1;
    }
  }
  for (uint32_t k = 0; k < map_size (&s->constant_at); k++) {
    loc_id l = (loc_id)map_key (&s->constant_at, k);
    uint32_t n = map_value (&s->constant_at, k);
    if (n && s->constants.v[n - 1].is_global && counts[n - 1].n >= 2 && !counts[n - 1].no &&
        bitset_has (&s->filter->candidates, l) &&
        !map_find (&s->broken, map_pair (BROKEN_INVARIANT, l)))
      vec_push (&s->invariants,
                (struct invariant){l, s->constants.v[n - 1].bytes, s->constants.v[n - 1].start, 0});
  }
  free (counts);
}

uint32_t constants_at (const struct summaries *s, funid f, loc_id l, uint64_t bytes,
                       int64_t *values)
{
  uint32_t n = map_get (&s->constant_at, l, 0);
  const struct constant *c = n ? &s->constants.v[n - 1] : NULL;
  if (!c || !proves_by (s->p, PROOF_VALUES) || c->bytes != bytes || c->up || c->down ||
      !c->is_global)
    return 0;
  bool later = c->first && !s->main_runs[f];
  uint32_t count = later ? c->n_later : c->n;
  if (count > MOST_VALUES)
    return 0;
  memcpy (values, later ? c->later : c->v, count * sizeof *values);
  return count;
}

static bool is_in (const struct result_range *r, int64_t k)
{
  return k >= r->low && k <= r->high && !(r->has_hole && r->hole == k);
}

enum start_phase constants_phase (const struct summaries *s, loc_id l, uint64_t bytes,
                                  const struct result_range *r)
{
  uint32_t n = map_get (&s->constant_at, l, 0);
  const struct constant *c = n ? &s->constants.v[n - 1] : NULL;
  if (!c || !proves_by (s->p, PROOF_VALUES) || !c->first || c->bytes != bytes || c->up || c->down ||
      !c->is_global || !c->n_later || c->n_later > MOST_VALUES || c->n > MOST_VALUES)
    return PHASE_UNKNOWN;
  bool before = false, after = false;
  for (uint32_t i = 0; i < c->n; i++) {
    bool stays = false;
    for (uint32_t k = 0; k < c->n_later; k++)
      stays |= c->later[k] == c->v[i];
    before |= !stays && is_in (r, c->v[i]);
  }
  for (uint32_t i = 0; i < c->n_later; i++)
    after |= is_in (r, c->later[i]);
  return before == after ? PHASE_UNKNOWN : before ? PHASE_BEFORE : PHASE_AFTER;
}

const struct constant *counter_at (const struct summaries *s, loc_id l)
{
  uint32_t n = map_get (&s->constant_at, l, 0);
  const struct constant *c = n ? &s->constants.v[n - 1] : NULL;
  return c && (c->up || c->down) && (c->n || c->set) && c->n <= MOST_VALUES &&
                 c->n_later <= MOST_VALUES && !map_find (&s->broken, map_pair (BROKEN_COUNTER, l))
             ? c
             : NULL;
}

bool has_counter (const struct summaries *s, setid where)
{
  return sets_meet (&s->p->sets, where, s->counter_set);
}

const struct constant *counter_noted (struct summaries *s, loc_id l)
{
  const struct constant *c = counter_at (s, l);
  if (c)
    summaries_note (s, NOTE_COUNTER, l);
  return c;
}

bool has_noted_counter (struct summaries *s, setid where)
{
  bool any = has_counter (s, where);
  for (struct set_iter i = sets_each (&s->p->sets, any ? where : SETS_EMPTY); set_next (&i);)
    counter_noted (s, i.x);
  return any;
}

void counter_start (const struct constant *c, int64_t *low, int64_t *high)
{
  const int64_t *v = c->first ? c->later : c->v;
  if (c->set) { /* nobody knows */
    *low = INT32_MIN;
    *high = INT32_MAX;
    return;
  }
  *low = *high = v[0];
  for (uint32_t i = 1; i < (c->first ? c->n_later : c->n); i++) {
    *low = v[i] < *low ? v[i] : *low;
    *high = v[i] > *high ? v[i] : *high;
  }
}

static void find_counters (struct summaries *s)
{
  vec_u32 all = {0};
  for (uint32_t k = 0; k < map_size (&s->constant_at); k++)
    if (counter_at (s, (loc_id)map_key (&s->constant_at, k)))
      vec_push (&all, (loc_id)map_key (&s->constant_at, k));
  s->counter_set = sets_from (&s->p->sets, all.v, all.n);
  vec_free (&all);
}

void constants_find (struct summaries *s)
{
  const struct program *p = s->p->objects.program;
  struct finder d = {.s = s, .program = p};
  s->main_runs = xcalloc (p->n_functions + 1, sizeof *s->main_runs);
  add_tested (&d);
  if (!s->constants.n)
    return;
  struct map done = {0};
  for (uint32_t k = 0; k < s->effects->v.n; k++)
    if (effect_changes (&s->effects->v.v[k]) && !clears (s, &s->effects->v.v[k]))
      lose_overlapping (s, &s->effects->v.v[k], &done);
  map_free (&done);
  if (proves_by (s->p, PROOF_VALUES))
    find_invariants (&d);
  for (uint32_t k = 0; k < s->effects->v.n; k++)
    if (effect_changes (&s->effects->v.v[k]))
      note_write (&d, &s->effects->v.v[k]);
  for (uint32_t k = 0; k < map_size (&s->constant_at); k++) {
    const struct constant *c = constant_of (s, (loc_id)map_key (&s->constant_at, k));
    if (c && c->set && (c->up || !c->down))
      lose (s, (loc_id)map_key (&s->constant_at, k));
  }
  d.forks = xcalloc (p->n_functions + 1, sizeof *d.forks);
  find_forks (&d);
  find_main_runs (&d);
  find_first_stores (&d);
  for (uint32_t k = 0; k < s->constants.n && !s->may_fork; k++)
    s->may_fork = s->constants.v[k].first ? d.forks : NULL;
  if (!s->may_fork)
    free (d.forks);
  find_counters (s);
}

/* What was taken for granted of them may be broken since the round before. */
void constants_break (struct summaries *s)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->invariants.n; i++) {
    struct invariant v = s->invariants.v[i];
    v.address = 0;
    if (!map_find (&s->broken, map_pair (BROKEN_INVARIANT, v.loc)))
      s->invariants.v[kept++] = v;
  }
  s->invariants.n = kept;
  find_counters (s);
}

void constants_free (struct summaries *s)
{
  free (s->main_runs);
  free (s->may_fork);
  vec_free (&s->constants);
  vec_free (&s->invariants);
  bitset_free (&s->unsettled);
  bitset_free (&s->constant_objects);
  map_free (&s->constant_at);
}
