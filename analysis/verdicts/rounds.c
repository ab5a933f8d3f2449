/* Rounds: callees first, what each function passes since its entry; then from the starts of threads
   down, what has been passed before. */

#include "rounds.h"
#include "flow.h"
#include "worklist.h"

struct round_finder {
  struct rounds *r;
  struct summaries *s;
  const struct pointers *p;
  const struct program *program;
  uint32_t n;            /* barriers */
  bool *waits;           /* by function: it, or what it calls, may pass one */
  struct round *at_exit; /* by function and barrier */
  funid *order;          /* callees first */
  uint32_t n_order;
};

enum { MOST_BARRIERS = 8 };

static const struct round anything = {0, 1};

static uint32_t gcd (uint32_t a, uint32_t b)
{
  while (b) {
    uint32_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

static struct round sum (struct round a, struct round b)
{
  enum { FAR = 1 << 30 };
  if (a.first > FAR || b.first > FAR)
    return anything;
  return (struct round){a.first + b.first, gcd (a.stride, b.stride)};
}

static struct round either (struct round a, struct round b)
{
  uint32_t low = a.first < b.first ? a.first : b.first;
  uint32_t distance = a.first < b.first ? b.first - a.first : a.first - b.first;
  return (struct round){low, gcd (gcd (a.stride, b.stride), distance)};
}

static bool differ (struct round a, struct round b)
{
  uint32_t g = gcd (a.stride, b.stride);
  if ((!a.stride && a.first < b.first) || (!b.stride && b.first < a.first))
    return true;
  return g ? a.first % g != b.first % g : a.first != b.first;
}

static bool same (struct round a, struct round b)
{
  return a.first == b.first && a.stride == b.stride;
}

/* Functions */

/* Adds what the call at a record passes. */
static void pass_call (struct round_finder *d, funid f, uint32_t record, struct round *now)
{
  const struct pointers *p = d->p;
  struct summaries *s = d->s;
  const struct rec_call *c =
      (const struct rec_call *)d->program->functions[f].body->records[record];
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = 0; k < d->n; k++) {
    struct term t = term_get (d->r->c->terms, d->r->barriers.v[k]);
    struct round out = {0, 0};
    bool any = false;
    for (uint32_t i = first; i < end; i++) {
      const struct call_edge *call = &p->calls.v[i];
      const struct model *m = p->models[call->callee];
      struct round passed = {0, 0};
      if (call->kind != CALL_NOW)
        continue;
      if (!m && d->waits[call->callee])
        passed = d->at_exit[(size_t)call->callee * d->n + k];
      for (uint32_t j = 0; m && j < m->n_effects; j++) {
        const struct model_operand *o = &m->effects[j].op[BARRIER_WAIT_BARRIER];
        if (m->effects[j].kind != EFFECT_BARRIER_WAIT || o->kind != MODEL_PLACE ||
            o->u.place.base != MODEL_ARG || o->u.place.number >= c->args.n)
          continue;
        setid at = points_of_operand (s->p, f, &c->args.v[o->u.place.number]);
        loc_id l = loc_at (&s->p->objects, t.a, t.d);
        uint32_t only;
        if (sets_is_single (&p->sets, at, &only) && only == l)
          passed = (struct round){1, 0};
        else if (!at || sets_has (&p->sets, at, l))
          passed = anything;
      }
      out = any ? either (out, passed) : passed;
      any = true;
    }
    now[k] = sum (now[k], out);
  }
}

static void pass_function (struct round_finder *d, funid f, bool final)
{
  const struct function *b = d->program->functions[f].body;
  struct arena arena = {0};
  struct flow flow = *flow_of (d->program, f);
  struct round *in = ARENA_ARRAY (&arena, (size_t)b->n_blocks * d->n, struct round);
  struct round *now = ARENA_ARRAY (&arena, d->n, struct round);
  bool *reached = ARENA_ARRAY (&arena, b->n_blocks, bool), returns = false;
  struct ranklist list;
  uint32_t block;
  ranklist_init (&list, flow.rpo.place, b->n_blocks);
  reached[0] = true;
  ranklist_push (&list, 0);
  while (ranklist_pop (&list, &block)) {
    memcpy (now, in + (size_t)block * d->n, d->n * sizeof *now);
    for (uint32_t r = b->blocks[block].first; r < b->blocks[block].end; r++)
      if (b->records[r]->kind == REC_call)
        pass_call (d, f, r, now);
    for (uint32_t e = 0; e < b->blocks[block].n_edges; e++) {
      uint32_t to = b->blocks[block].edges[e].target;
      bool changed = !reached[to];
      for (uint32_t k = 0; k < d->n; k++) {
        struct round *at = &in[(size_t)to * d->n + k];
        uint8_t kind = b->blocks[block].edges[e].kind;
        struct round more = kind == EK_ABNORMAL || kind == EK_EH ? anything : now[k];
        more = reached[to] ? either (*at, more) : more;
        changed |= !same (*at, more);
        *at = more;
      }
      reached[to] = true;
      if (changed)
        ranklist_push (&list, to);
    }
  }
  for (block = 0; block < b->n_blocks; block++) {
    if (!reached[block])
      continue;
    memcpy (now, in + (size_t)block * d->n, d->n * sizeof *now);
    for (uint32_t r = b->blocks[block].first; r < b->blocks[block].end; r++) {
      if (final) {
        map_set (&d->r->at, map_pair (f, r), d->r->passed.n + 1);
        for (uint32_t k = 0; k < d->n; k++)
          vec_push (&d->r->passed, now[k]);
      }
      if (b->records[r]->kind == REC_call)
        pass_call (d, f, r, now);
      for (uint32_t k = 0; b->records[r]->kind == REC_return && k < d->n; k++) {
        struct round *exit = &d->at_exit[(size_t)f * d->n + k];
        *exit = returns ? either (*exit, now[k]) : now[k];
      }
      returns |= b->records[r]->kind == REC_return;
    }
  }
  ranklist_free (&list);
  arena_free (&arena);
}

static void find_waits (struct round_finder *d)
{
  const struct pointers *p = d->p;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < p->calls.n; i++) {
      const struct call_edge *c = &p->calls.v[i];
      const struct model *m = p->models[c->callee];
      bool passes = m ? model_has (m, EFFECT_BARRIER_WAIT) : d->waits[c->callee];
      if (c->kind == CALL_NOW && c->caller && passes && !d->waits[c->caller])
        d->waits[c->caller] = changed = true;
    }
  }
}

static int by_component (const void *a, const void *b, void *s)
{
  const uint32_t *component = ((const struct summaries *)s)->component;
  funid x = *(const funid *)a, y = *(const funid *)b;
  return component[x] != component[y] ? (component[x] < component[y] ? -1 : 1)
                                      : (x < y ? -1 : x > y);
}

/* A function of a recursion may pass anything. */
static bool is_recursive (const struct round_finder *d, funid f)
{
  const struct pointers *p = d->p;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
    if (p->calls.v[k].kind == CALL_NOW && p->calls.v[k].callee &&
        d->s->component[p->calls.v[k].callee] == d->s->component[f])
      return true;
  return false;
}

static void pass_functions (struct round_finder *d)
{
  uint32_t n = d->program->n_functions;
  funid *order = xcalloc (n + 1, sizeof *order);
  uint32_t count = 0;
  for (funid f = 1; f <= n; f++)
    if (d->waits[f] && d->program->functions[f].body && !d->p->models[f])
      order[count++] = f;
  qsort_r (order, count, sizeof *order, by_component, (void *)d->s);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < d->n && is_recursive (d, order[i]); k++)
      d->at_exit[(size_t)order[i] * d->n + k] = anything;
  for (uint32_t i = 0; i < count; i++) {
    struct round *exit = &d->at_exit[(size_t)order[i] * d->n];
    bool recursive = is_recursive (d, order[i]);
    pass_function (d, order[i], true);
    for (uint32_t k = 0; recursive && k < d->n; k++)
      exit[k] = anything;
  }
  free (order);
}

/* Threads */

static bool enter (struct round_finder *d, funid start, funid f, const struct round *now)
{
  uint32_t *at = map_at (&d->r->entries, map_pair (start, f));
  bool changed = !*at;
  if (!*at) {
    *at = d->r->entered.n + 1;
    for (uint32_t k = 0; k < d->n; k++)
      vec_push (&d->r->entered, called_from_world (d->p, WORLD_OUTSIDE, f) ||
                                        called_from_world (d->p, WORLD_POOL, f)
                                    ? anything
                                    : now[k]);
    return true;
  }
  for (uint32_t k = 0; k < d->n; k++) {
    struct round *old = &d->r->entered.v[*at - 1 + k], more = either (*old, now[k]);
    changed |= !same (*old, more);
    *old = more;
  }
  return changed;
}

static void enter_callees (struct round_finder *d, funid start)
{
  const struct pointers *p = d->p;
  struct round *now = xcalloc (d->n, sizeof *now);
  struct worklist list = {0};
  enter (d, start, start, now);
  worklist_push (&list, start);
  for (uint32_t f; worklist_pop (&list, &f);)
    for (uint32_t i = p->first_call[f]; i < p->first_call[f + 1]; i++) {
      const struct call_edge *c = &p->calls.v[i];
      if (c->kind != CALL_NOW || !c->callee || p->models[c->callee])
        continue;
      uint32_t entry = map_get (&d->r->entries, map_pair (start, f), 0);
      uint32_t at = map_get (&d->r->at, map_pair (f, c->record), 0);
      for (uint32_t k = 0; k < d->n; k++) {
        now[k] = d->r->entered.v[entry - 1 + k];
        if (at)
          now[k] = sum (now[k], d->r->passed.v[at - 1 + k]);
        else if (d->waits[f])
          now[k] = anything;
      }
      if (enter (d, start, c->callee, now))
        worklist_push (&list, c->callee);
    }
  worklist_free (&list);
  free (now);
}

void rounds_find (struct rounds *r, const struct contexts *c, const struct signals *signals)
{
  struct round_finder d = {.r = r, .s = c->t->s, .p = c->t->s->p};
  *r = (struct rounds){.c = c, .signals = signals};
  d.program = d.p->objects.program;
  for (uint32_t k = 0; k < map_size (&signals->of); k++) {
    const struct signal_info *v = &signals->v.v[map_value (&signals->of, k) - 1];
    if (v->is_barrier && !v->broken && r->barriers.n < MOST_BARRIERS)
      vec_push (&r->barriers, (uint32_t)map_key (&signals->of, k));
  }
  d.n = r->barriers.n;
  if (!d.n)
    return;
  d.waits = xcalloc (d.program->n_functions + 1, sizeof *d.waits);
  d.at_exit = xcalloc ((size_t)(d.program->n_functions + 1) * d.n, sizeof *d.at_exit);
  find_waits (&d);
  pass_functions (&d);
  for (thread_id i = 1; i < c->t->v.n; i++)
    enter_callees (&d, c->t->v.v[i].start);
  free (d.waits);
  free (d.at_exit);
}

void rounds_free (struct rounds *r)
{
  vec_free (&r->barriers);
  tuples_free (&r->ids);
  map_free (&r->at);
  vec_free (&r->passed);
  map_free (&r->entries);
  vec_free (&r->entered);
}

uint32_t rounds_at (struct rounds *r, funid f, uint32_t record)
{
  uint32_t at = r->barriers.n ? map_get (&r->at, map_pair (f, record), 0) : 0;
  uint32_t key[1 + 2 * MOST_BARRIERS] = {f};
  if (!r->barriers.n)
    return 0;
  for (uint32_t k = 0; k < r->barriers.n; k++) {
    key[1 + 2 * k] = at ? r->passed.v[at - 1 + k].first : 0;
    key[2 + 2 * k] = at ? r->passed.v[at - 1 + k].stride : 0;
  }
  return tuples_intern (&r->ids, key, 1 + 2 * r->barriers.n);
}

/* How often barrier K has been passed by a thread there. */
static struct round passed_by (const struct rounds *r, thread_id t, uint32_t place, uint32_t k)
{
  const uint32_t *v = tuples_numbers (&r->ids, place);
  uint32_t entry = map_get (&r->entries, map_pair (r->c->t->v.v[t].start, v[0]), 0);
  struct round since = {v[1 + 2 * k], v[2 + 2 * k]};
  return entry ? sum (r->entered.v[entry - 1 + k], since) : anything;
}

bool rounds_apart (const struct rounds *r, thread_id t, uint32_t a, thread_id u, uint32_t b)
{
  if (!a || !b)
    return false;
  const struct sets *sets = &r->c->t->sets;
  for (uint32_t k = 0; k < r->barriers.n; k++) {
    setid all = r->signals->v.v[map_get (&r->signals->of, r->barriers.v[k], 0) - 1].senders;
    if (sets_has (sets, all, t) && sets_has (sets, all, u) &&
        differ (passed_by (r, t, a, k), passed_by (r, u, b, k)))
      return true;
  }
  return false;
}
