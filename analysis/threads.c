/* Threads: made from the items of the summaries, with what they do in terms of their creators. */

#include "nested.h"
#include "sections.h"
#include "teams.h"
#include "threads-internal.h"

/* Making them */

static void add_thread (struct thread_finder *d, enum thread_kind kind, funid start, uint32_t item,
                        bool many)
{
  if (!d->program->functions[start].body)
    return;
  vec_push (&d->t->v,
            (struct thread){.kind = (uint8_t)kind, .item = item, .start = start, .many = many});
  thread_id id = d->t->v.n - 1;
  for (; item; item = d->s->items.v[item].inner)
    d->t->of_item.v[item] = sets_add (&d->t->sets, d->t->of_item.v[item], id);
}

static void add_created (struct thread_finder *d, uint32_t number)
{
  struct summaries *s = d->s;
  const struct item *i = &s->items.v[number];
  struct pointers *p = s->p;
  vec_u32 starts = {0};
  setid set = expr_points (&s->x, i->function, i->e[1]);
  for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);) {
    const struct abstract_object *o = &p->objects.v.v[loc_object (&p->objects, k.x)];
    if (o->kind == OBJECT_FUNCTION)
      vec_push (&starts, o->a);
  }
  if (!starts.n) {
    const struct item *own = item_core (s, i);
    for (uint32_t k = p->first_call[own->function]; k < p->first_call[own->function + 1]; k++)
      if (p->calls.v[k].record == own->record && p->calls.v[k].kind == CALL_FORK)
        vec_push (&starts, p->calls.v[k].callee);
  }
  for (uint32_t k = 0; k < starts.n; k++)
    add_thread (d, THREAD_CREATED, starts.v[k], number, !i->once);
  if (i->together) {
    setid *all = map_at (&d->t->together, map_pair (i->function, i->record));
    *all = sets_union (&d->t->sets, *all, d->t->of_item.v[number]);
  }
  vec_free (&starts);
}

/* Whether it is a model with such an effect that makes the call. */
static bool is_made_by (const struct pointers *p, const struct call_edge *c,
                        bool (*has) (const struct model *))
{
  for (uint32_t k = p->first_call[c->caller]; k < p->first_call[c->caller + 1]; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (p->calls.v[k].record == c->record && m && has (m))
      return true;
  }
  return false;
}

static bool makes_key (const struct model *m)
{
  return model_has (m, EFFECT_KEY_CREATE);
}

/* Whether all that it keeps to call later, it calls when the program ends. */
static bool calls_at_exit_only (const struct model *m)
{
  bool any = false;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_effect *e = &m->effects[i];
    if (e->kind == EFFECT_CALL && e->op[CALL_WHEN].u.keyword != WHEN_AT_EXIT)
      return false;
    any |= e->kind == EFFECT_CALL;
  }
  return any;
}

/* What is called later, or by a signal. */
static void add_called (struct thread_finder *d, const struct call_edge *c, struct map *known)
{
  const struct pointers *p = d->s->p;
  bool signal = c->kind == CALL_SIGNAL, last = !signal && is_made_by (p, c, calls_at_exit_only);
  uint32_t *thread = map_at (known, map_pair (c->kind, c->callee));
  if (!d->program->functions[c->callee].body)
    return;
  if (*thread) {
    d->t->v.v[*thread].last &= last;
    return;
  }
  *thread = d->t->v.n;
  add_thread (d, signal ? THREAD_SIGNAL : THREAD_LATER, c->callee, 0,
              signal || is_made_by (p, c, makes_key));
  d->t->v.v[*thread].last = last;
}

static void find_opaque (struct thread_finder *d)
{
  struct pointers *p = d->s->p;
  bool *opaque = d->t->opaque;
  for (uint32_t i = 1; i < d->t->v.n; i++)
    opaque[d->t->v.v[i].start] = true;
  for (uint32_t i = 0; i < d->program->n_entries; i++)
    opaque[d->program->entries[i]] = true;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (!c->caller || c->kind != CALL_NOW || !call_is_instantiated (d->s, c))
      opaque[c->callee] = true;
  }
  for (funid f = 1; f <= d->program->n_functions; f++)
    opaque[f] |= called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f) ||
                 runs_by_itself (d->program, f);
}

static void make_threads (struct thread_finder *d)
{
  const struct program *p = d->program;
  struct pointers *q = d->s->p;
  struct map known = {0};
  if (p->main)
    add_thread (d, THREAD_MAIN, p->main, 0, false);
  /* All callers from outside are alike: one thread stands for them, whatever they call. */
  for (uint32_t i = 0; i < p->n_entries; i++)
    if (p->functions[p->entries[i]].body) {
      add_thread (d, THREAD_ENTRY, p->entries[i], 0, true);
      break;
    }
  for (uint32_t i = 0; i < q->calls.n; i++) {
    const struct call_edge *c = &q->calls.v[i];
    if (c->kind == CALL_SIGNAL || c->kind == CALL_LATER)
      add_called (d, c, &known);
  }
  map_free (&known);
  uint32_t n = d->s->items.n;
  for (uint32_t i = 1; i < n; i++)
    if (d->s->items.v[i].kind == ITEM_FORK && !d->s->items.v[i].open)
      add_created (d, i);
  find_opaque (d);
  for (uint32_t i = 1; i < n; i++)
    if (d->s->items.v[i].kind == ITEM_FORK && d->s->items.v[i].open &&
        d->t->opaque[d->s->items.v[i].function])
      add_created (d, i);
}

/* Functions that one creation starts, and nothing else calls. */
static void find_only_creators (struct thread_finder *d)
{
  const struct threads *t = d->t;
  struct map first = {0}; /* start function: its thread; 0: it has several */
  struct call_edge *only = xcalloc (t->v.n, sizeof *only);
  uint32_t n = 0;
  for (thread_id i = 1; i < t->v.n; i++)
    if (!map_add (&first, t->v.v[i].start, i))
      map_set (&first, t->v.v[i].start, 0);
  for (thread_id i = 1; i < t->v.n; i++) {
    const struct item *fork = &d->s->items.v[t->v.v[i].item];
    if (t->v.v[i].kind == THREAD_CREATED && !t->v.v[i].many && !fork->again &&
        map_get (&first, t->v.v[i].start, 0) == i)
      only[n++] = (struct call_edge){.kind = CALL_FORK,
                                     .caller = fork->function,
                                     .record = fork->record,
                                     .callee = t->v.v[i].start};
  }
  once_know_creators (&d->terms->once, only, n);
  map_free (&first);
}

/* What threads do, in terms of who creates them */

/* A start function with its arguments, or one that it calls through them. */
struct starting {
  const struct item *fork;
  funid f;
  const expr_id *actuals;
  uint32_t n;
  setid held;
  uint32_t via, record; /* in the start function, if via is not 0 */
  uint32_t *used;       /* bits of the memory of the creation that has been relied on */
  bool *alone;          /* see struct thread */
};

static expr_id started_expr (struct thread_finder *d, const struct starting *b, expr_id e)
{
  return substitute (d->s, e, b->actuals, b->n, b->fork, b->used);
}

static setid started_holds (struct thread_finder *d, const struct starting *b, setid held)
{
  struct summaries *s = d->s;
  setid out = b->held;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    expr_id lock = started_expr (d, b, h.lock);
    if (lock)
      out = sets_add (&s->sets, out, hold_make (s, lock, h.mode, h.depth));
  }
  return out;
}

static struct source started_source (struct thread_finder *d, const struct starting *b,
                                     struct source v)
{
  expr_id from = v.from ? started_expr (d, b, v.from) : 0;
  if (v.from && !from)
    return (struct source){0};
  return (struct source){from, started_holds (d, b, v.since), v.brief};
}

static setid started_released (struct thread_finder *d, const struct starting *b, setid released)
{
  setid out = SETS_EMPTY;
  for (struct set_iter i = sets_each (&d->s->sets, released); set_next (&i);)
    out = sets_add (&d->s->sets, out, started_expr (d, b, i.x));
  return out;
}

static bool memory_changes (const struct summaries *s, const struct item *fork)
{
  fork = item_core (s, fork);
  return map_find (&s->broken, map_pair (fork->function, fork->record));
}

/* What is at an address must stay until all threads that FORK creates have looked. */
static void add_obligation (struct thread_finder *d, const struct item *fork, expr_id at,
                            expr_id mine)
{
  struct summaries *s = d->s;
  setid where = expr_points (&s->x, fork->function, at);
  fork = item_core (s, fork);
  vec_push (&s->items, (struct item){.kind = ITEM_REUSE,
                                     .at_start = true,
                                     .function = fork->function,
                                     .record = fork->record,
                                     .mine = mine,
                                     .e = {at},
                                     .where = where});
}

/* Whether there is never more than one call of F at a time. */
static bool one_at_a_time (const struct summaries *s, funid f)
{
  return only_main_calls (s->filter, s->p->objects.program, f) &&
         !bitset_has (&s->filter->recursive, f);
}

/* Whether the thread may run when a call of F, by which it is created, has returned. */
static bool outlives_call (const struct threads *t, thread_id i, funid f)
{
  return sets_has (&t->sets, t->at_exit[f].born, i) ||
         sets_has (&t->sets, t->at_thread_exit[f].born, i);
}

/* Whether only one thread of the team comes there between two barriers. */
static bool holds_claim (const struct summaries *s, setid held)
{
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (expr_get (&s->x, hold_get (s, i.x).lock)->op == X_CLAIM)
      return true;
  return false;
}

/* Whether the counter of the creation tells its threads from each other: in the whole program, or,
   if *ALONE, in one call. */
static bool counter_tells (struct thread_finder *d, const struct item *fork, bool *alone)
{
  if (!fork->e[6])
    return false;
  bool once =
      called_once (&d->terms->once, fork->counts_in) ||
      (fork->task && terms_in_team (d->terms, fork->function) &&
       !bitset_has (&d->s->in_inner_regions, fork->function) && holds_claim (d->s, fork->held));
  *alone |= !once;
  return once || one_at_a_time (d->s, fork->counts_in);
}

/* Whether E is in a variable of the call whose loop creates the threads: every call has its own. */
static bool is_of_creator (const struct summaries *s, const struct item *fork, expr_id e)
{
  expr_id root = expr_root (&s->x, e);
  const struct expr *v = root ? expr_get (&s->x, root) : NULL;
  return fork->e[6] && v && v->op == X_OBJECT && s->p->objects.v.v[v->a].kind == OBJECT_LOCAL &&
         s->p->objects.v.v[v->a].a == fork->counts_in;
}

/* The element that E is in, if no other thread of the creation has the same number for it. */
static expr_id own_element (struct thread_finder *d, const struct item *fork, expr_id e,
                            uint64_t bytes, bool *alone)
{
  int64_t offset, stride = 0;
  if (!is_of_creator (d->s, fork, e) && !counter_tells (d, fork, alone))
    return 0;
  expr_id element = expr_element (&d->s->x, e, fork->e[6], fork->bits, &offset, &stride);
  return element && offset + (int64_t)bytes <= stride ? element : 0;
}

/* What has the counter of the creation in it, as the function that counts says it. */
static expr_id as_counted (struct summaries *s, const struct item *fork, expr_id e)
{
  const struct item *own = fork;
  while (own->function != fork->counts_in && own->inner)
    own = &s->items.v[own->inner];
  return own->e[6] ? expr_replace (&s->x, e, fork->e[6], own->e[6]) : e;
}

/* What the creation makes for each thread, and AT is in; 0: nothing that is known. */
static expr_id made_for (const struct summaries *s, const struct item *fork, expr_id at)
{
  expr_id root = expr_root (&s->x, at);
  if ((fork->fresh || fork->made) && root == expr_root (&s->x, fork->e[2]))
    return root;
  for (int k = 0; k < MOST_MEMORY; k++)
    if (fork->new_memory >> k & 1 && root == expr_root (&s->x, fork->memory[k].value))
      return root;
  return 0;
}

/* What the access touches that other threads of this creation cannot reach in the same way. */
static expr_id own_memory (struct thread_finder *d, const struct item *fork, const struct item *i,
                           bool *alone)
{
  struct summaries *s = d->s;
  expr_id made = made_for (s, fork, i->e[0]);
  uint64_t bytes = s->effects->v.v[item_core (s, i)->effect].bytes;
  expr_id element = made || !bytes ? 0 : own_element (d, fork, i->e[0], bytes, alone);
  if (made || element)
    return made ? made : as_counted (s, fork, element);
  if (!counter_tells (d, fork, alone))
    return 0;
  struct section_loads loads;
  expr_id section = sections_own (d->terms, fork, i, bytes, &loads);
  if (loads.n && memory_changes (s, fork))
    return 0;
  for (uint32_t k = 0; section && k < loads.n; k++)
    add_obligation (d, fork, loads.at[k], 0);
  return as_counted (s, fork, section);
}

/* All of the objects that a pointer of FORK's function may lead to, as owners. */
static setid whole_owners (struct summaries *s, const struct item *fork, expr_id e)
{
  setid at = expr_points (&s->x, fork->function, e), owners = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->p->sets, at); set_next (&i);)
    owners = sets_add (&s->p->sets, owners,
                       loc_everything (&s->p->objects, loc_object (&s->p->objects, i.x)));
  return owners;
}

/* The same, of what the memory of the access is reached from. */
static void find_owner (struct thread_finder *d, const struct item *fork, struct item *i,
                        bool *alone)
{
  struct summaries *s = d->s;
  bool anywhere = false; /* in the object that the pointer leads to */
  if (!proves_by (s->p, PROOF_REACH) || !proves_by (s->p, PROOF_THREAD))
    return;
  for (expr_id e = i->e[0]; (e = expr_origin (&s->x, e));) {
    expr_id root = expr_root (&s->x, e), made = made_for (s, fork, e);
    expr_id element = made || anywhere ? 0 : own_element (d, fork, e, 1, alone);
    if (made) {
      i->owner = made;
      i->owners = whole_owners (s, fork, made);
      return;
    }
    if (element) {
      i->owner = as_counted (s, fork, element);
      i->owners = expr_points (&s->x, fork->function, element);
      return;
    }
    anywhere =
        expr_get (&s->x, root)->op == X_REACHED && expr_get (&s->x, root)->code & REACHED_ANYWHERE;
  }
}

/* The values of R that a thread may have of those that a loop gives to its threads: the numbers to
   which it counts, plus OFFSET. */
static struct result_range given_numbers (const struct summaries *s, const struct item *fork,
                                          struct result_range r, int64_t offset)
{
  int64_t first, last;
  if (fork->shape && expr_is_const (&s->x, fork->e[4], &first) &&
      expr_is_const (&s->x, fork->e[5], &last)) {
    r.low = r.low > first + offset ? r.low : first + offset;
    r.high = r.high < last + offset ? r.high : last + offset;
  }
  r.low += r.has_hole && r.hole == r.low;
  r.high -= r.has_hole && r.hole == r.high;
  return r;
}

/* That the thread has a certain number, if that is known where the access is: no other thread of
   this creation is there then.  FACTS: about arguments of the function. */
static expr_id own_number (struct thread_finder *d, const struct starting *b, setid facts)
{
  struct summaries *s = d->s;
  for (struct set_iter i = sets_each (&s->sets, facts); set_next (&i);) {
    int64_t offset;
    expr_id e = expr_number (&s->x, started_expr (d, b, fact_expr (s, i.x)), &offset);
    if (!e || e != b->fork->e[6])
      continue;
    struct result_range r = given_numbers (s, b->fork, fact_range (s, i.x), offset);
    if (r.low == r.high && counter_tells (d, b->fork, b->alone))
      return as_counted (s, b->fork,
                         expr_binary (&s->x, OP_EQ, e, expr_const (&s->x, r.low - offset)));
  }
  return 0;
}

/* The open items of a function that a new thread calls. */
static void start_items (struct thread_finder *d, const struct starting *b, int depth)
{
  struct summaries *s = d->s;
  const struct summary *m = &s->of[b->f];
  for (uint32_t k = m->first_item; k < m->first_item + m->n_items; k++) {
    struct item i = s->items.v[k];
    if (!i.open || i.kind == ITEM_FORK || i.kind == ITEM_JOIN || i.kind == ITEM_DETACH)
      continue; /* those are threads of their own */
    for (int j = 0; j < ITEM_EXPRS; j++)
      i.e[j] = started_expr (d, b, i.e[j]);
    setid where =
        i.e[0] && i.kind != ITEM_CALL ? expr_points (&s->x, b->fork->function, i.e[0]) : SETS_EMPTY;
    setid stored =
        i.e[1] && i.kind == ITEM_LINK ? expr_points (&s->x, b->fork->function, i.e[1]) : SETS_EMPTY;
    if (i.kind == ITEM_LINK) {
      i.into = where ? where : i.into;
      i.where = stored ? stored : i.where;
    } else if (where)
      i.where = refined_points (s->p, i.where, where);
    i.held = started_holds (d, b, i.held);
    i.source = started_source (d, b, i.source);
    i.into_source = started_source (d, b, i.into_source);
    i.into_own = i.into_own && !i.into_needs;
    i.released = started_released (d, b, i.released);
    i.function = b->fork->function;
    i.record = b->fork->record;
    i.inner = k;
    i.core = i.core ? i.core : k;
    i.via = b->via;
    i.start_record = b->via ? b->record : s->items.v[k].record;
    i.open = false;
    i.own = i.own && i.kind == ITEM_LINK && !i.needs;
    i.at_start = true;
    i.mine = i.kind == ITEM_ACCESS ? own_memory (d, b->fork, &i, b->alone) : 0;
    if (i.kind == ITEM_ACCESS && !i.mine)
      i.mine = own_number (d, b, i.facts);
    if (i.kind == ITEM_ACCESS && !i.mine)
      find_owner (d, b->fork, &i, b->alone);
    i.facts = SETS_EMPTY;
    funid targets[MOST_TARGETS];
    uint32_t n = i.kind == ITEM_CALL && depth
                     ? deferred_targets (s, i.function, i.e[0], &s->items.v[k], targets)
                     : 0;
    i.brought = n != 0;
    for (uint32_t j = 0; j < n; j++)
      i.brought = i.brought && s->of[targets[j]].known && !s->p->models[targets[j]];
    vec_push (&s->items, i);
    struct starting inner = *b;
    inner.actuals = i.e + 1;
    inner.n = ITEM_EXPRS - 1;
    inner.held = i.held;
    inner.via = k;
    inner.record = i.start_record;
    for (uint32_t j = 0; i.brought && j < n; j++) {
      inner.f = targets[j];
      start_items (d, &inner, depth - 1);
    }
  }
}

/* What a new thread finds in memory must stay until it looks. */
static void oblige (struct thread_finder *d, const struct item *fork, uint32_t used, bool *alone)
{
  struct summaries *s = d->s;
  expr_id argument = expr_root (&s->x, fork->e[2]);
  bool counts = counter_tells (d, fork, alone);
  int64_t offset, stride;
  for (uint32_t i = 0; i < MOST_MEMORY; i++) {
    expr_id at = fork->memory[i].at, mine = 0;
    if (!(used >> i & 1))
      continue;
    if ((fork->fresh || fork->made) && expr_root (&s->x, at) == argument)
      mine = argument;
    else if (counts)
      mine =
          as_counted (s, fork, expr_element (&s->x, at, fork->e[6], fork->bits, &offset, &stride));
    add_obligation (d, fork, at, mine);
  }
}

static void find_start_items (struct thread_finder *d)
{
  enum { DEEPEST_CALL = 3 };
  for (thread_id i = 1; i < d->t->v.n; i++) {
    struct thread *t = &d->t->v.v[i];
    if (t->kind != THREAD_CREATED || !d->s->of[t->start].known)
      continue;
    struct item fork = d->s->items.v[t->item];
    if (!fork.once) { /* the threads that it creates each time have all of it in common */
      fork.fresh = fork.made = false;
      fork.new_memory = 0;
      fork.e[6] = 0;
    }
    t->first_item = d->s->items.n;
    expr_id actuals[MOST_FORMALS] = {0};
    actuals[fork.formal] = fork.e[2];
    uint32_t used = 0;
    bool alone = false;
    start_items (d,
                 &(struct starting){.fork = &fork,
                                    .f = t->start,
                                    .actuals = actuals,
                                    .n = fork.formal + 1u,
                                    .held = fork.begins_with,
                                    .used = &used,
                                    .alone = &alone},
                 DEEPEST_CALL);
    oblige (d, &fork, used, &alone);
    t = &d->t->v.v[i];
    t->alone = alone;
    t->n_items = d->s->items.n - t->first_item;
  }
  vec_resize (&d->t->of_item, d->s->items.n);
}

static bool belongs_to_call (const struct summaries *s, const struct item *fork, expr_id mine)
{
  return expr_is_fresh (&s->x, mine) || is_of_creator (s, fork, mine);
}

/* Threads that are left when a call returns may have the same numbers as those of the next one. */
static void drop_shared_numbers (struct thread_finder *d)
{
  for (thread_id i = 1; i < d->t->v.n; i++) {
    const struct thread *t = &d->t->v.v[i];
    funid f = t->alone ? d->s->items.v[t->item].counts_in : 0;
    if (!f || !outlives_call (d->t, i, f))
      continue;
    for (uint32_t k = t->first_item; k < t->first_item + t->n_items; k++) {
      struct item *v = &d->s->items.v[k];
      if (!belongs_to_call (d->s, &d->s->items.v[t->item], v->mine))
        v->mine = 0;
      if (!belongs_to_call (d->s, &d->s->items.v[t->item], v->owner))
        v->owner = v->owners = 0;
    }
  }
}

void threads_find (struct threads *t, struct summaries *s, struct terms *terms)
{
  const struct program *p = s->p->objects.program;
  struct thread_finder d = {.t = t, .s = s, .terms = terms, .program = p};
  *t = (struct threads){.s = s};
  vec_push (&t->v, (struct thread){0});
  vec_resize (&t->of_item, s->items.n);
  t->relevant = xcalloc (p->n_functions + 1, sizeof *t->relevant);
  t->opaque = xcalloc (p->n_functions + 1, sizeof *t->opaque);
  t->at_exit = xcalloc (p->n_functions + 1, sizeof *t->at_exit);
  t->at_thread_exit = xcalloc (p->n_functions + 1, sizeof *t->at_thread_exit);
  t->ends_thread = xcalloc (p->n_functions + 1, sizeof *t->ends_thread);
  t->ever = xcalloc (p->n_functions + 1, sizeof *t->ever);
  t->points = xcalloc (s->p->first_record[p->n_functions + 1] + 1, sizeof *t->points);
  make_threads (&d);
  find_only_creators (&d);
  terms->has_teams = nested_find (t, &terms->apart) && proves_by (s->p, PROOF_TEAM);
  find_start_items (&d);
  threads_find_joins (&d);
  threads_find_running (&d);
  threads_find_relevant (&d);
  threads_find_opened (&d);
  d.registers = ARENA_ARRAY (&d.arena, p->n_functions + 1, bool);
  d.enters_registered = ARENA_ARRAY (&d.arena, p->n_functions + 1, bool);
  for (funid f = 1; f <= p->n_functions; f++) /* whoever runs beside main, or because of that */
    d.enters_registered[f] = t->opaque[f] && f != p->main;
  threads_find_alive (&d);
  drop_shared_numbers (&d);
  bitset_free (&d.handles);
  bitset_free (&d.dirty);
  bitset_free (&d.selves);
  vec_free (&d.self_stores);
  vec_free (&d.gates);
  map_free (&d.by_handle);
  map_free (&d.in_handle);
  map_free (&d.counts);
  tuples_free (&d.shapes);
  map_free (&d.known_at);
  vec_free (&d.known);
  map_free (&d.registering);
  arena_free (&d.arena);
}

void threads_free (struct threads *t)
{
  sets_free (&t->sets);
  vec_free (&t->v);
  vec_free (&t->of_item);
  free (t->joins);
  free (t->perhaps);
  free (t->relevant);
  free (t->opaque);
  free (t->at_exit);
  free (t->at_thread_exit);
  free (t->ends_thread);
  free (t->ever);
  map_free (&t->fork_items);
  map_free (&t->together);
  bitset_free (&t->sole);
  free (t->points);
  vec_free (&t->children);
}

/* Whether it is the token of a call that makes a process: who has it is in the child. */
static bool is_of_process (const struct pointers *p, const struct expr *token)
{
  uint32_t first, end;
  calls_of_record (p, token->a, token->b, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    if (m && model_has (m, EFFECT_PROCESS_FORK))
      return true;
  }
  return false;
}

/* 1 + number of what is known of children at a record; 0: nothing. */
static uint32_t point_at (const struct threads *t, funid f, uint32_t record)
{
  const uint32_t *first = t->s->p->first_record;
  return record < first[f + 1] - first[f] ? t->points[first[f] + record] : 0;
}

struct threads_change threads_change_at (struct threads *t, funid f, uint32_t record, setid held)
{
  const struct summaries *s = t->s;
  uint32_t at = point_at (t, f, record);
  struct children now = at ? t->children.v[at - 1] : (struct children){0};
  setid born = now.born;
  bool clears = false;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);) {
    const struct expr *v = expr_get (&s->x, hold_get (s, i.x).lock);
    if (v->op != X_TOKEN)
      continue;
    clears |= is_of_process (s->p, v);
    if (v->a != f)
      continue;
    uint32_t item = map_get (&t->fork_items, map_pair (v->a, v->b), 0);
    for (struct set_iter k = sets_each (&t->sets, t->of_item.v[item]); set_next (&k);)
      if (bitset_has (&t->sole, k.x) && !t->v.v[k.x].lost && sets_has (&t->sets, born, k.x))
        born =
            sets_union (&t->sets, sets_difference (&t->sets, born, sets_single (&t->sets, k.x)),
                        sets_difference (&t->sets, t->v.v[k.x].left, sets_single (&t->sets, k.x)));
  }
  return (struct threads_change){clears, now.joined, born, now.born, now.joined};
}

setid threads_alive_at (struct threads *t, setid alive, funid f, uint32_t record, setid held)
{
  struct threads_change c = threads_change_at (t, f, record, held);
  alive = c.clears ? SETS_EMPTY : alive;
  return sets_union (&t->sets, sets_difference (&t->sets, alive, c.gone), c.born);
}

/* The creation as F sees it; 0: it does not. */
static uint32_t fork_of_call (const struct threads *t, thread_id i, funid f)
{
  const struct item *v = t->s->items.v;
  uint32_t fork = t->v.v[i].item;
  while (fork && v[fork].function != f)
    fork = v[fork].inner;
  return fork;
}

bool threads_are_alike (const struct threads *t, thread_id i, thread_id k, funid f)
{
  return i == k || (fork_of_call (t, i, f) && fork_of_call (t, i, f) == fork_of_call (t, k, f));
}

bool threads_end_with_call (const struct threads *t, thread_id i, funid f)
{
  const struct item *v = t->s->items.v;
  uint32_t fork = fork_of_call (t, i, f);
  return fork && v[fork].once && (v[fork].times == 1 || !v[fork].task) && !t->v.v[i].lost &&
         !outlives_call (t, i, f);
}

bool threads_one_per_call (const struct threads *t, thread_id i, funid f)
{
  uint32_t fork = fork_of_call (t, i, f);
  uint32_t at = fork ? point_at (t, f, t->s->items.v[fork].record) : 0;
  return at && !sets_has (&t->sets, t->children.v[at - 1].born, i);
}

bool threads_take_turns (const struct threads *t, thread_id a, thread_id b)
{
  const struct item *v = t->s->items.v;
  for (uint32_t x = t->v.v[a].item; x; x = v[x].inner)
    for (uint32_t y = t->v.v[b].item; y; y = v[y].inner)
      if (v[x].inner && v[x].inner == v[y].inner) {
        funid f = v[v[x].inner].function;
        return (v[x].function != v[y].function || v[x].record != v[y].record) &&
               one_at_a_time (t->s, f) && !outlives_call (t, a, f) && !outlives_call (t, b, f);
      }
  return false;
}

setid threads_ended_at (struct threads *t, setid ended, funid f, uint32_t record)
{
  uint32_t at = point_at (t, f, record);
  if (!at)
    return ended;
  const struct children *c = &t->children.v[at - 1];
  return sets_union (&t->sets, sets_difference (&t->sets, ended, c->born), c->joined);
}

setid threads_waited_at (struct threads *t, setid waited, funid f, uint32_t record)
{
  uint32_t at = point_at (t, f, record);
  if (!at)
    return waited;
  const struct children *c = &t->children.v[at - 1];
  return sets_union (&t->sets, sets_difference (&t->sets, waited, c->born), c->waited);
}

setid threads_joined_on_way (struct threads *t, const vec_u32 *path, uint32_t k)
{
  const struct summaries *s = t->s;
  setid joined = SETS_EMPTY;
  for (int n = 0; n < MOST_JOINED; n++) {
    uint32_t join = s->items.v[path->v[k]].joined[n];
    for (uint32_t i = k; join && i > 0; i--) {
      /* The same join, seen from the caller. */
      const struct item *outer = &s->items.v[path->v[i - 1]];
      const struct summary *m = &s->of[outer->function];
      uint32_t found = 0;
      for (uint32_t j = m->first_item; j < m->first_item + m->n_items && !found; j++)
        if (s->items.v[j].inner == join && s->items.v[j].record == outer->record)
          found = j;
      join = found;
      if (join)
        joined = sets_union (&t->sets, joined, t->joins[join]);
    }
  }
  return joined;
}

setid threads_without (struct threads *t, setid alive, setid joined)
{
  for (struct set_iter i = sets_each (&t->sets, joined); set_next (&i);)
    if (!t->v.v[i.x].lost && sets_has (&t->sets, alive, i.x)) {
      setid one = sets_single (&t->sets, i.x);
      alive = sets_union (&t->sets, sets_difference (&t->sets, alive, one),
                          sets_difference (&t->sets, t->v.v[i.x].left, one));
    }
  return alive;
}
