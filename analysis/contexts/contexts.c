/* Contexts: a worklist of functions in contexts, starting with the threads.  Creations met on the
   way tell who creates whom and who is alive then. */

#include "contexts-internal.h"
#include "scc.h"
#include "signals.h"

/* Which functions lead to anything at all. */
static void find_matters (struct context_finder *d)
{
  const struct summaries *s = d->s;
  const struct pointers *p = s->p;
  uint32_t n = p->objects.program->n_functions;
  vec_u32 from = {0}, to = {0};
  struct worklist list = {0};
  struct arena arena = {0};
  for (funid f = 1; f <= n; f++)
    if (s->of[f].n_items)
      worklist_push (&list, f);
  for (uint32_t i = vec_last (&s->made).items; i < s->items.n; i++) /* what threads begin with */
    worklist_push (&list, s->items.v[i].function);
  for (uint32_t i = 1; i < s->operations.n; i++)
    worklist_push (&list, s->operations.v[i].function);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct model *m = p->models[p->calls.v[i].callee];
    bool exits = m && model_has (m, EFFECT_EXIT), now = p->calls.v[i].kind == CALL_NOW;
    d->exits[p->calls.v[i].caller] |= exits;
    if (exits && now)
      worklist_push (&list, p->calls.v[i].caller);
    if (now) {
      vec_push (&from, p->calls.v[i].callee);
      vec_push (&to, p->calls.v[i].caller);
    }
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

static int by_priority (const void *a, const void *b, void *program)
{
  const struct program *p = program;
  uint64_t x = p->functions[*(const funid *)a].body->r.priority;
  uint64_t y = p->functions[*(const funid *)b].body->r.priority;
  return x < y ? -1 : x > y;
}

/* Functions that run in main's thread before it; what each leaves running is there when the next
   one starts.  Those of equal priority: in any order. */
static setid enter_constructors (struct context_finder *d, setid threads, setid *sent)
{
  const struct program *p = d->s->p->objects.program;
  vec_u32 constructors = {0};
  setid left = SETS_EMPTY;
  for (funid f = 1; f <= p->n_functions; f++) {
    if (runs_by_itself (p, f) & RUNS_LAST)
      vec_push (&d->destructors, f);
    if (runs_by_itself (p, f) & RUNS_FIRST) {
      vec_push (&constructors, f);
      *sent = sets_union (&d->terms->sets, *sent, terms_sent (d->terms, f, sends_of (d->s, f)));
    }
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
      enter_first (d, (struct context){.f = constructors.v[k],
                                       .threads = threads,
                                       .opaque = true,
                                       .sent = *sent,
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
  struct context x = {.threads = sets_single (&d->t->sets, i), .opaque = true};
  for (uint32_t k = 0; t->kind == THREAD_ENTRY && k < p->n_entries; k++) {
    x.f = p->entries[k];
    enter_first (d, x);
  }
  setid alive = t->kind == THREAD_MAIN ? enter_constructors (d, x.threads, &x.sent) : SETS_EMPTY;
  x.f = t->start;
  x.alive = alive;
  x.ended = installs_missing (d->t, i);
  enter_first (d, x);
  if (t->kind == THREAD_MAIN)
    enter_last (d, x.threads,
                sets_union (&d->t->sets, d->t->at_exit[t->start].born,
                            sets_difference (&d->t->sets, alive, d->t->at_exit[t->start].joined)));
}

/* Tasks of tasks that somebody has created who has claimed it. */
static void find_roots (struct contexts *c)
{
  enum { DEEPEST = 8 };
  const struct threads *t = c->t;
  c->roots = xcalloc (t->v.n, sizeof *c->roots);
  memcpy (c->roots, c->claims, t->v.n * sizeof *c->roots);
  bool changed = true;
  for (int round = 0; changed && round < DEEPEST; round++) {
    changed = false;
    for (thread_id i = 1; i < t->v.n; i++) {
      setid all = SETS_EMPTY;
      bool first = true;
      if (c->roots[i] || !t->s->items.v[t->v.v[i].item].task)
        continue;
      for (struct set_iter k = sets_each (&t->sets, c->creators[i]); set_next (&k); first = false)
        all = first ? c->roots[k.x] : sets_intersection (&c->terms->sets, all, c->roots[k.x]);
      c->roots[i] = all;
      changed |= all != SETS_EMPTY;
    }
  }
}

static void find_contexts (struct contexts *c, struct threads *t, struct terms *terms,
                           bool interrupts)
{
  uint32_t n = t->s->p->objects.program->n_functions, x;
  struct context_finder d = {.c = c, .t = t, .s = t->s, .terms = terms};
  struct arena arena = {0};
  *c = (struct contexts){.t = t, .terms = terms, .interrupts = interrupts};
  for (thread_id i = 1; interrupts && i < t->v.n; i++)
    terms->interrupted |= t->v.v[i].kind == THREAD_SIGNAL;
  phases_init (&c->phases, t->s, &terms->sets);
  vec_push (&c->v, (struct context){0});
  c->many = xcalloc (t->v.n, sizeof *c->many);
  c->creator = xcalloc (t->v.n, sizeof *c->creator);
  c->creators = xcalloc (t->v.n, sizeof *c->creators);
  c->lent = xcalloc (t->v.n, sizeof *c->lent);
  c->held_at_fork = xcalloc (t->v.n, sizeof *c->held_at_fork);
  c->claims = xcalloc (t->v.n, sizeof *c->claims);
  c->concerns = xcalloc (t->s->items.n, sizeof *c->concerns);
  c->concerned = XCNEW (struct map);
  d.two_creators = ARENA_ARRAY (&arena, t->v.n, bool);
  vec_push (&d.arrivals, (struct arrival){0});
  d.count = ARENA_ARRAY (&arena, n + 1, uint32_t);
  d.matters = ARENA_ARRAY (&arena, n + 1, bool);
  d.exits = ARENA_ARRAY (&arena, n + 1, bool);
  d.changes = ARENA_ARRAY (&arena, t->s->items.n, struct item_change);
  init_agenda (&d, &arena);
  find_matters (&d);
  index_worlds (&d, &arena);
  find_alone (&d, &arena);
  find_item_facts (&d, &arena);
  find_edges (&d, &arena);
  find_failures (&d, &arena);
  find_steered (&d, &arena);
  modes_find (&d.modes, terms, t);
  find_handed (&d, &arena);
  index_last (&d);
  for (thread_id i = 1; i < t->v.n; i++) {
    c->many[i] = t->v.v[i].many;
    enter_thread (&d, i);
  }
  do
    while (next_on_agenda (&d, &x)) {
      admit (&d, x);
      note_items (&d, x);
      enter_callees (&d, x);
      enter_worlds (&d, x);
      bitset_add (&d.told, x);
    }
  while (enter_left (&d));
  for (x = 1; x < c->v.n; x++)
    note_creations (&d, x);
  for (thread_id i = 1; i < t->v.n; i++) /* two threads create it, each its own */
    c->many[i] |= d.two_creators[i] && !c->claims[i];
  find_roots (c);
  find_beside (c);
  for (x = 1; x < c->v.n; x++)
    note_events (&d, x);
  modes_free (&d.modes);
  tuples_free (&d.known);
  tuples_free (&d.alike);
  tuples_free (&d.same);
  tuples_free (&d.entered_worlds);
  tuples_free (&d.entered_sets);
  map_free (&d.target_sets);
  map_free (&d.deferred_sets);
  bitset_free (&d.skipped);
  vec_free (&d.first_alike);
  map_free (&d.merged);
  map_free (&d.stands);
  vec_free (&d.number);
  ranklist_free (&d.agenda.lines);
  vec_free (&d.agenda.next);
  vec_free (&d.arrived);
  vec_free (&d.arrivals);
  bitset_free (&d.told);
  vec_free (&d.left);
  vec_free (&d.entered_as);
  bitset_free (&d.gathered);
  vec_free (&d.elements);
  vec_free (&d.destructors);
  vec_free (&d.later);
  tuples_free (&d.ends);
  vec_free (&d.path);
  for (int w = 0; w < N_WORLDS; w++)
    vec_free (&d.world_functions[w]);
  arena_free (&arena);
}

/* Whether anybody waits for one: that others are sent tells nothing then. */
static bool any_signals (const struct exprs *x)
{
  for (expr_id e = 1; e < x->v.n; e++)
    if (x->v.v[e].op == X_SIGNAL && !signal_is_sent (x->v.v[e].code) &&
        x->v.v[e].code != SIGNAL_DROPPED)
      return true;
  return false;
}

void contexts_find (struct contexts *c, struct threads *t, struct terms *terms, bool interrupts)
{
  terms->no_signals = any_signals (&t->s->x);
  if (terms->no_signals) {
    find_contexts (c, t, terms, interrupts);
    signals_find_useful (c, &terms->useful);
    contexts_free (c);
    terms->no_signals = false;
    terms_forget (terms);
  }
  find_contexts (c, t, terms, interrupts);
}

void contexts_free (struct contexts *c)
{
  free (c->descendants);
  free (c->own);
  free (c->met);
  map_free (&c->with_descendants);
  free (c->many);
  free (c->creator);
  free (c->creators);
  free (c->lent);
  free (c->held_at_fork);
  free (c->claims);
  free (c->roots);
  phases_free (&c->phases);
  free (c->concerns);
  if (c->concerned)
    map_free (c->concerned);
  free (c->concerned);
  tuples_free (&c->chosen);
  vec_free (&c->v);
  vec_free (&c->ways);
  vec_free (&c->forks);
  vec_free (&c->occurrences);
  vec_free (&c->events);
  vec_free (&c->others);
}