/* Contexts: which there are, which wait for their turn, and which stand for others. */

#include "contexts-internal.h"

/* The agenda */

/* Functions, those first that fewer calls lead to from where threads begin; DISTANCE: by function,
   how many do. */
static void find_distances (const struct context_finder *d, struct arena *arena, vec_u32 *order,
                            uint32_t *distance)
{
  const struct program *p = d->s->p->objects.program;
  struct csr graph = call_graph (d->s->p, arena);
  struct bitset seen = {0};
  for (thread_id i = 1; i < d->t->v.n; i++)
    if (d->t->v.v[i].start && bitset_add (&seen, d->t->v.v[i].start))
      vec_push (order, d->t->v.v[i].start);
  for (uint32_t i = 0; i < p->n_entries; i++)
    if (bitset_add (&seen, p->entries[i]))
      vec_push (order, p->entries[i]);
  for (uint32_t i = 0; i < order->n; i++) {
    uint32_t from = order->v[i];
    for (uint32_t k = graph.first[from]; k < graph.first[from + 1]; k++)
      if (bitset_add (&seen, graph.targets[k])) {
        distance[graph.targets[k]] = distance[from] + 1;
        vec_push (order, graph.targets[k]);
      }
  }
  for (funid f = 1; f <= p->n_functions; f++) /* the others last */
    if (bitset_add (&seen, f)) {
      distance[f] = UINT32_MAX;
      vec_push (order, f);
    }
  bitset_free (&seen);
}

void init_agenda (struct context_finder *d, struct arena *arena)
{
  struct agenda *a = &d->agenda;
  uint32_t functions = d->s->p->objects.program->n_functions, n = functions + 1;
  const uint32_t *component = d->s->component;
  uint32_t most = n + N_WORLDS; /* nodes, and components */
  vec_u32 order = {0};
  uint32_t *distance = ARENA_ARRAY (arena, most, uint32_t);
  uint32_t *last = ARENA_ARRAY (arena, most, uint32_t);  /* a function of the last line of each */
  uint32_t *lines = ARENA_ARRAY (arena, most, uint32_t); /* how many it has */
  find_distances (d, arena, &order, distance);
  a->line = ARENA_ARRAY (arena, n, uint32_t);
  for (uint32_t i = 0; i < order.n; i++) {
    funid f = order.v[i];
    if (f > functions)
      continue; /* a world */
    uint32_t c = component[f];
    lines[c] += !lines[c] || distance[last[c]] != distance[f];
    last[c] = f;
    a->line[f] = lines[c] - 1;
  }
  vec_free (&order);
  uint32_t *rank = ARENA_ARRAY (arena, n, uint32_t), *first = last;
  for (uint32_t c = most, all = 0; c-- > 0; all += lines[c]) /* they are numbered callees first */
    first[c] = all;
  for (funid f = 1; f <= functions; f++)
    a->line[f] += first[component[f]];
  for (uint32_t i = 0; i < n; i++)
    rank[i] = i;
  ranklist_init (&a->lines, rank, n);
  a->first = ARENA_ARRAY (arena, n, uint32_t);
  a->last = ARENA_ARRAY (arena, n, uint32_t);
}

static void put_on_agenda (struct context_finder *d, uint32_t context)
{
  struct agenda *a = &d->agenda;
  uint32_t line = a->line[d->c->v.v[context].f];
  if (a->next.n <= context)
    vec_resize (&a->next, context + 1);
  if (a->next.v[context])
    return;
  a->next.v[context] = context;
  if (ranklist_push (&a->lines, line))
    a->first[line] = context;
  else
    a->next.v[a->last[line]] = context;
  a->last[line] = context;
}

bool next_on_agenda (struct context_finder *d, uint32_t *context)
{
  struct agenda *a = &d->agenda;
  uint32_t line;
  if (!ranklist_pop (&a->lines, &line))
    return false;
  uint32_t x = a->first[line];
  if (a->next.v[x] != x) {
    a->first[line] = a->next.v[x];
    ranklist_push (&a->lines, line);
  }
  a->next.v[x] = 0;
  *context = x;
  return true;
}

/* Entering */

/* The threads of X come to a context, if they are not there. */
static void arrive (struct context_finder *d, uint32_t context, const struct context *x)
{
  if (d->arrived.n <= context)
    vec_resize (&d->arrived, context + 1);
  uint32_t *newest = &d->arrived.v[context];
  const struct context *to = &d->c->v.v[context];
  if (sets_subset (&d->t->sets, x->threads, to->threads) &&
      sets_subset (&d->t->sets, x->sure, to->sure) && sets_subset (&d->t->sets, x->told, to->told))
    return;
  if (*newest && d->arrivals.v[*newest].threads == x->threads &&
      d->arrivals.v[*newest].sure == x->sure && d->arrivals.v[*newest].told == x->told)
    return;
  vec_push (&d->arrivals, (struct arrival){x->threads, x->sure, x->told, *newest});
  *newest = d->arrivals.n - 1;
  put_on_agenda (d, context);
}

static void gather (struct context_finder *d, setid threads)
{
  for (struct set_iter i = sets_each (&d->t->sets, threads); set_next (&i);)
    if (bitset_add (&d->gathered, i.x))
      vec_push (&d->elements, i.x);
}

static setid gathered (struct context_finder *d)
{
  setid all = sets_from (&d->t->sets, d->elements.v, d->elements.n);
  for (uint32_t i = 0; i < d->elements.n; i++)
    bitset_remove (&d->gathered, d->elements.v[i]);
  vec_clear (&d->elements);
  return all;
}

/* Lets those in that have arrived, all at once. */
void admit (struct context_finder *d, uint32_t context)
{
  struct context *x = &d->c->v.v[context];
  struct sets *sets = &d->t->sets;
  uint32_t first = d->arrived.v[context];
  d->arrived.v[context] = 0;
  if (!first)
    return;
  if (!d->arrivals.v[first].next) {
    x->threads = sets_union (sets, x->threads, d->arrivals.v[first].threads);
    x->sure = sets_union (sets, x->sure, d->arrivals.v[first].sure);
    x->told = sets_union (sets, x->told, d->arrivals.v[first].told);
    return;
  }
  gather (d, x->threads);
  for (uint32_t k = first; k; k = d->arrivals.v[k].next)
    gather (d, d->arrivals.v[k].threads);
  x->threads = gathered (d);
  gather (d, x->sure);
  for (uint32_t k = first; k; k = d->arrivals.v[k].next)
    gather (d, d->arrivals.v[k].sure);
  x->sure = gathered (d);
  gather (d, x->told);
  for (uint32_t k = first; k; k = d->arrivals.v[k].next)
    gather (d, d->arrivals.v[k].told);
  x->told = gathered (d);
}

struct left_by *left_by (struct context_finder *d, uint32_t context)
{
  if (d->left.n <= context)
    vec_resize (&d->left, context + 1);
  return &d->left.v[context];
}

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
  m->phases = m->phases && x->phases ? sets_union (sets, m->phases, x->phases) : SETS_EMPTY;
  m->chosen = m->chosen == x->chosen ? m->chosen : 0;
  m->owned &= x->owned;
  d->c->merged++;
  if (m->held.any != old.held.any || m->held.exclusive != old.held.exclusive ||
      m->alive != old.alive || m->ended != old.ended || m->sent != old.sent ||
      m->phases != old.phases || m->chosen != old.chosen || m->owned != old.owned) {
    bitset_remove (&d->told, number); /* its calls may lead elsewhere now */
    left_by (d, number)->all = false;
    put_on_agenda (d, number);
  }
}

/* All of a context but the threads; the signals come last. */
enum { KEY_LENGTH = 12, KEY_ALIKE = 11 };

static uint32_t key_of (struct context_finder *d, const struct context *x)
{
  uint32_t key[KEY_LENGTH] = {x->f,     x->start, x->opaque, x->held.any, x->held.exclusive,
                              x->alive, x->ended, x->phases, x->chosen,   x->owned,
                              x->later, x->sent};
  uint32_t id = tuples_intern (&d->known, key, KEY_LENGTH);
  if (id > d->number.n)
    vec_push (&d->number, 0);
  return id;
}

static struct context context_of_key (const struct context_finder *d, uint32_t id)
{
  const uint32_t *key = tuples_numbers (&d->known, id);
  return (struct context){.f = key[0],
                          .start = key[1],
                          .opaque = key[2],
                          .held = {key[3], key[4]},
                          .alive = key[5],
                          .ended = key[6],
                          .phases = key[7],
                          .chosen = key[8],
                          .owned = key[9],
                          .later = key[10],
                          .sent = key[11]};
}

/* The context with such a key that has no number, or one that stands for it. */
static uint32_t unnumbered_context (struct context_finder *d, const struct context *x, uint32_t key)
{
  enum { FEW_CONTEXTS = 3, MOST_CONTEXTS = 24, MOST_MERGED = 64 };
  uint32_t *stands = map_at (&d->stands, map_pair (key, x->threads));
  if (*stands)
    return *stands;
  /* When there are several, what differs in signals only is one; when there are many, what the same
     threads do with the same numbers is, and when that does not help, all are. */
  uint32_t all = x->opaque, same[] = {x->f, x->threads, x->opaque, x->chosen, x->owned};
  uint32_t those = 1 + tuples_intern (&d->same, same, 5);
  uint32_t *count = &d->count[x->f];
  uint32_t one = map_get (&d->merged, map_pair (x->f, all), 0);
  if (!one)
    one = map_get (&d->merged, map_pair (x->f, those), 0);
  uint32_t like = tuples_intern (&d->alike, tuples_numbers (&d->known, key), KEY_ALIKE);
  if (like > d->first_alike.n)
    vec_push (&d->first_alike, 0);
  uint32_t *alike = &d->first_alike.v[like - 1];
  if (!one && *count >= FEW_CONTEXTS)
    one = *alike;
  if (one) {
    merge_context (d, one, x);
    *stands = one;
    return one;
  }
  struct context new = *x;
  new.threads = new.sure = new.told = SETS_EMPTY;
  vec_push (&d->c->v, new);
  uint32_t number = d->c->v.n - 1;
  if (!*alike)
    *alike = number;
  if (!x->start && ++*count > MOST_CONTEXTS)
    map_set (&d->merged, map_pair (x->f, *count > MOST_CONTEXTS + MOST_MERGED ? all : those),
             number);
  else
    d->number.v[key - 1] = number;
  *stands = number;
  return number;
}

/* To the context with such a key. */
static void go (struct context_finder *d, struct context *x, uint32_t key, struct way way)
{
  way.to = d->number.v[key - 1];
  if (!way.to)
    way.to = unnumbered_context (d, x, key);
  if (!bitset_has (&d->told, way.from) || bitset_has (&d->skipped, way.from)) {
    vec_push (&d->c->ways, way);
    vec_push (&d->entered_as, key);
  }
  if (way.kind != WAY_SURE)
    x->sure = SETS_EMPTY;
  if (way.kind == WAY_LOST)
    x->told = SETS_EMPTY;
  arrive (d, way.to, x);
}

/* Those of the threads of X that come as it says; false: none. */
static bool keep_those (struct context_finder *d, struct context *x, bool later)
{
  setid first = first_threads (d, x->threads);
  setid kept = later ? sets_difference (&d->t->sets, x->threads, first) : first;
  x->sure = sets_intersection (&d->t->sets, x->sure, kept);
  x->told = sets_intersection (&d->t->sets, x->told, kept);
  x->threads = kept;
  return kept != SETS_EMPTY;
}

/* FROM a context at RECORD. */
void enter (struct context_finder *d, struct context x, uint32_t from, uint32_t record,
            enum way_kind kind)
{
  struct way way = {from, 0, record, (uint8_t)kind};
  if (!d->matters[x.f])
    return;
  for (int later = 0; later < 2 && d->alone[x.f]; later++) {
    struct context those = x;
    those.later = later;
    if (keep_those (d, &those, later))
      go (d, &those, key_of (d, &those), way);
  }
  if (!d->alone[x.f])
    go (d, &x, key_of (d, &x), way);
}

void enter_again (struct context_finder *d, const struct context *from, uint32_t way)
{
  uint32_t key = d->entered_as.v[way];
  struct context x = context_of_key (d, key);
  x.threads = from->threads;
  x.sure = from->sure;
  x.told = from->told;
  if (!d->alone[x.f] || keep_those (d, &x, x.later))
    go (d, &x, key, d->c->ways.v[way]);
}

/* The threads begin there. */
void enter_first (struct context_finder *d, struct context x)
{
  x.sure = x.told = x.threads;
  enter (d, x, 0, x.threads, WAY_SURE);
}
