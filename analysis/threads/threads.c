/* Threads: made from the items of the summaries, and what is asked about them. */

#include "nested.h"
#include "masks.h"
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
  d->t->v.v[*thread].child = c->kind == CALL_CHILD;
}

/* What an open call of a function, an item, is of if no caller tells. */
static void add_targets (struct thread_finder *d, const struct item *i, struct worklist *list)
{
  const struct pointers *p = d->s->p;
  const struct item *call = item_core (d->s, i);
  setid set = i->e[0] ? expr_points (&d->s->x, i->function, i->e[0]) : SETS_EMPTY;
  struct bitset named = {0};
  bool any = false;
  for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);) {
    const struct abstract_object *o = &p->objects.v.v[loc_object (&p->objects, k.x)];
    if (o->kind != OBJECT_FUNCTION || !call_may_be_of (p, call->function, call->record, o->a))
      continue;
    any = true;
    bitset_add (&named, o->a);
  }
  uint32_t first, end;
  calls_of_record (p, call->function, call->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = p->calls.v[k].callee;
    if (p->calls.v[k].kind != CALL_NOW || !callee || (any && !bitset_has (&named, callee)) ||
        d->unresolved[callee])
      continue;
    d->unresolved[callee] = true;
    d->t->opaque[callee] = true;
    worklist_push (list, callee);
  }
  bitset_free (&named);
}

/* Calls through pointers that no caller resolves: they are in functions that are entered in some
   other way, or callers cannot bring what is called. */
static void find_unresolved (struct thread_finder *d)
{
  const struct summaries *s = d->s;
  struct worklist list = {0};
  d->unresolved = ARENA_ARRAY (&d->arena, d->program->n_functions + 1, bool);
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (s->of[f].known)
      worklist_push (&list, f);
  for (funid f; worklist_pop (&list, &f);)
    for (uint32_t k = s->of[f].first_item; k < s->of[f].first_item + s->of[f].n_items; k++) {
      const struct item *i = &s->items.v[k];
      if (i->kind == ITEM_CALL && !i->brought && (!i->open || d->t->opaque[f]))
        add_targets (d, i, &list);
    }
  worklist_free (&list);
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
    if (c->kind == CALL_SIGNAL || c->kind == CALL_LATER || c->kind == CALL_CHILD)
      add_called (d, c, &known);
  }
  map_free (&known);
  const struct summaries *s = d->s;
  for (uint32_t i = 0; i < s->forks.n; i++)
    if (s->items.v[s->forks.v[i]].kind == ITEM_FORK && !s->items.v[s->forks.v[i]].open)
      add_created (d, s->forks.v[i]);
  find_opaque (d);
  find_unresolved (d);
  for (uint32_t i = 0; i < s->forks.n; i++) {
    const struct item *fork = &s->items.v[s->forks.v[i]];
    if (fork->kind == ITEM_FORK && fork->open && d->t->opaque[fork->function])
      add_created (d, s->forks.v[i]);
  }
  masks_find (d->t);
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
    if (t->v.v[i].kind == THREAD_CREATED && !t->v.v[i].many && !fork->again && !fork->repeats &&
        map_get (&first, t->v.v[i].start, 0) == i)
      only[n++] = (struct call_edge){.kind = CALL_FORK,
                                     .caller = fork->function,
                                     .record = fork->record,
                                     .callee = t->v.v[i].start};
  }
  once_know_creators (&d->terms->once, only, n);
  map_free (&first);
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
  installs_find (t, &terms->once);
  terms->has_teams = nested_find (t, &terms->apart) && proves_by (s->p, PROOF_TEAM);
  threads_find_start_items (&d);
  threads_find_joins (&d);
  threads_find_lists (&d);
  threads_find_running (&d);
  threads_find_relevant (&d);
  threads_find_opened (&d);
  d.registers = ARENA_ARRAY (&d.arena, p->n_functions + 1, bool);
  d.enters_registered = ARENA_ARRAY (&d.arena, p->n_functions + 1, bool);
  for (funid f = 1; f <= p->n_functions; f++) /* whoever runs beside main, or because of that */
    d.enters_registered[f] = t->opaque[f] && f != p->main;
  threads_find_alive (&d);
  terms->at_exit = t->at_exit;
  threads_drop_shared_numbers (&d);
  bitset_free (&d.handles);
  bitset_free (&d.in_lists);
  bitset_free (&d.dirty);
  bitset_free (&d.selves);
  vec_free (&d.self_stores);
  vec_free (&d.gates);
  vec_free (&d.gates_by_edge);
  map_free (&d.by_handle);
  map_free (&d.in_handle);
  map_free (&d.by_name);
  map_free (&d.counts);
  vec_free (&d.writers);
  map_free (&d.counted_behind);
  tuples_free (&d.shapes);
  map_free (&d.known_at);
  map_free (&d.in_variable);
  map_free (&d.by_address);
  map_free (&d.first_of_start);
  vec_free (&d.noted);
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
  installs_free (&t->installs);
  map_free (&t->fork_items);
  map_free (&t->together);
  bitset_free (&t->fans);
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
  setid begun = sets_union (&t->sets, now.born, installs_at (t, f, record));
  return (struct threads_change){clears, now.joined, born, begun, now.joined};
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
         !threads_outlive_call (t, i, f);
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
               is_called_singly (t->s, f) && !threads_outlive_call (t, a, f) &&
               !threads_outlive_call (t, b, f);
      }
  return false;
}

setid threads_ended_at (struct threads *t, setid ended, funid f, uint32_t record)
{
  uint32_t at = point_at (t, f, record);
  ended = sets_difference (&t->sets, ended, installs_at (t, f, record));
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
      /* In a loop only one of those that it joins has ended. */
      join = found && !s->items.v[found].loops_here ? found : 0;
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
