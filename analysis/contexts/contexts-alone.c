/* Contexts: code that runs only while there is no other thread.

     if (!table)                 main has called init before it creates the first thread, and nobody
       init ();                  sets it back to 0

   A global variable that starts as 0, into which nothing but other values is stored, and into which
   main has stored one on every way to where a thread is created: who finds 0 there does so before
   that.  So it is main, or a handler that interrupts it; and up to where the branch is left no
   thread is created either, if nothing in it does so.

     if (my_fork () == 0)        which returns what fork does, or another number
       child ();

   In the child of a fork there is only the thread that has made it, with memory of its own. */

#include "contexts-alone.h"

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
    if (a->creates[f] && runs_by_itself (a->program, f)) /* also if main has left early */
      return false;
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].kind == CALL_SIGNAL && a->creates[p->calls.v[k].callee])
      return false;
  return true;
}

bool creates_at (const struct alone_finder *a, funid f, uint32_t record)
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

/* What a branch compares with 0: the record of the block that it comes from; UINT32_MAX: something
   else.  *EDGE is taken if it is 0. */
static uint32_t compared_with_zero (const struct function *b, const struct block *v, uint32_t *edge)
{
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE) ||
      r->a.kind != OPND_VALUE || r->b.kind != OPND_INT || r->b.u.number || v->n_edges != 2)
    return UINT32_MAX;
  *edge = v->edges[0].kind == (r->code == OP_EQ ? EK_TRUE : EK_FALSE) ? 0 : 1;
  uint32_t def = b->value_defs[r->a.value];
  return def >= v->first && def < v->end ? def : UINT32_MAX;
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

enum { DEEPEST_FORK = 8 };

static bool makes_process (struct alone_finder *a, funid f, uint32_t record, int depth);

/* Whether the operand is 0 in the child of a fork only. */
static bool is_process (struct alone_finder *a, funid f, const struct operand *o, int depth)
{
  const struct function *b = body_of (a, f);
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  const struct record *r = def != UINT32_MAX ? b->records[def] : NULL;
  if (o->kind == OPND_INT)
    return o->u.number;
  if (!r || !depth)
    return false;
  bool all = r->kind == REC_phi;
  for (uint32_t i = 0; all && i < ((const struct rec_phi *)r)->args.n; i++)
    all = is_process (a, f, &((const struct rec_phi *)r)->args.v[i], depth - 1);
  if (r->kind == REC_op && ((const struct rec_op *)r)->code == OP_COPY)
    return is_process (a, f, &((const struct rec_op *)r)->a, depth - 1);
  return all || (r->kind == REC_call && makes_process (a, f, def, depth - 1));
}

/* Whether the call returns 0 in the child of a fork only, where it creates no threads. */
static bool makes_process (struct alone_finder *a, funid f, uint32_t record, int depth)
{
  uint32_t first, end;
  calls_of_record (a->p, f, record, &first, &end);
  funid callee = end - first == 1 ? a->p->calls.v[first].callee : 0;
  const struct model *m = callee ? a->p->models[callee] : NULL;
  const struct function *b = callee && !m ? body_of (a, callee) : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_PROCESS_FORK)
      return m->effects[i].op[PROCESS_FORK_MEMORY].u.keyword == CHILD_COPY;
  uint32_t known = map_get (&a->processes, callee, UNKNOWN);
  if (!b || !depth || a->creates[callee] || known != UNKNOWN)
    return known == YES;
  map_set (&a->processes, callee, NO); /* also where it calls itself */
  for (uint32_t r = 0; r < b->n_records; r++)
    if (b->records[r]->kind == REC_return &&
        !is_process (a, callee, &((const struct rec_return *)b->records[r])->value, depth - 1))
      return false;
  map_set (&a->processes, callee, YES);
  return true;
}

static void find_tests (struct alone_finder *a, funid f)
{
  const struct function *b = body_of (a, f);
  uint32_t edge;
  for (uint32_t i = 0; b && i < b->n_blocks; i++) {
    uint32_t def = compared_with_zero (b, &b->blocks[i], &edge), v = UINT32_MAX;
    uint8_t kind = def != UINT32_MAX ? b->records[def]->kind : REC_branch;
    if (kind == REC_load && a->main_is_first)
      v = variable_at (a, f, def);
    if (v == UINT32_MAX && !(kind == REC_call && makes_process (a, f, def, DEEPEST_FORK)))
      continue;
    vec_push (&a->tests, (struct zero_test){f, def, i, b->blocks[i].edges[edge].target, v});
    if (v != UINT32_MAX)
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
    if ((inside || (block == t->block && r > t->record)) && creates_at (a, t->f, r))
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
  a.main_is_first = only_main_creates (&a);
  for (funid f = 1; f <= n; f++)
    find_tests (&a, f);
  find_writes (&a);
  for (uint32_t i = 0; i < a.tests.n; i++)
    if (a.tests.v[i].variable == UINT32_MAX || is_set_first (&a, a.tests.v[i].variable))
      mark_region (&a, &a.tests.v[i]);
  vec_free (&a.variables);
  vec_free (&a.tests);
  map_free (&a.places);
  map_free (&a.tested);
  bitset_free (&a.pooled);
  bitset_free (&a.lost);
  map_free (&a.test_at);
  map_free (&a.known);
  map_free (&a.processes);
  nonnull_free (&a.nonnull);
}

setid first_threads (const struct context_finder *d, setid threads)
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
