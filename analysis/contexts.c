/* Contexts: a worklist of functions in contexts, starting with the threads.  Creations met on the
   way tell who creates whom and who is alive then. */

#include "contexts.h"
#include "scc.h"
#include "worklist.h"

/* THREAD is created by thread BY while these are alive. */
struct fork_event {
  thread_id thread, by;
  setid alive;
};

struct context_finder {
  struct contexts *c;
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  struct tuples known;          /* all of a context: its number */
  struct map target_sets;       /* function, record: 1 + set of those called */
  struct tuples entered_sets;   /* such a set and all of a context */
  struct tuples entered_worlds; /* world, thread, alive */
  struct tuples alike;          /* all but the signals */
  vec_u32 first_alike;          /* by number in that: the first context */
  struct map merged;            /* function, thread and opacity: the context that stands for many */
  uint32_t *count;              /* by function */
  bool *matters;                /* by function: has settled items, or calls what has */
  struct worklist list;
  VEC (struct fork_event) fork_events;
  uint32_t *first_world_call; /* by function, into world_calls */
  uint32_t *world_calls;      /* of pointers, by caller */
  vec_u32 world_functions[N_WORLDS];
  vec_u32 destructors;
  vec_u32 path;
  bool *has_children; /* by thread */
};

enum { MOST_CONTEXTS = 24 };

/* Lets a context stand for X too. */
static void merge_context (struct context_finder *d, uint32_t number, const struct context *x)
{
  struct context *m = &d->c->v.v[number], old = *m;
  struct sets *sets = &d->terms->sets;
  m->held.any = sets_intersection (sets, m->held.any, x->held.any);
  m->held.exclusive = sets_intersection (sets, m->held.exclusive, x->held.exclusive);
  m->alive = sets_union (&d->t->sets, m->alive, x->alive);
  m->ended = sets_intersection (&d->t->sets, m->ended, x->ended);
  m->sent = sets_union (sets, m->sent, x->sent);
  d->c->merged++;
  if (m->held.any != old.held.any || m->held.exclusive != old.held.exclusive ||
      m->alive != old.alive || m->ended != old.ended || m->sent != old.sent)
    worklist_push (&d->list, number);
}

static void enter (struct context_finder *d, struct context x)
{
  enum { FEW_CONTEXTS = 3 };
  if (!d->matters[x.f])
    return;
  uint32_t key[] = {x.f,     x.thread, x.opaque, x.held.any, x.held.exclusive,
                    x.alive, x.ended,  x.sent};
  uint32_t before = tuples_count (&d->known), id = tuples_intern (&d->known, key, 8);
  if (id <= before)
    return;
  /* When there are several, what differs in signals only is one; when there are many, all are. */
  uint64_t place = map_pair (x.f, x.thread << 1 | x.opaque);
  uint32_t one = map_get (&d->merged, place, 0);
  uint32_t like = tuples_intern (&d->alike, key, 7);
  if (like > d->first_alike.n)
    vec_push (&d->first_alike, 0);
  uint32_t *alike = &d->first_alike.v[like - 1];
  if (one) {
    merge_context (d, one, &x);
    return;
  }
  if (*alike && d->count[x.f] >= FEW_CONTEXTS) {
    merge_context (d, *alike, &x);
    return;
  }
  vec_push (&d->c->v, x);
  if (!*alike)
    *alike = d->c->v.n - 1;
  if (d->count[x.f]++ >= MOST_CONTEXTS)
    map_set (&d->merged, place, d->c->v.n - 1);
  worklist_push (&d->list, d->c->v.n - 1);
}

/* Items */

static struct guards join_guards (struct terms *t, struct guards a, struct guards b)
{
  return (struct guards){sets_union (&t->sets, a.any, b.any),
                         sets_union (&t->sets, a.exclusive, b.exclusive)};
}

/* Who may be alive, and who has ended, when the item happens: along the calls that lead to it. */
static void find_moment (struct context_finder *d, const struct context *x, uint32_t item,
                         setid *alive, setid *ended)
{
  *alive = x->alive;
  *ended = x->ended;
  if (!d->t->relevant[x->f])
    return; /* neither it nor what it calls creates or joins */
  vec_clear (&d->path);
  item_path (d->s, item, &d->path);
  for (uint32_t k = 0; k < d->path.n; k++) {
    const struct item *i = &d->s->items.v[d->path.v[k]];
    if (i->at_start)
      continue; /* there the thread begins */
    *alive = threads_alive_at (d->t, *alive, i->function, i->record, i->held);
    *ended = threads_ended_at (d->t, *ended, i->function, i->record);
    if (i->kind == ITEM_ACCESS && !i->inner && writes_handle (d->s, &d->s->effects->v.v[i->effect]))
      /* The new thread may run before its handle is written. */
      *alive = sets_union (
          &d->t->sets, *alive,
          d->t->of_item.v[map_get (&d->t->fork_items, map_pair (i->function, i->record), 0)]);
  }
}

static void create (struct context_finder *d, uint32_t context, uint32_t item)
{
  const struct context x = d->c->v.v[context];
  setid alive, ended;
  find_moment (d, &x, item, &alive, &ended);
  for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[item]); set_next (&i);) {
    const struct thread *t = &d->t->v.v[i.x];
    if (t->item != item)
      continue; /* made concrete elsewhere */
    vec_push (&d->fork_events, (struct fork_event){i.x, x.thread, alive});
    const struct item *fork = &d->s->items.v[item];
    setid lent = terms_of_holds (d->terms, fork->function, fork->lent).exclusive;
    d->c->lent[i.x] =
        d->c->parent[i.x] ? sets_intersection (&d->terms->sets, d->c->lent[i.x], lent) : lent;
    d->c->creators[i.x] = sets_add (&d->t->sets, d->c->creators[i.x], x.thread);
    d->c->held_at_fork[i.x] =
        sets_union (&d->terms->sets, d->c->held_at_fork[i.x],
                    terms_of_holds (d->terms, fork->function, fork->held).exclusive);
    if (!d->c->parent[i.x]) {
      d->c->parent[i.x] = context;
      d->c->only_parent[i.x] = true;
    } else if (d->c->v.v[d->c->parent[i.x]].thread != x.thread) {
      d->c->many[i.x] = true; /* two threads create it, each its own */
      d->c->only_parent[i.x] = false;
    }
    if (sets_has (&d->t->sets, alive, i.x))
      d->c->many[i.x] = true;
    enter (d, (struct context){.f = t->start, .thread = i.x, .opaque = true});
  }
}

/* A call whose callee comes from a formal somewhere below. */
static void enter_deferred (struct context_finder *d, uint32_t context, uint32_t item)
{
  const struct context x = d->c->v.v[context];
  const struct item *i = &d->s->items.v[item];
  struct pointers *p = d->s->p;
  struct guards held = terms_without (d->terms, x.held, x.f, i->released);
  struct context to = {.thread = x.thread,
                       .from = context,
                       .record = i->at_start ? d->s->items.v[i->inner].record : i->record};
  to.held = join_guards (d->terms, held, terms_of_holds (d->terms, i->function, i->held));
  find_moment (d, &x, item, &to.alive, &to.ended);
  to.sent = sets_union (&d->terms->sets, x.sent, terms_sent (d->terms, i->function, i->released));
  if (i->brought) {
    to.f = function_of_expr (d->s, i->e[0]);
    enter (d, to);
    return;
  }
  to.opaque = true;
  bool any = false;
  setid set = expr_points (&d->s->x, i->function, i->e[0]);
  for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);) {
    const struct abstract_object *o = &p->objects.v.v[loc_object (&p->objects, k.x)];
    if (o->kind != OBJECT_FUNCTION)
      continue;
    any = true;
    to.f = o->a;
    enter (d, to);
  }
  while (i->inner)
    i = &d->s->items.v[i->inner];
  uint32_t first, end;
  calls_of_record (p, i->function, i->record, &first, &end);
  for (uint32_t k = first; !any && k < end; k++)
    if (p->calls.v[k].kind == CALL_NOW) {
      to.f = p->calls.v[k].callee;
      enter (d, to);
    }
}

static void items_of (const struct context_finder *d, const struct context *x, uint32_t *first,
                      uint32_t *end)
{
  const struct summary *m = &d->s->of[x->f];
  *first = m->first_item;
  *end = m->first_item + m->n_items;
}

static void note_item (struct context_finder *d, uint32_t context, uint32_t k)
{
  if (d->s->items.v[k].kind == ITEM_FORK)
    create (d, context, k);
  else if (d->s->items.v[k].kind == ITEM_CALL)
    enter_deferred (d, context, k);
}

/* The start of a thread whose items are known in terms of its creator. */
static const struct thread *started (const struct context_finder *d, const struct context *x)
{
  const struct thread *t = &d->t->v.v[x->thread];
  return !x->from && t->first_item && x->f == t->start ? t : NULL;
}

static void note_items (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct thread *t = started (d, &x);
  uint32_t first, end;
  items_of (d, &x, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct item *i = &d->s->items.v[k];
    if (!i->open || (x.opaque && !(t && i->kind == ITEM_CALL)))
      note_item (d, context, k);
  }
  for (uint32_t k = 0; t && k < t->n_items; k++)
    note_item (d, context, t->first_item + k);
}

static void note_event (struct context_finder *d, uint32_t context, uint32_t k)
{
  const struct context *x = &d->c->v.v[context];
  const struct item *i = &d->s->items.v[k];
  if (i->kind != ITEM_ACCESS && i->kind != ITEM_REUSE && i->kind != ITEM_SEND &&
      i->kind != ITEM_TAKE && i->kind != ITEM_INIT)
    return;
  struct occurrence e = {.item = k, .context = context};
  e.held = terms_without (d->terms, x->held, x->f, i->released);
  find_moment (d, x, k, &e.alive, &e.ended);
  if (i->kind == ITEM_REUSE) {
    /* It spans time since the earlier load: whoever ran at any time of the function counts. */
    e.alive = sets_union (&d->t->sets, e.alive, d->t->ever[i->function]);
    e.ended = d->t->ever[i->function] ? SETS_EMPTY : e.ended;
  }
  e.sent = sets_union (&d->terms->sets, x->sent, terms_sent (d->terms, i->function, i->released));
  vec_push (&d->c->occurrences, e);
}

static void note_events (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct thread *t = started (d, &x);
  uint32_t first, end;
  items_of (d, &x, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (!d->s->items.v[k].open || (x.opaque && !t))
      note_event (d, context, k);
  for (uint32_t k = 0; t && k < t->n_items; k++)
    note_event (d, context, t->first_item + k);
}

/* Calls */

/* What is called when the program ends, by the thread that ends it. */
static void enter_last (struct context_finder *d, thread_id thread, setid alive)
{
  const struct program *p = d->s->p->objects.program;
  for (thread_id i = 1; i < d->t->v.n; i++)
    if (d->t->v.v[i].kind == THREAD_LATER && !d->t->v.v[i].many)
      enter (d, (struct context){
                    .f = d->t->v.v[i].start, .thread = thread, .opaque = true, .alive = alive});
  for (uint32_t i = 0; i < d->destructors.n; i++)
    if (p->functions[d->destructors.v[i]].body)
      enter (d, (struct context){
                    .f = d->destructors.v[i], .thread = thread, .opaque = true, .alive = alive});
}

enum { MANY_TARGETS = 8 };

/* Whether all targets of a call through a pointer have been entered like this from another call
   with the same targets: tables of functions are called from many places. */
static bool is_entered (struct context_finder *d, funid f, const struct context *to, uint32_t first,
                        uint32_t end)
{
  const struct pointers *p = d->s->p;
  uint32_t *set = map_at (&d->target_sets, map_pair (f, to->record));
  if (!*set) {
    vec_u32 targets = {0};
    for (uint32_t i = first; i < end; i++)
      if (p->calls.v[i].kind == CALL_NOW)
        vec_push (&targets, p->calls.v[i].callee);
    setid made = sets_from (&d->terms->sets, targets.v, targets.n);
    vec_free (&targets);
    set = map_at (&d->target_sets, map_pair (f, to->record));
    *set = 1 + made;
  }
  uint32_t key[] = {*set,      to->thread, to->held.any, to->held.exclusive,
                    to->alive, to->ended,  to->sent};
  uint32_t before = tuples_count (&d->entered_sets);
  return tuples_intern (&d->entered_sets, key, sizeof key / sizeof key[0]) <= before;
}

static void enter_callees (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct summary *m = &d->s->of[x.f];
  const struct pointers *p = d->s->p;
  for (uint32_t k = p->first_call[x.f]; k < p->first_call[x.f + 1]; k++) {
    const struct model *model = p->models[p->calls.v[k].callee];
    if (model && model_has (model, EFFECT_EXIT))
      enter_last (d, x.thread,
                  threads_alive_at (d->t, x.alive, x.f, p->calls.v[k].record, SETS_EMPTY));
  }
  for (uint32_t k = 0; k < m->n_points; k++) {
    const struct call_point *at = &d->s->points.v[m->first_point + k];
    uint32_t first, end;
    calls_of_record (p, x.f, at->record, &first, &end);
    struct context to = {.thread = x.thread, .from = context, .record = at->record};
    bool computed = false;
    for (uint32_t i = first; i < end; i++) {
      const struct call_edge *c = &p->calls.v[i];
      if (c->kind != CALL_NOW || !d->matters[c->callee] || at->deferred)
        continue;
      if (!computed) {
        struct guards held = terms_without (d->terms, x.held, x.f, at->released);
        to.held = join_guards (d->terms, held, terms_of_holds (d->terms, x.f, at->held));
        to.alive = threads_alive_at (d->t, x.alive, x.f, at->record, at->held);
        to.ended = threads_ended_at (d->t, x.ended, x.f, at->record);
        to.sent = sets_union (&d->terms->sets, x.sent, terms_sent (d->terms, x.f, at->released));
        computed = true;
        if (end - first > MANY_TARGETS && is_entered (d, x.f, &to, first, end))
          break;
      }
      to.f = c->callee;
      to.opaque = !call_is_instantiated (d->s, c);
      enter (d, to);
    }
  }
}

/* Calls into a world lead to all its functions. */
static void enter_worlds (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct pointers *p = d->s->p;
  for (uint32_t k = d->first_world_call[x.f]; k < d->first_world_call[x.f + 1]; k++) {
    const struct world_call *w = &p->world_calls.v[d->world_calls[k]];
    const vec_u32 *l = &d->world_functions[w->world];
    setid alive = threads_alive_at (d->t, x.alive, x.f, w->record, SETS_EMPTY);
    uint32_t key[] = {w->world, x.thread, alive};
    uint32_t before = tuples_count (&d->entered_worlds);
    if (tuples_intern (&d->entered_worlds, key, 3) <= before)
      continue;
    for (uint32_t i = 0; i < l->n; i++)
      enter (d, (struct context){.f = l->v[i],
                                 .thread = x.thread,
                                 .opaque = true,
                                 .alive = alive,
                                 .from = context,
                                 .record = w->record});
  }
}

static void index_worlds (struct context_finder *d, struct arena *arena)
{
  const struct pointers *p = d->s->p;
  uint32_t n = p->objects.program->n_functions;
  uint32_t *from = ARENA_ARRAY (arena, p->world_calls.n, uint32_t);
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    from[i] = p->world_calls.v[i].caller;
  uint32_t *numbers = ARENA_ARRAY (arena, p->world_calls.n, uint32_t);
  d->first_world_call = ARENA_ARRAY (arena, n + 2, uint32_t);
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    d->first_world_call[from[i] + 1]++;
  for (funid f = 1; f <= n + 1; f++)
    d->first_world_call[f] += d->first_world_call[f - 1];
  uint32_t *next = ARENA_ARRAY (arena, n + 2, uint32_t);
  memcpy (next, d->first_world_call, (n + 2) * sizeof *next);
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    numbers[next[from[i]]++] = i;
  d->world_calls = numbers;
  for (uint32_t w = 0; w < N_WORLDS; w++)
    for (funid f = 1; f <= n; f++)
      if (d->matters[f] && called_from_world (p, w, f))
        vec_push (&d->world_functions[w], f);
}

/* Which functions lead to anything at all. */
static void find_matters (struct context_finder *d)
{
  const struct summaries *s = d->s;
  const struct pointers *p = s->p;
  uint32_t n = p->objects.program->n_functions;
  vec_u32 from = {0}, to = {0};
  struct worklist list = {0};
  struct arena arena = {0};
  for (uint32_t i = 1; i < s->items.n; i++)
    worklist_push (&list, s->items.v[i].function);
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind == CALL_NOW) {
      const struct model *m = p->models[p->calls.v[i].callee];
      if (m && model_has (m, EFFECT_EXIT))
        worklist_push (&list, p->calls.v[i].caller);
      vec_push (&from, p->calls.v[i].callee);
      vec_push (&to, p->calls.v[i].caller);
    }
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    worklist_push (&list, p->world_calls.v[i].caller);
  struct csr callers = csr_from_edges (&arena, n + 1, from.v, to.v, to.n);
  for (uint32_t f; worklist_pop (&list, &f);) {
    if (d->matters[f])
      continue;
    d->matters[f] = true;
    for (uint32_t k = callers.first[f]; k < callers.first[f + 1]; k++)
      worklist_push (&list, callers.targets[k]);
  }
  vec_free (&from);
  vec_free (&to);
  worklist_free (&list);
  arena_free (&arena);
}

/* Who runs beside whom */

static void find_descendants (struct context_finder *d)
{
  uint32_t n = d->t->v.n;
  d->c->descendants = xcalloc (n, sizeof *d->c->descendants);
  for (thread_id i = 1; i < n; i++)
    bitset_add (&d->c->descendants[i], i);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < d->fork_events.n; k++)
      changed |= bitset_unite (&d->c->descendants[d->fork_events.v[k].by],
                               &d->c->descendants[d->fork_events.v[k].thread]);
  }
  /* Several of a thread have several of each child. */
  for (thread_id i = 1; i < n; i++)
    for (uint64_t k = bitset_next (&d->c->descendants[i], 1); k != BITSET_END;
         k = bitset_next (&d->c->descendants[i], k + 1))
      if (d->c->many[i])
        d->c->many[k] = true;
}

static void pair_up (struct context_finder *d, thread_id a, thread_id b)
{
  struct contexts *c = d->c;
  if (!d->has_children[a] && !d->has_children[b]) {
    bitset_add (&c->beside[a], b);
    bitset_add (&c->beside[b], a);
    return;
  }
  for (uint64_t k = bitset_next (&c->descendants[a], 1); k != BITSET_END;
       k = bitset_next (&c->descendants[a], k + 1))
    bitset_unite (&c->beside[k], &c->descendants[b]);
  for (uint64_t k = bitset_next (&c->descendants[b], 1); k != BITSET_END;
       k = bitset_next (&c->descendants[b], k + 1))
    bitset_unite (&c->beside[k], &c->descendants[a]);
}

static void find_beside (struct context_finder *d)
{
  struct contexts *c = d->c;
  uint32_t n = d->t->v.n;
  struct map done = {0};
  c->beside = xcalloc (n, sizeof *c->beside);
  d->has_children = xcalloc (n, sizeof *d->has_children);
  for (uint32_t k = 0; k < d->fork_events.n; k++)
    d->has_children[d->fork_events.v[k].by] = true;
  for (uint32_t k = 0; k < d->fork_events.n; k++) {
    const struct fork_event *e = &d->fork_events.v[k];
    for (struct set_iter i = sets_each (&d->t->sets, e->alive); set_next (&i);)
      if (map_add (&done, map_pair (e->thread, i.x), 1))
        pair_up (d, e->thread, i.x);
    if (c->many[e->by] && map_add (&done, map_pair (e->thread, e->by), 1))
      pair_up (d, e->thread, e->by); /* another instance of the creator */
  }
  for (thread_id i = 1; i < n; i++)
    if (bitset_has (&c->beside[i], i))
      c->many[i] = true;
  /* What is called from outside runs beside everything. */
  for (thread_id i = 1; i < n; i++)
    for (thread_id k = 1; d->t->v.v[i].kind == THREAD_ENTRY && k < n; k++) {
      bitset_add (&c->beside[i], k);
      bitset_add (&c->beside[k], i);
    }
  map_free (&done);
  free (d->has_children);
}

static bool is_alone (const struct threads *t, thread_id i, setid alive)
{
  return t->v.v[i].kind == THREAD_MAIN && !alive;
}

bool contexts_parallel (const struct contexts *c, struct moment a, struct moment b)
{
  const struct threads *t = c->t;
  if (a.thread == b.thread)
    return c->many[a.thread];
  if ((!c->many[b.thread] && sets_has (&t->sets, a.ended, b.thread)) ||
      (!c->many[a.thread] && sets_has (&t->sets, b.ended, a.thread)))
    return false;
  if (bitset_has (&c->beside[a.thread], b.thread))
    return true;
  uint8_t kind_a = t->v.v[a.thread].kind, kind_b = t->v.v[b.thread].kind;
  /* A handler runs in some other thread, if there is one. */
  if (kind_a == THREAD_SIGNAL || kind_b == THREAD_SIGNAL)
    return !is_alone (t, a.thread, a.alive) && !is_alone (t, b.thread, b.alive);
  if (kind_a == THREAD_LATER || kind_b == THREAD_LATER)
    return kind_a != THREAD_MAIN && kind_b != THREAD_MAIN;
  for (struct set_iter i = sets_each (&t->sets, a.alive); set_next (&i);)
    if (bitset_has (&c->descendants[i.x], b.thread))
      return true;
  for (struct set_iter i = sets_each (&t->sets, b.alive); set_next (&i);)
    if (bitset_has (&c->descendants[i.x], a.thread))
      return true;
  return false;
}

static int by_priority (const void *a, const void *b, void *program)
{
  const struct program *p = program;
  uint64_t x = p->functions[*(const funid *)a].body->r.priority;
  uint64_t y = p->functions[*(const funid *)b].body->r.priority;
  return x < y ? -1 : x > y;
}

/* Functions that run in main's thread before it; what each leaves running is there when the next
   one starts.  Those of equal priority: in any order. */
static setid enter_constructors (struct context_finder *d, thread_id thread)
{
  const struct program *p = d->s->p->objects.program;
  vec_u32 constructors = {0};
  setid left = SETS_EMPTY;
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct function *b = p->functions[f].body;
    if (b && b->r.flags & FF_DESTRUCTOR)
      vec_push (&d->destructors, f);
    if (b && b->r.flags & FF_CONSTRUCTOR)
      vec_push (&constructors, f);
  }
  if (constructors.n)
    qsort_r (constructors.v, constructors.n, sizeof *constructors.v, by_priority, (void *)p);
  for (uint32_t i = 0, end; i < constructors.n; i = end) {
    setid before = left;
    for (end = i;
         end < constructors.n && !by_priority (&constructors.v[i], &constructors.v[end], (void *)p);
         end++)
      left = sets_union (&d->t->sets, left, d->t->at_exit[constructors.v[end]].born);
    for (uint32_t k = i; k < end; k++)
      enter (d, (struct context){.f = constructors.v[k],
                                 .thread = thread,
                                 .opaque = true,
                                 .alive = end - i > 1 ? left : before});
  }
  vec_free (&constructors);
  return left;
}

static void enter_thread (struct context_finder *d, thread_id i)
{
  const struct thread *t = &d->t->v.v[i];
  if (t->kind == THREAD_CREATED || (t->kind == THREAD_LATER && !t->many))
    return;
  const struct program *p = d->s->p->objects.program;
  for (uint32_t k = 0; t->kind == THREAD_ENTRY && k < p->n_entries; k++)
    enter (d, (struct context){.f = p->entries[k], .thread = i, .opaque = true});
  setid alive = t->kind == THREAD_MAIN ? enter_constructors (d, i) : SETS_EMPTY;
  enter (d, (struct context){.f = t->start, .thread = i, .opaque = true, .alive = alive});
  if (t->kind == THREAD_MAIN)
    enter_last (d, i,
                sets_union (&d->t->sets, d->t->at_exit[t->start].born,
                            sets_difference (&d->t->sets, alive, d->t->at_exit[t->start].joined)));
}

void contexts_find (struct contexts *c, struct threads *t, struct terms *terms)
{
  uint32_t n = t->s->p->objects.program->n_functions, x;
  struct context_finder d = {.c = c, .t = t, .s = t->s, .terms = terms};
  struct arena arena = {0};
  *c = (struct contexts){.t = t, .terms = terms};
  vec_push (&c->v, (struct context){0});
  c->many = xcalloc (t->v.n, sizeof *c->many);
  c->parent = xcalloc (t->v.n, sizeof *c->parent);
  c->only_parent = xcalloc (t->v.n, sizeof *c->only_parent);
  c->lent = xcalloc (t->v.n, sizeof *c->lent);
  c->creators = xcalloc (t->v.n, sizeof *c->creators);
  c->held_at_fork = xcalloc (t->v.n, sizeof *c->held_at_fork);
  d.count = ARENA_ARRAY (&arena, n + 1, uint32_t);
  d.matters = ARENA_ARRAY (&arena, n + 1, bool);
  find_matters (&d);
  index_worlds (&d, &arena);
  for (thread_id i = 1; i < t->v.n; i++) {
    c->many[i] = t->v.v[i].many;
    enter_thread (&d, i);
  }
  while (worklist_pop (&d.list, &x)) {
    note_items (&d, x);
    enter_callees (&d, x);
    enter_worlds (&d, x);
  }
  find_descendants (&d);
  find_beside (&d);
  for (x = 1; x < c->v.n; x++)
    note_events (&d, x);
  tuples_free (&d.known);
  tuples_free (&d.alike);
  tuples_free (&d.entered_worlds);
  tuples_free (&d.entered_sets);
  map_free (&d.target_sets);
  vec_free (&d.first_alike);
  map_free (&d.merged);
  worklist_free (&d.list);
  vec_free (&d.fork_events);
  vec_free (&d.destructors);
  vec_free (&d.path);
  for (int w = 0; w < N_WORLDS; w++)
    vec_free (&d.world_functions[w]);
  arena_free (&arena);
}

void contexts_free (struct contexts *c)
{
  for (thread_id i = 0; i < c->t->v.n; i++) {
    bitset_free (&c->descendants[i]);
    bitset_free (&c->beside[i]);
  }
  free (c->descendants);
  free (c->beside);
  free (c->many);
  free (c->parent);
  free (c->only_parent);
  free (c->lent);
  free (c->creators);
  free (c->held_at_fork);
  vec_free (&c->v);
  vec_free (&c->occurrences);
}
