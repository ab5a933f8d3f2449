/* The order of locks: who takes a lock while it holds another one may wait for who does it the
   other way round.

   Locks that exist once are the nodes of a graph, and an edge from A to B is an operation that
   takes B while A is held, in a context.  Most programs have no cycles at all: components of the
   graph are found first, from the locks held at all operations on each, and only edges inside of
   one are made.  A cycle is reported if each of its edges may be taken by another thread, these may
   run at the same time, no two of them hold one more lock that would keep them apart, and at each
   lock somebody waits: two readers do not.  Trying to lock is no waiting.
 */

#include "misuse.h"

struct edge {
  uint32_t from, to; /* terms */
  bool from_exclusive, to_exclusive;
  uint32_t operation, context;
  struct guards held;
  setid alive, ended, phases;
  uint32_t next; /* 1 + another one with the same `from' */
};

enum { MOST_EDGES = 6, MOST_STEPS = 1000000 }; /* of one pair of locks; of the search */

struct order_finder {
  struct misuses *out;
  struct contexts *c;
  struct summaries *s;
  struct terms *terms;
  VEC (struct edge) edges;
  struct map before; /* by term: the locks that are held where it is taken */
  struct map seen;   /* term and set of such locks: it is part of that */
  struct map in;     /* by term: the first lock of its component; 0: it is alone */
  struct map first;  /* by term: 1 + the first edge from there */
  struct map counts; /* pair of terms: how many edges */
  struct tuples known;
  struct tuples told; /* sets of locks */
  uint32_t steps;
  uint32_t path[LONGEST_CYCLE];
  thread_id threads[LONGEST_CYCLE];
};

/* The graph */

static void add_edge (struct order_finder *d, struct edge e, setid threads)
{
  uint32_t *count = map_at (&d->counts, map_pair (e.from, e.to));
  if (*count >= MOST_EDGES)
    return;
  uint32_t key[] = {e.from, e.to, threads, e.held.any, e.held.exclusive};
  uint32_t before = tuples_count (&d->known);
  if (tuples_intern (&d->known, key, sizeof key / sizeof key[0]) <= before)
    return;
  ++*count;
  uint32_t *first = map_at (&d->first, e.from);
  e.next = *first;
  vec_push (&d->edges, e);
  *first = d->edges.n;
}

/* The locks that are held where an operation takes another one in a context. */
static struct guards held_at (struct order_finder *d, const struct operation *o,
                              const struct context *x)
{
  struct guards own = terms_of_holds (d->terms, o->function, o->held);
  struct guards around = terms_without (d->terms, x->held, x->f, o->released);
  return (struct guards){sets_union (&d->terms->sets, own.any, around.any),
                         sets_union (&d->terms->sets, own.exclusive, around.exclusive)};
}

static void add_held (struct order_finder *d, uint32_t to, setid held)
{
  if (!held || !map_add (&d->seen, map_pair (to, held), 1))
    return;
  uint32_t *before = map_at (&d->before, to);
  *before = sets_union (&d->terms->sets, *before, held);
}

static void add_before (struct order_finder *d, uint32_t operation, uint32_t context, uint32_t to)
{
  const struct operation *o = &d->s->operations.v[operation];
  const struct context *x = &d->c->v.v[context];
  setid own = terms_of_holds (d->terms, o->function, o->held).any;
  setid around = terms_without (d->terms, x->held, x->f, o->released).any;
  if (sets_has (&d->terms->sets, own, to) || sets_has (&d->terms->sets, around, to))
    return;
  add_held (d, to, own);
  add_held (d, to, around);
}

static void add_edges (struct order_finder *d, uint32_t operation, uint32_t context, uint32_t to)
{
  const struct operation *o = &d->s->operations.v[operation];
  const struct context *x = &d->c->v.v[context];
  uint32_t in = map_get (&d->in, to, 0);
  if (!in)
    return;
  struct edge e = {.to = to,
                   .to_exclusive = o->mode == MODE_EXCLUSIVE,
                   .operation = operation,
                   .context = context,
                   .held = held_at (d, o, x)};
  if (!e.held.any || sets_has (&d->terms->sets, e.held.any, to))
    return;
  e.alive = threads_alive_at (d->c->t, x->alive, x->f, o->record, o->held);
  e.ended = threads_ended_at (d->c->t, x->ended, x->f, o->record);
  e.phases = phases_at (&d->c->phases, x->phases, x->f, o->record);
  for (struct set_iter i = sets_each (&d->terms->sets, e.held.any); set_next (&i);) {
    if (term_get (d->terms, i.x).kind != TERM_ABS || map_get (&d->in, i.x, 0) != in)
      continue;
    e.from = i.x;
    e.from_exclusive = sets_has (&d->terms->sets, e.held.exclusive, i.x);
    add_edge (d, e, x->sure);
  }
}

/* Tarjan's algorithm, from each lock to those that are held where it is taken. */
struct component_walk {
  struct order_finder *d;
  struct map number; /* by term: in the order of discovery, from 1 */
  vec_u32 low;  /* by number: the least one that is reached; UINT32_MAX: its component is known */
  vec_u32 open; /* terms whose component is not known */
  VEC (struct component_frame) frames;
};

struct component_frame {
  uint32_t term, number;
  struct set_iter next;
};

static void component_enter (struct component_walk *w, uint32_t term)
{
  uint32_t number = w->low.n;
  map_set (&w->number, term, number);
  vec_push (&w->low, number);
  vec_push (&w->open, term);
  setid before = map_get (&w->d->before, term, SETS_EMPTY);
  vec_push (&w->frames,
            (struct component_frame){term, number, sets_each (&w->d->terms->sets, before)});
}

static void component_leave (struct component_walk *w)
{
  struct component_frame f = vec_pop (&w->frames);
  uint32_t low = w->low.v[f.number], term;
  if (w->frames.n && low < w->low.v[vec_last (&w->frames).number])
    w->low.v[vec_last (&w->frames).number] = low;
  if (low != f.number)
    return;
  bool alone = vec_last (&w->open) == f.term;
  do {
    term = vec_pop (&w->open);
    w->low.v[map_get (&w->number, term, 0)] = UINT32_MAX;
    if (!alone)
      map_set (&w->d->in, term, f.term);
  } while (term != f.term);
}

static void find_components (struct order_finder *d)
{
  struct component_walk w = {.d = d};
  vec_push (&w.low, 0);
  for (uint32_t i = 0; i < map_size (&d->before); i++) {
    uint32_t start = (uint32_t)map_key (&d->before, i);
    if (!map_get (&w.number, start, 0))
      component_enter (&w, start);
    while (w.frames.n) {
      struct component_frame *f = &vec_last (&w.frames);
      if (!set_next (&f->next)) {
        component_leave (&w);
        continue;
      }
      uint32_t other = f->next.x, number = map_get (&w.number, other, 0);
      if (!number && map_find (&d->before, other))
        component_enter (&w, other);
      else if (number && w.low.v[number] < w.low.v[f->number])
        w.low.v[f->number] = w.low.v[number];
    }
  }
  map_free (&w.number);
  vec_free (&w.low);
  vec_free (&w.open);
  vec_free (&w.frames);
}

/* Locks that are taken by who holds others, in all contexts. */
static void each_lock (struct order_finder *d,
                       void (*use) (struct order_finder *, uint32_t operation, uint32_t context,
                                    uint32_t to))
{
  vec_u32 wanted = {0}; /* operations, by function since they are made so */
  for (uint32_t i = 1; i < d->s->operations.n; i++)
    if (d->s->operations.v[i].use == USE_LOCK)
      vec_push (&wanted, i);
  struct map of = {0}; /* function: 1 + number in wanted */
  for (uint32_t i = wanted.n; i-- > 0;)
    map_set (&of, d->s->operations.v[wanted.v[i]].function, i + 1);
  for (uint32_t x = 1; x < d->c->v.n; x++) {
    funid f = d->c->v.v[x].f;
    uint32_t k = d->c->v.v[x].sure ? map_get (&of, f, 0) : 0;
    for (; k && k <= wanted.n && d->s->operations.v[wanted.v[k - 1]].function == f; k++) {
      const struct operation *o = &d->s->operations.v[wanted.v[k - 1]];
      uint32_t to = term_of_lock (d->terms, f, o->lock);
      if (to)
        use (d, wanted.v[k - 1], x, to);
    }
  }
  map_free (&of);
  vec_free (&wanted);
}

/* Cycles */

static struct moment moment_of (const struct order_finder *d, uint32_t i)
{
  const struct edge *e = &d->edges.v[d->path[i]];
  return (struct moment){d->threads[i], e->alive, e->ended, e->phases};
}

/* Whether edge N of the path, in the thread it has there, may wait beside all before it. */
static bool fits (struct order_finder *d, uint32_t n)
{
  const struct edge *e = &d->edges.v[d->path[n]];
  for (uint32_t i = 0; i < n; i++) {
    const struct edge *o = &d->edges.v[d->path[i]];
    if (d->threads[i] == d->threads[n] && !d->c->many[d->threads[n]])
      return false;
    struct sets *sets = &d->terms->sets;
    if (sets_meet (sets, e->held.any, o->held.exclusive) ||
        sets_meet (sets, e->held.exclusive, o->held.any))
      return false;
    if (!contexts_parallel (d->c, moment_of (d, i), moment_of (d, n)))
      return false;
  }
  return true;
}

/* At each lock of the cycle one waits for the other. */
static bool blocks (const struct order_finder *d, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const struct edge *e = &d->edges.v[d->path[i]], *next = &d->edges.v[d->path[(i + 1) % n]];
    if (!e->to_exclusive && !next->from_exclusive)
      return false;
  }
  return true;
}

static bool is_new (struct order_finder *d, uint32_t n)
{
  uint32_t key[LONGEST_CYCLE];
  for (uint32_t i = 0; i < n; i++) { /* the first lock is the lowest; the rest by insertion */
    uint32_t k = i, lock = d->edges.v[d->path[i]].from;
    for (; k && key[k - 1] > lock; k--)
      key[k] = key[k - 1];
    key[k] = lock;
  }
  uint32_t before = tuples_count (&d->told);
  return tuples_intern (&d->told, key, n) > before;
}

static void report (struct order_finder *d, uint32_t n)
{
  struct misuse m = {.rule = RULE_LOCK_ORDER, .n = (uint8_t)n};
  for (uint32_t i = 0; i < n; i++)
    m.at[i] = (struct misuse_event){d->edges.v[d->path[i]].operation,
                                    d->edges.v[d->path[i]].context, d->threads[i]};
  vec_push (&d->out->v, m);
}

/* Goes on with edges from LOCK; the cycle begins at START, its lowest lock.  True: one was found.
 */
static bool search (struct order_finder *d, uint32_t start, uint32_t lock, uint32_t n)
{
  bool found = false;
  for (uint32_t k = map_get (&d->first, lock, 0); k; k = d->edges.v[k - 1].next) {
    const struct edge *e = &d->edges.v[k - 1];
    if (e->to < start || (e->to != start && n + 1 == LONGEST_CYCLE))
      continue;
    d->path[n] = k - 1;
    setid threads = d->c->v.v[e->context].sure;
    bool here = false;
    for (struct set_iter i = sets_each (&d->c->t->sets, threads);
         !here && d->steps < MOST_STEPS && set_next (&i);) {
      d->threads[n] = i.x;
      d->steps++;
      if (!fits (d, n))
        continue;
      if (d->edges.v[k - 1].to != start) {
        here = search (d, start, d->edges.v[k - 1].to, n + 1);
      } else if (blocks (d, n + 1)) {
        here = true;
        if (is_new (d, n + 1))
          report (d, n + 1);
      }
    }
    found |= here;
  }
  return found;
}

void misuse_find_order (struct misuses *out)
{
  struct order_finder d = {.out = out, .c = out->c, .s = out->c->t->s, .terms = out->c->terms};
  each_lock (&d, add_before);
  find_components (&d);
  if (map_size (&d.in))
    each_lock (&d, add_edges);
  for (uint32_t i = 0; i < map_size (&d.first); i++) {
    uint32_t lock = (uint32_t)map_key (&d.first, i);
    search (&d, lock, lock, 0);
  }
  vec_free (&d.edges);
  map_free (&d.before);
  map_free (&d.seen);
  map_free (&d.in);
  map_free (&d.first);
  map_free (&d.counts);
  tuples_free (&d.known);
  tuples_free (&d.told);
}
