/* Installs: which signal handlers may have been installed at a point.

     columns = width ();              before the handler writes it: nobody has installed it yet
     signal (SIGWINCH, on_winch);

   Before that no thread runs it.  Handlers are looked at like threads that begin when they are
   installed, or when a thread is created that may install them, or one that may create such a
   thread: from then on they may run for ever.  Those that code which nobody sees may install are
   always there. */

#include "flow.h"
#include "threads.h"
#include "worklist.h"

/* The handlers that are there when an edge of the call graph has been passed. */
static setid installed_by (struct threads *t, const struct call_edge *c)
{
  struct installs *i = &t->installs;
  if (c->kind == CALL_NOW)
    return i->returned[c->callee];
  thread_id handler = c->kind == CALL_SIGNAL ? map_get (&i->handler_of, c->callee, 0) : 0;
  return handler ? sets_add (&t->sets, i->ever[c->callee], handler) : i->ever[c->callee];
}

static setid installed_in (struct threads *t, funid f, uint32_t first, uint32_t end)
{
  const struct pointers *p = t->s->p;
  setid all = SETS_EMPTY;
  for (uint32_t r = first; r < end; r++) {
    uint32_t k, last;
    for (calls_of_record (p, f, r, &k, &last); k < last; k++)
      all = sets_union (&t->sets, all, installed_by (t, &p->calls.v[k]));
  }
  return all;
}

/* Does it with each function, callees and the starts of threads first, as RANK has them, and again
   with the callers of those that it has changed. */
static void until_settled (struct threads *t, const struct csr *callers, const uint32_t *rank,
                           bool (*change) (struct threads *, funid))
{
  uint32_t n = t->s->p->objects.program->n_functions + 1;
  struct ranklist list;
  ranklist_init (&list, rank, n);
  for (funid f = 1; f < n; f++)
    ranklist_push (&list, f);
  for (funid f; ranklist_pop (&list, &f);)
    for (uint32_t k = change (t, f) ? callers->first[f] : callers->first[f + 1];
         k < callers->first[f + 1]; k++)
      ranklist_push (&list, callers->targets[k]);
  ranklist_free (&list);
}

static struct csr callers_of (const struct pointers *p, struct arena *arena)
{
  uint32_t *from = ARENA_ARRAY (arena, p->calls.n, uint32_t);
  uint32_t *to = ARENA_ARRAY (arena, p->calls.n, uint32_t);
  for (uint32_t k = 0; k < p->calls.n; k++) {
    from[k] = p->calls.v[k].callee;
    to[k] = p->calls.v[k].caller;
  }
  return csr_from_edges (arena, p->objects.program->n_functions + 1, from, to, p->calls.n);
}

/* All that a function, and what it calls or starts, may install. */
static bool find_ever (struct threads *t, funid f)
{
  const struct pointers *p = t->s->p;
  struct installs *i = &t->installs;
  setid all = i->ever[f];
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[k];
    thread_id handler = c->kind == CALL_SIGNAL ? map_get (&i->handler_of, c->callee, 0) : 0;
    all = sets_union (&t->sets, all, i->ever[c->callee]);
    all = handler ? sets_add (&t->sets, all, handler) : all;
  }
  bool changed = all != i->ever[f];
  i->ever[f] = all;
  return changed;
}

/* What may be installed at the end of a block if control leaves it by an edge of that kind: a jump
   out of a call may come from anywhere in it. */
static setid left_by_edge (struct threads *t, funid f, const struct block *b, uint8_t kind,
                           setid in)
{
  const struct pointers *p = t->s->p;
  setid out = sets_union (&t->sets, in, installed_in (t, f, b->first, b->end));
  for (uint32_t r = b->first; kind >= EK_ABNORMAL && r < b->end; r++) {
    uint32_t k, last;
    for (calls_of_record (p, f, r, &k, &last); k < last; k++)
      out = sets_union (&t->sets, out, t->installs.ever[p->calls.v[k].callee]);
  }
  return out;
}

/* Finds what may be installed at the beginning of each block, and when the function returns;
   whether the latter has changed. */
static bool walk (struct threads *t, funid f)
{
  const struct function *b = t->s->p->objects.program->functions[f].body;
  setid *in = t->installs.in[f], returned = SETS_EMPTY;
  if (!in)
    return false;
  bool *seen = xcalloc (b->n_blocks, sizeof *seen);
  struct worklist list = {0};
  worklist_push (&list, 0);
  seen[0] = true;
  for (uint32_t at; worklist_pop (&list, &at);) {
    const struct block *block = &b->blocks[at];
    for (uint32_t k = 0; k < block->n_edges; k++) {
      uint32_t to = block->edges[k].target;
      setid out = left_by_edge (t, f, block, block->edges[k].kind, in[at]);
      setid all = sets_union (&t->sets, in[to], out);
      if (seen[to] && all == in[to])
        continue;
      seen[to] = true;
      in[to] = all;
      worklist_push (&list, to);
    }
    if (block->end > block->first && b->records[block->end - 1]->kind == REC_return)
      returned = sets_union (&t->sets, returned, left_by_edge (t, f, block, 0, in[at]));
  }
  worklist_free (&list);
  free (seen);
  bool changed = returned != t->installs.returned[f];
  t->installs.returned[f] = returned;
  return changed;
}

/* Marks what a function may lead to in its thread. */
static void reach (const struct pointers *p, funid f, struct bitset *reached)
{
  vec_u32 todo = {0};
  if (bitset_add (reached, f))
    vec_push (&todo, f);
  while (todo.n) {
    f = vec_pop (&todo);
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
      if (p->calls.v[k].kind == CALL_NOW && bitset_add (reached, p->calls.v[k].callee))
        vec_push (&todo, p->calls.v[k].callee);
  }
  vec_free (&todo);
}

/* The handlers that nobody installs but main, which is ONE, or those it leads to. */
static setid left_to_main (struct threads *t, thread_id one)
{
  const struct pointers *p = t->s->p;
  const struct program *program = p->objects.program;
  struct bitset reached = {0};
  setid others = SETS_EMPTY;
  for (thread_id i = 1; i < t->v.n; i++)
    if (i != one && t->v.v[i].kind != THREAD_CREATED)
      reach (p, t->v.v[i].start, &reached);
  for (funid f = 1; f <= program->n_functions; f++)
    if (runs_by_itself (program, f) || called_from_world (p, WORLD_OUTSIDE, f) ||
        called_from_world (p, WORLD_POOL, f))
      reach (p, f, &reached);
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].kind == CALL_SIGNAL && bitset_has (&reached, p->calls.v[k].caller))
      others =
          sets_add (&t->sets, others, map_get (&t->installs.handler_of, p->calls.v[k].callee, 0));
  bitset_free (&reached);
  return sets_difference (&t->sets, t->installs.all, others);
}

/* Who may lead to a function in his thread: nobody, the thread of that number, or others, too. */
enum { ANY_NUMBER = UINT32_MAX };

static uint32_t joined_numbers (uint32_t a, uint32_t b)
{
  return !a || a == b ? b : !b ? a : ANY_NUMBER;
}

/* By function. */
static uint32_t *find_numbers (struct threads *t)
{
  const struct pointers *p = t->s->p;
  const struct program *program = p->objects.program;
  uint32_t *number = xcalloc (program->n_functions + 1, sizeof *number);
  struct worklist list = {0};
  for (thread_id i = 1; i < t->v.n; i++) {
    number[t->v.v[i].start] = joined_numbers (number[t->v.v[i].start], i);
    worklist_push (&list, t->v.v[i].start);
  }
  for (funid f = 1; f <= program->n_functions; f++)
    if (runs_by_itself (program, f) || called_from_world (p, WORLD_OUTSIDE, f) ||
        called_from_world (p, WORLD_POOL, f)) {
      number[f] = ANY_NUMBER;
      worklist_push (&list, f);
    }
  for (funid f; worklist_pop (&list, &f);)
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
      funid callee = p->calls.v[k].callee;
      uint32_t all = joined_numbers (number[callee], number[f]);
      if (p->calls.v[k].kind != CALL_NOW || all == number[callee])
        continue;
      number[callee] = all;
      worklist_push (&list, callee);
    }
  worklist_free (&list);
  return number;
}

/* Finds, for each thread, the handlers that nobody else installs: OF_ONE; returns those that nobody
   installs at all. */
static setid find_left (struct threads *t, struct map *of_one)
{
  const struct pointers *p = t->s->p;
  uint32_t *number = find_numbers (t);
  struct map by = {0}; /* handler: who installs it */
  setid of_none = SETS_EMPTY;
  for (uint32_t k = 0; k < p->calls.n; k++) {
    uint32_t handler = p->calls.v[k].kind == CALL_SIGNAL
                           ? map_get (&t->installs.handler_of, p->calls.v[k].callee, 0)
                           : 0;
    if (!handler)
      continue;
    uint32_t *all = map_at (&by, handler);
    *all = joined_numbers (*all, number[p->calls.v[k].caller]);
  }
  for (struct set_iter i = sets_each (&t->sets, t->installs.all); set_next (&i);) {
    uint32_t one = map_get (&by, i.x, 0);
    setid *set = one ? map_at (of_one, one) : &of_none;
    *set = sets_add (&t->sets, *set, i.x);
  }
  map_free (&by);
  free (number);
  return of_none;
}

void installs_find (struct threads *t, struct once *once)
{
  const struct program *program = t->s->p->objects.program;
  struct installs *i = &t->installs;
  uint32_t n = program->n_functions + 1;
  i->ever = ARENA_ARRAY (&i->arena, n, setid);
  i->returned = ARENA_ARRAY (&i->arena, n, setid);
  i->in = ARENA_ARRAY (&i->arena, n, setid *);
  i->from = ARENA_ARRAY (&i->arena, n, struct installed_from *);
  i->n_from = ARENA_ARRAY (&i->arena, n, uint32_t);
  vec_u32 handlers = {0};
  for (thread_id k = 1; k < t->v.n; k++)
    if (t->v.v[k].kind == THREAD_SIGNAL) {
      map_set (&i->handler_of, t->v.v[k].start, k);
      vec_push (&handlers, k);
    }
  i->all = sets_from (&t->sets, handlers.v, handlers.n);
  vec_free (&handlers);
  if (!i->all || !program->main)
    return;
  struct arena arena = {0};
  struct csr callers = callers_of (t->s->p, &arena);
  struct csr calls = csr_reverse (&arena, &callers);
  const uint32_t *rank = scc_find (&arena, &calls).of;
  until_settled (t, &callers, rank, find_ever);
  for (funid f = 1; f < n; f++)
    if (i->ever[f] && program->functions[f].body)
      i->in[f] = ARENA_ARRAY (&i->arena, program->functions[f].body->n_blocks, setid);
  until_settled (t, &callers, rank, walk);
  arena_free (&arena);
  i->missing = ARENA_ARRAY (&i->arena, t->v.n, setid);
  struct map of_one = {0};
  setid of_none = find_left (t, &of_one);
  for (thread_id k = 1; k < t->v.n; k++) {
    const struct item *fork = &t->s->items.v[t->v.v[k].item];
    bool once_only = t->v.v[k].kind == THREAD_CREATED && !t->v.v[k].many && !fork->again &&
                     !fork->repeats && executed_once (once, fork->function, fork->record);
    if (t->v.v[k].kind == THREAD_MAIN)
      i->missing[k] = left_to_main (t, k);
    else if (once_only && i->ever[t->v.v[k].start])
      i->missing[k] = sets_union (&t->sets, of_none, map_get (&of_one, k, SETS_EMPTY));
  }
  map_free (&of_one);
}

/* What may be installed from each record on. */
static void find_from (struct threads *t, funid f)
{
  struct installs *i = &t->installs;
  const struct function *b = t->s->p->objects.program->functions[f].body;
  VEC (struct installed_from) all = {0};
  for (uint32_t k = 0; k < b->n_blocks; k++) {
    setid set = i->in[f][k];
    vec_push (&all, (struct installed_from){b->blocks[k].first, set});
    for (uint32_t r = b->blocks[k].first; r < b->blocks[k].end; r++) {
      set = sets_union (&t->sets, set, installed_in (t, f, r, r + 1));
      if (set != vec_last (&all).set)
        vec_push (&all, (struct installed_from){r + 1, set});
    }
  }
  i->from[f] = ARENA_ARRAY (&i->arena, all.n, struct installed_from);
  i->n_from[f] = all.n;
  if (all.n)
    memcpy (i->from[f], all.v, all.n * sizeof *all.v);
  vec_free (&all);
}

setid installs_at (struct threads *t, funid f, uint32_t record)
{
  const struct installs *i = &t->installs;
  const struct function *b = t->s->p->objects.program->functions[f].body;
  if (!i->in || !i->in[f])
    return SETS_EMPTY;
  if (!b->n_blocks || record >= b->blocks[b->n_blocks - 1].end)
    return i->ever[f];
  if (!i->from[f])
    find_from (t, f);
  uint32_t low = 0, high = i->n_from[f]; /* the first one behind it */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (record < i->from[f][middle].record)
      high = middle;
    else
      low = middle + 1;
  }
  return low ? i->from[f][low - 1].set : i->ever[f];
}

bool installs_in (const struct threads *t, funid f)
{
  return t->installs.in && t->installs.in[f];
}

setid installs_missing (const struct threads *t, thread_id i)
{
  return t->installs.missing ? t->installs.missing[i] : SETS_EMPTY;
}

void installs_free (struct installs *i)
{
  map_free (&i->handler_of);
  arena_free (&i->arena);
}
