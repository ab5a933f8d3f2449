/* Counts: numbers of threads that are kept in memory, where joins find them.

   The loop of the creations goes to that number, or to the one that was stored there before; or
   the number is that of the threads which have been created, and is stored when they have:

     for (i = 0; i < n; i++)                  p->n = 0;
       if (create (&p->t[i])) break;          for (i = 0; i < n; i++) {
     p->n = i;  or n                            if (create (&p->t[i])) break;
                                                p->n++;
                                              }

   Then only main may run all that, once; it must not join before it has stored the number, and
   write no other there later, but behind the join. */

#include "loops.h"
#include "prefilter.h"
#include "settled.h"
#include "threads-internal.h"

/* How many writers of a count are looked at, how many pairs of creations and joins of which the
   count is stored behind the creations, and how many calls up. */
enum { MOST_TRIES = 1024, MOST_LEVELS = 64 };

/* The one location that an address is in the whole program; 0: it is not. */
loc_id threads_unique (struct thread_finder *d, funid f, expr_id e, bool is_array)
{
  struct array_around around[MOST_AROUND];
  const struct pointers *p = d->s->p;
  uint32_t l;
  if (!sets_is_single (&p->sets, expr_points (&d->s->x, f, e), &l) ||
      loc_is_anywhere (&p->objects, l) ||
      !object_is_unique (d->terms, loc_object (&p->objects, l)) ||
      (!is_array && arrays_around (&p->objects, loc_object (&p->objects, l),
                                   loc_get (&p->objects, l)->offset, around)))
    return 0;
  return l;
}

/* The load, less one, that E is; 0: it is something else. */
static expr_id load_less_one (const struct summaries *s, expr_id e)
{
  int64_t k;
  expr_id base = expr_base (&s->x, e, &k);
  return k == -1 && base && expr_get (&s->x, base)->op == X_LOAD ? base : 0;
}

/* The address of which E is what is there, less one. */
static expr_id loaded_less_one (const struct summaries *s, expr_id e)
{
  return loaded_from (s, load_less_one (s, e));
}

/* The locations of d->counts that are among those of a set. */
static setid counts_among (const struct thread_finder *d, setid where)
{
  struct pointers *p = d->s->p;
  const struct objects *o = &p->objects;
  setid found = SETS_EMPTY;
  for (struct set_iter k = sets_each (&p->sets, where); set_next (&k);) {
    bool anywhere = loc_is_anywhere (o, k.x);
    loc_id l = anywhere ? o->v.v[loc_object (o, k.x)].first_loc : k.x;
    for (; l; l = anywhere ? loc_get (o, l)->next : 0)
      if (map_find (&d->counts, l))
        found = sets_add (&p->sets, found, l);
  }
  return found;
}

/* Which instructions write each location where joins find how many threads there are. */
void threads_find_counts (struct thread_finder *d)
{
  const struct summaries *s = d->s;
  vec_push (&d->writers, (struct count_writers){0});
  for (uint32_t n = 0; n < s->forks.n; n++) {
    const struct item *join = &s->items.v[s->forks.v[n]];
    expr_id at = join->kind == ITEM_JOIN && join->shape ? loaded_less_one (s, join->e[5]) : 0;
    loc_id l = at ? threads_unique (d, join->function, at, false) : 0;
    uint32_t *number = l ? map_at (&d->counts, l) : NULL;
    if (number && !*number) {
      *number = d->writers.n;
      vec_push (&d->writers, (struct count_writers){0});
    }
  }
  struct map among = {0}; /* by set: 1 + those that are in it */
  for (uint32_t i = 0; map_size (&d->counts) && i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    if (!effect_writes (e) || e->mode == MODE_FREE)
      continue;
    setid where = effect_locations (s->p, e);
    uint32_t *counts = map_at (&among, where);
    if (!*counts)
      *counts = 1 + counts_among (d, where);
    for (struct set_iter k = sets_each (&s->p->sets, *counts - 1); set_next (&k);) {
      struct count_writers *w = &d->writers.v[map_get (&d->counts, k.x, 0)];
      if (w->n < MOST_WRITERS)
        w->effects[w->n] = i;
      w->n += w->n <= MOST_WRITERS;
    }
  }
  map_free (&among);
}

/* What writes the number that the join counts to; NULL: nobody knows. */
static const struct count_writers *writers_of (struct thread_finder *d, const struct item *join,
                                               loc_id *l)
{
  expr_id at = join->shape ? loaded_less_one (d->s, join->e[5]) : 0;
  *l = at ? threads_unique (d, join->function, at, false) : 0;
  uint32_t number = *l ? map_get (&d->counts, *l, 0) : 0;
  return number ? &d->writers.v[number] : NULL;
}

/* The only store of the number that the join counts to; NULL: it may change. */
const struct effect *threads_count_of (struct thread_finder *d, const struct item *join)
{
  loc_id l;
  const struct count_writers *w = writers_of (d, join, &l);
  const struct effect *e = w && w->n == 1 ? &d->s->effects->v.v[w->effects[0]] : NULL;
  return e && executed_once (&d->terms->once, e->function, e->record) ? e : NULL;
}

/* Ways */

enum going { GO_ON, GO_NO_FURTHER, GO_WRONG };

/* What must not happen on the ways from a record on. */
struct way {
  struct thread_finder *d;
  const struct function *b;
  const struct flow *flow;
  funid f;
  enum going (*step) (struct way *, uint32_t record); /* says it of each record */
  uint32_t record;                                    /* RECORD must not be executed */
  const bool *leads;                                  /* nor what calls these */
  const bool *around;        /* blocks of a loop: what is outside is enough */
  const struct counting *of; /* of the checks below */
};

/* Whether nothing wrong happens behind the record FROM of the function; UINT32_MAX: from its entry
   on.  WITHOUT: two blocks; the edge is not taken. */
static bool way_is_right (struct way *w, funid f, uint32_t from, const uint32_t *without)
{
  const struct program *program = w->d->program;
  struct bitset seen = {0};
  vec_u32 todo = {0};
  bool right = true;
  w->f = f;
  w->b = program->functions[f].body;
  w->flow = flow_of (program, f);
  uint32_t block = from == UINT32_MAX ? 0 : w->flow->block_of[from], r = from + 1;
  if (from == UINT32_MAX)
    bitset_add (&seen, block);
  for (;;) {
    enum going step = GO_ON;
    for (; r < w->b->blocks[block].end && step == GO_ON; r++)
      step = w->step (w, r);
    right = step != GO_WRONG;
    for (uint32_t k = 0; step == GO_ON && k < w->b->blocks[block].n_edges; k++) {
      uint32_t to = w->b->blocks[block].edges[k].target;
      if (!(without && without[0] == block && without[1] == to) && bitset_add (&seen, to))
        vec_push (&todo, to);
    }
    if (!right || !todo.n)
      break;
    block = todo.v[--todo.n];
    r = w->b->blocks[block].first;
  }
  bitset_free (&seen);
  vec_free (&todo);
  return right;
}

static bool calls_any (const struct way *w, uint32_t record, const bool *marked)
{
  const struct pointers *p = w->d->s->p;
  uint32_t first, end;
  calls_of_record (p, w->f, record, &first, &end);
  for (uint32_t k = first; marked && k < end; k++)
    if (p->calls.v[k].callee && marked[p->calls.v[k].callee])
      return true;
  return marked && first == end && w->b && w->b->records[record]->kind == REC_call;
}

static enum going step_to_record (struct way *w, uint32_t r)
{
  return r == w->record || calls_any (w, r, w->leads) ? GO_WRONG : GO_ON;
}

/* Whether the number of the join has not been loaded before the creation, by a function that then
   creates, itself or by what it calls. */
static bool is_loaded_later (struct thread_finder *d, const struct loop_shape *fork,
                             const struct item *join)
{
  const struct summaries *s = d->s;
  const struct program *program = d->program;
  expr_id load = load_less_one (s, join->e[5]);
  uint32_t version = load ? expr_get (&s->x, load)->b : 0;
  if (!load || tuples_length (&s->x.versions, version) < 2)
    return false;
  const uint32_t *at = tuples_numbers (&s->x.versions, version);
  if (at[0] != join->function || !program->functions[at[0]].body ||
      at[1] >= program->functions[at[0]].body->n_records)
    return false;
  struct way w = {.d = d, .step = step_to_record, .record = UINT32_MAX};
  funid f = fork->function;
  uint32_t record = fork->record;
  for (int i = 0; i < MOST_LEVELS; i++) {
    if (f == join->function) {
      w.record = record;
      return at[1] != record && way_is_right (&w, f, at[1], NULL);
    }
    if (f == program->main)
      return true;
    const struct call_edge *c = d->terms->once.only[f];
    if (!c || !c->caller)
      break;
    if (c->kind != CALL_NOW)
      return true; /* it was called by no function when it began */
    f = c->caller;
    record = c->record;
  }
  bool *leads = xcalloc (program->n_functions + 1, sizeof *leads);
  leads[fork->function] = true;
  mark_callers (s->p, leads, true, 0);
  w.leads = leads;
  bool later =
      !leads[join->function] || (!calls_any (&(struct way){.d = d, .f = at[0]}, at[1], leads) &&
                                 way_is_right (&w, join->function, at[1], NULL));
  free (leads);
  return later;
}

/* Whether that is the number of threads that the loop creates. */
static bool is_counted (struct thread_finder *d, const struct loop_shape *fork,
                        const struct item *join)
{
  const struct effect *e = threads_count_of (d, join);
  return e && e->function == fork->function &&
         (e->record + 1 == fork->counted[0] || e->record + 1 == fork->counted[1]);
}

/* Whether both loops go to the number that is in a variable which has only one. */
static bool counts_as_far (struct thread_finder *d, const struct item *fork,
                           const struct item *join)
{
  const struct objects *o = &d->s->p->objects;
  expr_id a = loaded_less_one (d->s, fork->e[5]), b = loaded_less_one (d->s, join->e[5]);
  loc_id l = a && b ? threads_unique (d, fork->function, a, false) : 0;
  return l && l == threads_unique (d, join->function, b, false) &&
         assigned_once (&d->s->assigned, d->s->p, d->s->effects, &d->terms->once, loc_object (o, l),
                        loc_get (o, l)->offset);
}

/* Whether both go to the number that a variable has once and for all when they look. */
bool threads_counts_settled (struct thread_finder *d, const struct item *fork,
                             const struct item *join)
{
  expr_id a = fork->shape && join->shape ? expr_add (&d->s->x, fork->e[5], 1) : 0;
  return a && settled_loads (d->terms, a, expr_add (&d->s->x, join->e[5], 1));
}

bool threads_count_alike (struct thread_finder *d, const struct item *fork, const struct item *join)
{
  const struct loop_shape *shape = &d->s->shapes.v[fork->shape - 1];
  return ((is_counted (d, shape, join) || counts_as_far (d, fork, join)) &&
          is_loaded_later (d, shape, join)) ||
         threads_counts_settled (d, fork, join);
}

/* Numbers that are stored behind the creations */

/* What is looked at for one loop of creations and one of joins. */
struct counting {
  const struct loop_shape *fork;
  const struct item *join, *core; /* ... where its function does it itself */
  const struct count_writers *writers;
  loc_id l;
  bool *joins, *writes; /* by function: leads to that join; to other writers */
  bool up;              /* the number is counted up with each thread */
  uint32_t begun;       /* the record before the loop that sets it to 0 then, or else to the bound;
                           UINT32_MAX: none in that function */
};

static bool is_good (const struct counting *c, const struct effect *e)
{
  if (e->function != c->fork->function)
    return false;
  for (int i = 0; i < MOST_BEHIND; i++)
    if (c->fork->behind[i] == e->record + 1 || c->fork->up[i] == e->record + 1)
      return true;
  return !c->up && e->record == c->begun;
}

static bool is_before (const struct counting *c, uint32_t record)
{
  for (int i = 0; i < MOST_BEHIND; i++)
    if (c->fork->before[i] == record + 1)
      return true;
  return false;
}

static bool is_up (const struct counting *c, const struct effect *e)
{
  for (int i = 0; i < MOST_BEHIND; i++)
    if (e->function == c->fork->function && c->fork->up[i] == e->record + 1)
      return true;
  return false;
}

static bool writes_zero (const struct thread_finder *d, const struct effect *e)
{
  const struct record *r = d->program->functions[e->function].body->records[e->record];
  int64_t k;
  return r->kind == REC_clear || (stored_constant (d->s, e, &k) && !k);
}

static const struct effect *writer_at (const struct way *w, const struct counting *c, uint32_t r)
{
  for (uint32_t i = 0; i < c->writers->n; i++) {
    const struct effect *e = &w->d->s->effects->v.v[c->writers->effects[i]];
    if (e->function == w->f && e->record == r)
      return e;
  }
  return NULL;
}

static enum going never (struct way *w, uint32_t r)
{
  return r == w->record ? GO_WRONG : GO_ON;
}

/* Whether the write happens only when the joins are done. */
static bool is_behind_join (struct thread_finder *d, const struct counting *c,
                            const struct effect *e)
{
  struct way w = {.d = d, .step = never, .record = e->record};
  const uint32_t edge[] = {c->core->loop_test, c->core->loop_exit};
  return e->function == c->core->function && c->core->loops_here && edge[1] != NODE_NONE &&
         way_is_right (&w, e->function, UINT32_MAX, edge);
}

/* Whether a call may come back behind another one; what runs at exit is not main's. */
static bool may_leave (const struct way *w, uint32_t record)
{
  const struct summaries *s = w->d->s;
  uint32_t first, end;
  calls_of_record (s->p, w->f, record, &first, &end);
  bool leaves = first == end;
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = s->p->models[s->p->calls.v[k].callee];
    leaves |= m ? model_has (m, EFFECT_LONGJMP) : s->jumps[s->p->calls.v[k].callee];
  }
  return leaves;
}

/* Up to where the number is right: nobody must join. */
static enum going step_before (struct way *w, uint32_t r)
{
  const struct counting *c = w->of;
  uint8_t kind = w->b->records[r]->kind;
  if (w->around && !w->around[w->flow->block_of[r]])
    return GO_NO_FURTHER;
  const struct effect *e = w->around ? NULL : writer_at (w, c, r);
  if (e && is_good (c, e))
    return GO_NO_FURTHER;
  if (kind == REC_return || (kind == REC_call && may_leave (w, r)) || calls_any (w, r, c->joins) ||
      (w->f == c->core->function && r == c->core->record))
    return GO_WRONG;
  expr_id load = load_less_one (w->d->s, c->join->e[5]);
  const uint32_t *at = tuples_numbers (&w->d->s->x.versions, expr_get (&w->d->s->x, load)->b);
  return at[0] == w->f && at[1] == r ? GO_WRONG : GO_ON;
}

/* From there on: nobody else must write it. */
static enum going step_behind (struct way *w, uint32_t r)
{
  const struct effect *e = writer_at (w, w->of, r);
  bool wrong = (e && !is_good (w->of, e) && !is_behind_join (w->d, w->of, e)) ||
               calls_any (w, r, w->of->writes);
  return wrong ? GO_WRONG : GO_ON;
}

/* The blocks from which the creation is reached that it reaches. */
static bool *blocks_around (const struct thread_finder *d, const struct loop_shape *fork)
{
  const struct flow *flow = flow_of (d->program, fork->function);
  const struct csr *g = &flow->predecessors;
  bool *around = xcalloc (d->program->functions[fork->function].body->n_blocks, sizeof *around);
  vec_u32 todo = {0};
  vec_push (&todo, flow->block_of[fork->record]);
  while (todo.n) {
    uint32_t b = todo.v[--todo.n];
    if (around[b])
      continue;
    around[b] = true;
    for (uint32_t k = g->first[b]; k < g->first[b + 1]; k++)
      vec_push (&todo, g->targets[k]);
  }
  vec_free (&todo);
  return around;
}

bool begins_as_zero (const struct pointers *p, loc_id l)
{
  object_id id = loc_object (&p->objects, l);
  const struct abstract_object *o = &p->objects.v.v[id];
  uint32_t first, end;
  if (o->kind != OBJECT_HEAP)
    return starts_as_zero (p, id, loc_get (&p->objects, l)->offset);
  calls_of_record (p, o->a, o->b, &first, &end);
  const struct model *m = end - first == 1 ? p->models[p->calls.v[first].callee] : NULL;
  for (uint32_t n = 0; m && n < m->n_effects; n++)
    if (m->effects[n].kind == EFFECT_ALLOCATE &&
        m->effects[n].op[ALLOCATE_CONTENTS].u.keyword == CONTENTS_ZERO)
      return true;
  return false;
}

/* Where the function has made the number 0, or for who does not count up the bound of the loop,
   whenever it executes the record; UINT32_MAX: nowhere. */
static uint32_t begun_at (const struct thread_finder *d, const struct counting *c, funid f,
                          uint32_t record)
{
  const struct flow *flow = flow_of (d->program, f);
  for (uint32_t i = 0; i < c->writers->n; i++) {
    const struct effect *e = &d->s->effects->v.v[c->writers->effects[i]];
    if (e->function == f && !flow->in_cycle[flow->block_of[e->record]] && e->record != record &&
        flow_dominates (flow, e->record, record) &&
        (c->up ? writes_zero (d, e) : f == c->fork->function && is_before (c, e->record)))
      return e->record;
  }
  return UINT32_MAX;
}

/* Looks at all that writes the number; false: something else than expected, or by whom it must not.
 */
static bool judge_writers (struct thread_finder *d, struct counting *c)
{
  const struct summaries *s = d->s;
  bool any = false;
  uint32_t ups = 0;
  uint64_t key = (uint64_t)expr_get (&s->x, load_less_one (s, c->join->e[5]))->k;
  uint64_t bits = key & ~(LOAD_ATOMIC | LOAD_RELAXED);
  for (uint32_t i = 0; i < c->writers->n; i++)
    ups += is_up (c, &s->effects->v.v[c->writers->effects[i]]);
  c->up = ups > 0;
  if (ups > 1 || (c->up && bits <= NUMBER_BITS))
    return false;
  c->begun = begun_at (d, c, c->fork->function, c->fork->record);
  for (uint32_t i = 0; i < c->writers->n; i++) {
    const struct effect *e = &s->effects->v.v[c->writers->effects[i]];
    bool good = is_good (c, e);
    uint32_t l;
    /* Who counts up begins with 0, and does nothing else. */
    if (!only_main_calls (s->filter, d->program, e->function) ||
        (good &&
         (!sets_is_single (&s->p->sets, effect_locations (s->p, e), &l) || e->bytes * 8 != bits)) ||
        (c->up && !is_up (c, e) && !writes_zero (d, e)))
      return false;
    any |= good;
    if (!good && e->function != c->fork->function && !is_behind_join (d, c, e))
      c->writes[e->function] = true;
  }
  return any;
}

/* Whether the number is right when the loop has ended, and before that not asked for. */
static bool is_right_there (struct thread_finder *d, struct counting *c)
{
  const struct loop_shape *fork = c->fork;
  struct way w = {.d = d, .f = fork->function, .step = step_before, .of = c};
  if (calls_any (&w, fork->record, c->joins))
    return false;
  if (!c->up && c->begun != UINT32_MAX)
    return true;
  bool *around = c->up ? blocks_around (d, fork) : NULL;
  w.around = around;
  bool right = way_is_right (&w, fork->function, fork->record, NULL);
  free (around);
  return right;
}

/* Whether the number is 0 when the loop begins, if it is counted up; and what comes later. */
static bool is_right_behind (struct thread_finder *d, struct counting *c)
{
  struct way w = {.d = d, .f = c->fork->function, .step = step_behind, .of = c};
  bool begun = !c->up || c->begun != UINT32_MAX || begins_as_zero (d->s->p, c->l);
  funid f = c->fork->function;
  uint32_t record = c->fork->record;
  if (!is_right_there (d, c) || calls_any (&w, record, c->writes) ||
      !way_is_right (&w, f, c->begun == UINT32_MAX ? record : c->begun, NULL))
    return false;
  for (int i = 0; i < MOST_LEVELS && f != d->program->main; i++) {
    const struct call_edge *call = d->terms->once.only[f];
    if (!call || !call->caller || call->kind != CALL_NOW ||
        !way_is_right (&w, call->caller, call->record, NULL))
      return false;
    f = call->caller;
    begun = begun || begun_at (d, c, f, call->record) != UINT32_MAX;
  }
  return f == d->program->main && begun;
}

static bool is_known_outside (const struct pointers *p, loc_id l)
{
  object_id o = loc_object (&p->objects, l);
  uint8_t kind = p->objects.v.v[o].kind;
  return is_in_world (p, WORLD_OUTSIDE, o) || is_in_world (p, WORLD_POOL, o) ||
         p->objects.v.v[o].whole ||
         (kind != OBJECT_GLOBAL && kind != OBJECT_HEAP && kind != OBJECT_LOCAL) ||
         object_field (&p->objects, o, loc_get (&p->objects, l)->offset).in_union;
}

bool threads_counts_behind (struct thread_finder *d, const struct item *fork,
                            const struct item *join)
{
  const struct summaries *s = d->s;
  if (!fork->shape || !join->shape)
    return false;
  struct counting c = {.fork = &s->shapes.v[fork->shape - 1],
                       .join = join,
                       .core = item_core (s, join),
                       .begun = UINT32_MAX};
  const struct program *program = d->program;
  int64_t first;
  if ((!c.fork->behind[0] && !c.fork->up[0] && !c.fork->before[0]) ||
      s->shapes.v[join->shape - 1].only)
    return false;
  c.writers = writers_of (d, join, &c.l);
  if (!c.writers || c.writers->n > MOST_WRITERS || fork->e[4] != join->e[4] ||
      is_known_outside (s->p, c.l) || !called_once (&d->terms->once, c.fork->function) ||
      !only_main_calls (s->filter, program, c.fork->function) ||
      !only_main_calls (s->filter, program, join->function) ||
      !only_main_calls (s->filter, program, c.core->function))
    return false;
  uint64_t pair = map_pair (fork->shape, (uint32_t)(join - s->items.v));
  uint32_t *known = map_at (&d->counted_behind, pair);
  if (*known || map_size (&d->counted_behind) > MOST_TRIES)
    return *known == 2;
  c.joins = xcalloc (program->n_functions + 1, sizeof *c.joins);
  c.writes = xcalloc (program->n_functions + 1, sizeof *c.writes);
  c.joins[c.core->function] = true;
  bool behind = is_loaded_later (d, c.fork, join) && judge_writers (d, &c) &&
                (!c.up || (expr_is_const (&s->x, fork->e[4], &first) && !first));
  if (behind) {
    mark_callers (s->p, c.joins, true, 0);
    mark_callers (s->p, c.writes, true, 0);
    behind = is_right_behind (d, &c);
  }
  free (c.joins);
  free (c.writes);
  *map_at (&d->counted_behind, pair) = behind ? 2 : 1;
  return behind;
}
