/* Running: flags in memory that say whether a thread runs.

     if (pthread_create (&s->thread, ...))  return -1;      if (s->running) {
     s->running = true;                                       pthread_join (s->thread, NULL);
                                                              s->running = false;
                                                            }

   Whoever finds such a flag to be 0 need not join the thread: the edge that does not join counts as
   one that does.  That is so if one thread, main, creates and joins it and looks at the flag, and
   if whenever main looks the flag is not 0 while the thread may run:

   - it is set before or after each creation, before main looks or returns;
   - it is set to 0 only behind a join, before one, where a creation has failed, or before the
     thread exists.  If the thread may run at another creation with that handle, its joins prove
     nothing anyway.

   Only flags and handles that exist once are understood, and constants are all that is stored. */

#include "constants.h"
#include "threads-internal.h"

struct flag_store {
  uint32_t effect;
  bool constant, zero;
  uint32_t next; /* of the same flag, 1 + number */
};

struct flag {
  loc_id loc;
  uint32_t stores; /* 1 + number of the first */
};

struct flag_finder {
  struct thread_finder *d;
  struct arena arena;
  struct flow **flows; /* by function; NULL: not made yet */
  setid *any;          /* by item: threads that it, or what it is in some caller, joins */
  bool *looks;         /* by function: it, or what it calls, has a gate */
  struct map flag_at;  /* location: 1 + number in flags */
  VEC (struct flag) flags;
  VEC (struct flag_store) stores;
};

static struct flow *flow_of (struct flag_finder *x, funid f)
{
  if (!x->flows[f]) {
    x->flows[f] = ARENA_NEW (&x->arena, struct flow);
    *x->flows[f] = flow_find (&x->arena, x->d->program->functions[f].body);
  }
  return x->flows[f];
}

static const struct function *body_of (const struct flag_finder *x, funid f)
{
  return x->d->program->functions[f].body;
}

/* Gates */

/* What is stored into a variable that the compiler has made for the value of an expression; NULL:
   nobody knows. */
static const struct operand *stored_in (const struct function *b, const struct address *a)
{
  const struct operand *only = NULL;
  if (a->base_kind != BASE_LOCAL || !(b->locals[a->base].flags & OF_ARTIFICIAL))
    return NULL;
  for (uint32_t i = 0; i < b->n_records; i++) {
    const struct rec_store *r = (const struct rec_store *)b->records[i];
    if (r->r.kind != REC_store || r->addr.base_kind != BASE_LOCAL || r->addr.base != a->base)
      continue;
    if (only)
      return NULL;
    only = &r->src;
  }
  return only;
}

/* What defines the operand, perhaps converted; UINT32_MAX: nothing in the function. */
static uint32_t source_of (const struct function *b, const struct operand *o)
{
  enum { FAR = 8 };
  uint32_t def = UINT32_MAX;
  for (int i = 0; i < FAR && o; i++) {
    def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (op && op->r.kind == REC_op && (op->code == OP_CONVERT || op->code == OP_COPY))
      o = &op->a;
    else if (op && op->r.kind == REC_load)
      o = stored_in (b, &((const struct rec_load *)&op->r)->addr);
    else
      o = NULL;
  }
  return o ? UINT32_MAX : def;
}

/* Where the record, a load or an atomic one, finds its result; empty: it is none. */
static setid loaded_at (struct flag_finder *x, funid f, uint32_t record)
{
  struct pointers *p = x->d->s->p;
  const struct record *r = body_of (x, f)->records[record];
  uint32_t first, end;
  if (r->kind == REC_load)
    return points_of_address (p, f, &((const struct rec_load *)r)->addr);
  if (r->kind != REC_call)
    return SETS_EMPTY;
  const struct rec_call *c = (const struct rec_call *)r;
  calls_of_record (p, f, record, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[ATOMIC_LOAD_MEMORY];
    if (m->effects[i].kind == EFFECT_ATOMIC_LOAD && o->kind == MODEL_PLACE &&
        o->u.place.base == MODEL_ARG && o->u.place.number < c->args.n)
      return points_of_operand (p, f, &c->args.v[o->u.place.number]);
  }
  return SETS_EMPTY;
}

/* Whether the block ends by a look at a flag: *ZERO is the edge if it is 0, WHERE the flag. */
static bool looks_at_flag (struct flag_finder *x, funid f, uint32_t block, uint32_t *zero,
                           setid *where)
{
  const struct function *b = body_of (x, f);
  const struct block *v = &b->blocks[block];
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  if (!r || r->r.kind != REC_branch || (r->code != OP_EQ && r->code != OP_NE) ||
      r->b.kind != OPND_INT || r->b.u.number || v->n_edges != 2)
    return false;
  uint32_t load = source_of (b, &r->a);
  if (load == UINT32_MAX || load < v->first || load >= v->end)
    return false;
  *where = loaded_at (x, f, load);
  if (!*where)
    return false;
  for (uint32_t k = load + 1; k < v->end; k++)
    if (b->records[k]->kind == REC_call)
      return false;
  for (*zero = 0; *zero < 2; ++*zero)
    if (v->edges[*zero].kind == (r->code == OP_EQ ? EK_TRUE : EK_FALSE))
      return true;
  return false;
}

/* Ways through a function, from a record on */

enum way_step { STEP_ON, STEP_DONE, STEP_BAD };

struct ways {
  struct flag_finder *x;
  funid f;
  thread_id thread;
  loc_id flag;
  uint32_t target, other; /* records; UINT32_MAX: none */
  uint32_t creation;      /* edges on which this has failed are not taken; UINT32_MAX: none */
};

static struct result_range range_of_edge (const struct rec_branch *r, uint8_t kind)
{
  enum opcode code = kind == EK_TRUE ? r->code : opposite_comparison (r->code);
  static_assert (OP_GE - OP_EQ == RELATION_GE - RELATION_EQ, "comparisons");
  return result_range_of ((enum model_relation) (RELATION_EQ + (code - OP_EQ)), r->b.u.number);
}

static bool ranges_meet (struct result_range a, struct result_range b)
{
  int64_t low = a.low > b.low ? a.low : b.low, high = a.high < b.high ? a.high : b.high;
  return low < high ||
         (low == high && !(a.has_hole && a.hole == low) && !(b.has_hole && b.hole == low));
}

/* Whether the edge is taken only if the creation has failed. */
static bool is_failure (const struct ways *w, uint32_t block, uint32_t edge)
{
  const struct summaries *s = w->x->d->s;
  const struct function *b = body_of (w->x, w->f);
  const struct block *v = &b->blocks[block];
  const struct rec_branch *r =
      v->end > v->first ? (const struct rec_branch *)b->records[v->end - 1] : NULL;
  uint32_t first, end;
  if (w->creation == UINT32_MAX || !r || r->r.kind != REC_branch || r->code < OP_EQ ||
      r->code > OP_GE || r->b.kind != OPND_INT || source_of (b, &r->a) != w->creation)
    return false;
  struct result_range result = range_of_edge (r, v->edges[edge].kind);
  calls_of_record (s->p, w->f, w->creation, &first, &end);
  if (end - first == 0)
    return false;
  for (uint32_t k = first; k < end; k++) {
    const struct call_edge *c = &s->p->calls.v[k];
    const struct model *m = s->p->models[c->callee];
    if (c->kind != CALL_NOW)
      continue;
    if (!m && !call_is_instantiated (s, c))
      return false;
    const struct summary *of = &s->of[c->callee];
    for (uint32_t i = 0; !m && i < of->n_rows; i++)
      if (!of->rows[i].unborn && ranges_meet (of->rows[i].result, result))
        return false;
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_FORK &&
          (!m->effects[i].outcome ||
           model_outcome_given (m->effects[i].outcome, result) != ANSWER_NO))
        return false;
  }
  return true;
}

/* Whether TEST finds an end on each way from behind the record, and nothing bad before that. */
static bool all_ways (const struct ways *w, uint32_t record,
                      enum way_step (*test) (const struct ways *, uint32_t record))
{
  const struct function *b = body_of (w->x, w->f);
  const struct flow *flow = flow_of (w->x, w->f);
  bool *seen = xcalloc (b->n_blocks, sizeof *seen), good = true, first = true;
  struct worklist list = {0};
  worklist_push (&list, flow->block_of[record]);
  for (uint32_t block; good && worklist_pop (&list, &block); first = false) {
    if (seen[block])
      continue;
    seen[block] = !first;
    enum way_step step = STEP_ON;
    for (uint32_t r = first ? record + 1 : b->blocks[block].first;
         step == STEP_ON && r < b->blocks[block].end; r++)
      step = test (w, r);
    good = step != STEP_BAD;
    for (uint32_t k = 0; step == STEP_ON && k < b->blocks[block].n_edges; k++)
      if (!is_failure (w, block, k))
        worklist_push (&list, b->blocks[block].edges[k].target);
  }
  worklist_free (&list);
  free (seen);
  return good;
}

/* What happens at records */

static bool joins_thread (const struct ways *w, uint32_t record)
{
  const struct summaries *s = w->x->d->s;
  const struct summary *m = &s->of[w->f];
  for (uint32_t i = m->first_item; i < m->first_item + m->n_items; i++) {
    const struct item *item = &s->items.v[i];
    if (item->kind == ITEM_JOIN && item->record == record && !item->shape &&
        (!item->inner || s->items.v[item->inner].certain) &&
        sets_has (&w->x->d->t->sets, w->x->any[i], w->thread))
      return true;
  }
  return false;
}

static bool creates_thread (const struct ways *w, uint32_t record)
{
  const struct item *v = w->x->d->s->items.v;
  for (uint32_t i = w->x->d->t->v.v[w->thread].item; i; i = v[i].inner)
    if (v[i].function == w->f && v[i].record == record)
      return true;
  return false;
}

/* Whether main may look at some flag there, or returns to where it may. */
static bool may_look (const struct ways *w, uint32_t record)
{
  const struct pointers *p = w->x->d->s->p;
  const struct function *b = body_of (w->x, w->f);
  uint32_t first, end, zero;
  setid where;
  if (b->records[record]->kind == REC_return)
    return true;
  if (b->records[record]->kind == REC_branch)
    return looks_at_flag (w->x, w->f, flow_of (w->x, w->f)->block_of[record], &zero, &where) &&
           sets_has (&p->sets, where, w->flag);
  if (b->records[record]->kind != REC_call)
    return false;
  calls_of_record (p, w->f, record, &first, &end);
  bool looks = first == end;
  for (uint32_t k = first; k < end; k++)
    looks |= p->calls.v[k].kind == CALL_NOW && w->x->looks[p->calls.v[k].callee];
  return looks;
}

/* 1 if the record sets the flag to 0, 2 if to something else; 0 it does not. */
static int sets_flag (const struct ways *w, uint32_t record)
{
  const struct flag_finder *x = w->x;
  const struct effects *effects = x->d->s->effects;
  uint32_t n = map_get (&x->flag_at, w->flag, 0);
  for (uint32_t i = n ? x->flags.v[n - 1].stores : 0; i; i = x->stores.v[i - 1].next) {
    const struct effect *e = &effects->v.v[x->stores.v[i - 1].effect];
    if (e->function == w->f && e->record == record)
      return x->stores.v[i - 1].zero ? 1 : 2;
  }
  return 0;
}

/* Whether a call there may set it. */
static bool may_change (const struct ways *w, uint32_t record)
{
  const struct summaries *s = w->x->d->s;
  uint32_t first, end;
  if (body_of (w->x, w->f)->records[record]->kind != REC_call)
    return false;
  calls_of_record (s->p, w->f, record, &first, &end);
  bool changes = first == end;
  for (uint32_t k = first; k < end; k++) {
    funid callee = s->p->calls.v[k].callee;
    changes |= s->p->calls.v[k].kind == CALL_NOW && !s->p->models[callee] &&
               (!callee || s->mod_all[callee] || sets_has (&s->p->sets, s->mod[callee], w->flag));
  }
  return changes;
}

/* Each way joins before it returns or looks again. */
static enum way_step until_joined (const struct ways *w, uint32_t record)
{
  if (record == w->target)
    return STEP_DONE;
  return record == w->other || body_of (w->x, w->f)->records[record]->kind == REC_return ? STEP_BAD
                                                                                         : STEP_ON;
}

static enum way_step until_set (const struct ways *w, uint32_t record)
{
  int set = sets_flag (w, record);
  return set == 2 || joins_thread (w, record) ? STEP_DONE
         : set == 1 || may_look (w, record)   ? STEP_BAD
                                              : STEP_ON;
}

static enum way_step until_joined_or_created (const struct ways *w, uint32_t record)
{
  return joins_thread (w, record) || creates_thread (w, record) ? STEP_DONE
         : may_look (w, record)                                 ? STEP_BAD
                                                                : STEP_ON;
}

static enum way_step until_created (const struct ways *w, uint32_t record)
{
  return record == w->target || record == w->other              ? STEP_DONE
         : sets_flag (w, record) == 1 || may_change (w, record) ? STEP_BAD
                                                                : STEP_ON;
}

static enum way_step never_there (const struct ways *w, uint32_t record)
{
  return record == w->target ? STEP_BAD : STEP_ON;
}

static enum way_step never_there_before_join (const struct ways *w, uint32_t record)
{
  return record == w->other ? STEP_DONE : never_there (w, record);
}

/* What main must do */

/* Whether the flag is not 0 when the thread has been created and main looks. */
static bool is_set_with (struct flag_finder *x, loc_id flag, thread_id thread)
{
  const struct summaries *s = x->d->s;
  const struct item *v = s->items.v;
  bool inner_looks = false;
  vec_u32 chain = {0};
  for (uint32_t i = x->d->t->v.v[thread].item; i; i = v[i].inner)
    vec_push (&chain, i);
  bool good = false;
  for (uint32_t n = chain.n; !good && !inner_looks && n-- > 0;) {
    const struct item *i = &v[chain.v[n]];
    struct ways w = {x, i->function, thread, flag, i->record, UINT32_MAX, i->record};
    good = all_ways (&w, i->record, until_set);
    const struct flow *flow = flow_of (x, i->function);
    uint32_t k = map_get (&x->flag_at, flag, 0);
    for (k = x->flags.v[k - 1].stores; k && !good; k = x->stores.v[k - 1].next) {
      const struct effect *e = &s->effects->v.v[x->stores.v[k - 1].effect];
      w.other = e->record;
      w.creation = UINT32_MAX;
      good = !x->stores.v[k - 1].zero && e->function == i->function &&
             flow_dominates (flow, e->record, i->record) && all_ways (&w, e->record, until_created);
    }
    inner_looks = x->looks[i->function];
  }
  vec_free (&chain);
  return good;
}

/* Whether the record is executed before the thread is created for the first time. */
static bool is_before (struct flag_finder *x, funid f, uint32_t record, thread_id thread)
{
  enum { DEEP = 8 };
  const struct pointers *p = x->d->s->p;
  const struct item *v = x->d->s->items.v;
  struct once *once = &x->d->terms->once;
  for (int n = 0; n < DEEP && called_once (once, f); n++) {
    for (uint32_t i = x->d->t->v.v[thread].item; i; i = v[i].inner)
      if (v[i].function == f) {
        struct ways w = {x, f, thread, 0, record, UINT32_MAX, UINT32_MAX};
        return v[i].record != record && all_ways (&w, v[i].record, never_there);
      }
    uint32_t calls = 0;
    funid caller = 0;
    for (uint32_t k = 0; k < p->calls.n && calls < 2; k++)
      if (p->calls.v[k].callee == f) {
        calls++;
        caller = p->calls.v[k].kind == CALL_NOW ? p->calls.v[k].caller : 0;
        record = p->calls.v[k].record;
      }
    if (calls != 1 || !caller)
      return false;
    f = caller;
  }
  return false;
}

/* Whether the thread does not run when the flag is set to 0 there, or is waited for before main
   looks. */
static bool is_cleared_without (struct flag_finder *x, loc_id flag, thread_id thread,
                                const struct effect *e)
{
  const struct item *v = x->d->s->items.v;
  const struct flow *flow = flow_of (x, e->function);
  const struct function *b = body_of (x, e->function);
  struct ways w = {x, e->function, thread, flag, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  if (all_ways (&w, e->record, until_joined_or_created) ||
      is_before (x, e->function, e->record, thread))
    return true;
  w.target = e->record;
  for (uint32_t i = x->d->t->v.v[thread].item; i; i = v[i].inner)
    if (v[i].function == e->function && flow_dominates (flow, v[i].record, e->record)) {
      w.creation = v[i].record;
      if (all_ways (&w, v[i].record, never_there))
        return true; /* only if the creation has failed */
    }
  w.creation = UINT32_MAX;
  for (uint32_t r = 0; r < b->n_records; r++) {
    if (b->records[r]->kind != REC_call || !flow_dominates (flow, r, e->record) ||
        !joins_thread (&w, r))
      continue;
    bool again = false;
    w.other = r;
    for (uint32_t i = x->d->t->v.v[thread].item; i && !again; i = v[i].inner)
      again = v[i].function == e->function && !all_ways (&w, v[i].record, never_there_before_join);
    if (!again)
      return true;
  }
  return false;
}

/* Whether the flag tells that none of the threads runs. */
static bool is_running_flag (struct flag_finder *x, loc_id l, setid threads)
{
  struct thread_finder *d = x->d;
  const struct objects *o = &d->s->p->objects;
  const struct item *v = d->s->items.v;
  struct array_around around[MOST_AROUND];
  object_id object = loc_object (o, l);
  if (loc_is_anywhere (o, l) || !object_is_unique (d->terms, object) ||
      is_in_world (d->s->p, WORLD_OUTSIDE, object) || is_in_world (d->s->p, WORLD_POOL, object) ||
      arrays_around (o, object, loc_get (o, l)->offset, around))
    return false;
  uint32_t n = map_get (&x->flag_at, l, 0);
  for (struct set_iter t = sets_each (&d->t->sets, threads); set_next (&t);) {
    uint32_t core = d->t->v.v[t.x].item;
    while (core && v[core].inner)
      core = v[core].inner;
    if (d->t->v.v[t.x].kind != THREAD_CREATED || !bitset_has (&d->t->sole, t.x) ||
        !only_main_calls (d->s->filter, d->program, v[core].function) || !is_set_with (x, l, t.x))
      return false;
    for (uint32_t i = x->flags.v[n - 1].stores; i; i = x->stores.v[i - 1].next) {
      const struct flag_store *store = &x->stores.v[i - 1];
      const struct effect *e = &d->s->effects->v.v[store->effect];
      if (!store->constant ||
          (store->zero && (!only_main_calls (d->s->filter, d->program, e->function) ||
                           !is_cleared_without (x, l, t.x, e))))
        return false;
    }
  }
  return threads;
}

/* Finding them */

/* The look at a flag without which the join is not done; and which is followed by the join if the
   flag is not 0. */
static bool find_gate (struct flag_finder *x, uint32_t item, struct running_gate *out)
{
  const struct item *join = &x->d->s->items.v[item];
  const struct function *b = body_of (x, join->function);
  const struct flow *flow = flow_of (x, join->function);
  uint32_t block = flow->block_of[join->record], zero;
  for (uint32_t p = flow->dominators.parent[block]; p != NODE_NONE;
       p = flow->dominators.parent[p]) {
    setid where;
    if (!looks_at_flag (x, join->function, p, &zero, &where))
      continue;
    uint32_t to = b->blocks[p].edges[1 - zero].target, branch = b->blocks[p].end - 1;
    struct ways w = {x, join->function, 0, 0, join->record, branch, UINT32_MAX};
    if (flow->predecessors.first[to + 1] - flow->predecessors.first[to] != 1 ||
        !dominates (&flow->dominators, to, block) || b->blocks[p].edges[zero].target == to)
      return false;
    /* From the start of the block behind it. */
    bool joins = b->blocks[to].first <= join->record && join->record < b->blocks[to].end;
    if (!joins && b->blocks[to].end > b->blocks[to].first)
      joins = all_ways (&w, b->blocks[to].first, until_joined);
    if (!joins)
      return false;
    *out = (struct running_gate){
        .item = item, .from = p, .to = b->blocks[p].edges[zero].target, .where = where};
    return true;
  }
  return false;
}

/* What is joined in some caller. */
static void find_any (struct flag_finder *x)
{
  struct thread_finder *d = x->d;
  x->any = ARENA_ARRAY (&x->arena, d->s->items.n, setid);
  for (uint32_t i = d->s->items.n; i-- > 1;) {
    const struct item *item = &d->s->items.v[i];
    if (item->kind != ITEM_JOIN)
      continue;
    x->any[i] = sets_union (&d->t->sets, x->any[i], d->t->joins[i]);
    if (item->inner)
      x->any[item->inner] = sets_union (&d->t->sets, x->any[item->inner], x->any[i]);
  }
}

static void find_looks (struct flag_finder *x)
{
  const struct pointers *p = x->d->s->p;
  x->looks = ARENA_ARRAY (&x->arena, x->d->program->n_functions + 1, bool);
  for (uint32_t i = 0; i < x->d->gates.n; i++)
    x->looks[x->d->s->items.v[x->d->gates.v[i].item].function] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < p->calls.n; k++)
      if (p->calls.v[k].kind == CALL_NOW && x->looks[p->calls.v[k].callee] &&
          !x->looks[p->calls.v[k].caller])
        x->looks[p->calls.v[k].caller] = changed = true;
  }
}

static void find_stores (struct flag_finder *x, setid flags)
{
  struct summaries *s = x->d->s;
  for (uint32_t k = 0; flags && k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_writes (e) || e->mode == MODE_FREE)
      continue;
    setid set = sets_intersection (&s->p->sets, effect_locations (s->p, e), flags);
    for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
      struct flag *flag = &x->flags.v[map_get (&x->flag_at, i.x, 0) - 1];
      int64_t value = 0;
      bool constant = constants_stored (s, e, &value);
      vec_push (&x->stores, (struct flag_store){k, constant, !value, flag->stores});
      flag->stores = x->stores.n;
    }
  }
}

/* Callers of a function that certainly joins do so, too, where they certainly call it. */
static void spread_certain (struct flag_finder *x, uint32_t item)
{
  struct summaries *s = x->d->s;
  for (uint32_t i = item + 1; i < s->items.n; i++) {
    struct item *outer = &s->items.v[i];
    if (outer->kind != ITEM_JOIN || !outer->inner || outer->certain || outer->via ||
        !s->items.v[outer->inner].certain || outer->core != item)
      continue;
    const struct function *b = body_of (x, outer->function);
    outer->certain = true;
    for (uint32_t r = 0; r < b->n_records && outer->certain; r++)
      outer->certain = b->records[r]->kind != REC_return ||
                       flow_dominates (flow_of (x, outer->function), outer->record, r);
  }
}

void threads_find_running (struct thread_finder *d)
{
  struct flag_finder x = {.d = d};
  struct pointers *p = d->s->p;
  vec_u32 flags = {0};
  x.flows = ARENA_ARRAY (&x.arena, d->program->n_functions + 1, struct flow *);
  for (uint32_t i = 1; i < d->s->items.n; i++) {
    const struct item *join = &d->s->items.v[i];
    struct running_gate gate;
    if (join->kind == ITEM_JOIN && !join->inner && !join->shape && !join->task &&
        !join->n_depends && find_gate (&x, i, &gate))
      vec_push (&d->gates, gate);
  }
  for (uint32_t i = 0; i < d->gates.n; i++) {
    uint32_t l;
    if (!sets_is_single (&p->sets, d->gates.v[i].where, &l) || map_find (&x.flag_at, l))
      continue;
    vec_push (&x.flags, (struct flag){l, 0});
    map_set (&x.flag_at, l, x.flags.n);
    vec_push (&flags, l);
  }
  if (flags.n && proves_by (p, PROOF_VALUES)) {
    find_any (&x);
    find_looks (&x);
    find_stores (&x, sets_from (&p->sets, flags.v, flags.n));
  }
  for (uint32_t i = 0; x.any && i < d->gates.n; i++) {
    struct running_gate *gate = &d->gates.v[i];
    struct item *join = &d->s->items.v[gate->item];
    uint32_t l;
    gate->proved = sets_is_single (&p->sets, gate->where, &l) &&
                   only_main_calls (d->s->filter, d->program, join->function) &&
                   is_running_flag (&x, l, x.any[gate->item]);
    const struct function *b = body_of (&x, join->function);
    bool certain = gate->proved;
    for (uint32_t r = 0; r < b->n_records && certain; r++)
      certain = b->records[r]->kind != REC_return ||
                flow_dominates (flow_of (&x, join->function), b->blocks[gate->from].end - 1, r);
    if (certain && !join->certain) {
      join->certain = true;
      spread_certain (&x, gate->item);
    }
  }
  map_free (&x.flag_at);
  vec_free (&x.flags);
  vec_free (&x.stores);
  vec_free (&flags);
  arena_free (&x.arena);
}
