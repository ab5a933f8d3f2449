/* Contexts: a worklist of functions in contexts, starting with the threads.  Creations met on the
   way tell who creates whom and who is alive then. */

#include "contexts.h"
#include "scc.h"
#include "worklist.h"

/* Threads that are to run in a context too. */
struct arrival {
  setid threads, sure;
  uint32_t next;
};

/* Contexts that wait for their turn, callers first: by component of the call graph, and in each in
   the order of arrival. */
struct agenda {
  struct ranklist components;
  uint32_t *first, *last; /* by component: contexts */
  vec_u32 next;           /* by context; itself: it is the last; 0: it does not wait */
};

struct context_finder {
  struct contexts *c;
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  struct tuples known;          /* all of a context but the threads */
  vec_u32 number;               /* by number in that: the context; 0: it was merged */
  struct map stands;            /* number in that, threads: the context that it was merged with */
  struct map target_sets;       /* function, record: 1 + set of those called */
  struct tuples entered_sets;   /* such a set and all of a context */
  struct tuples entered_worlds; /* world, threads, alive */
  struct tuples alike;          /* all but the signals */
  vec_u32 first_alike;          /* by number in that: the first context */
  struct map merged; /* function, threads and opacity: the context that stands for many */
  uint32_t *count;   /* by function */
  bool *matters;     /* by function: has settled items, or calls what has */
  struct agenda agenda;
  vec_u32 arrived;               /* by context: the newest arrival */
  VEC (struct arrival) arrivals; /* from 1 */
  struct bitset told;            /* contexts whose ways are known */
  struct bitset gathered;
  vec_u32 elements;
  uint32_t *first_world_call; /* by function, into world_calls */
  uint32_t *world_calls;      /* of pointers, by caller */
  vec_u32 world_functions[N_WORLDS];
  vec_u32 destructors;
  vec_u32 path;
  bool *two_creators; /* by thread */
};

/* The agenda */

static void init_agenda (struct context_finder *d, struct arena *arena)
{
  struct agenda *a = &d->agenda;
  uint32_t functions = d->s->p->objects.program->n_functions, n = 0;
  for (funid f = 1; f <= functions; f++)
    n = d->s->component[f] >= n ? d->s->component[f] + 1 : n;
  uint32_t *rank = ARENA_ARRAY (arena, n, uint32_t);
  for (uint32_t i = 0; i < n; i++)
    rank[i] = n - 1 - i; /* components are numbered callees first */
  ranklist_init (&a->components, rank, n);
  a->first = ARENA_ARRAY (arena, n, uint32_t);
  a->last = ARENA_ARRAY (arena, n, uint32_t);
}

static void put_on_agenda (struct context_finder *d, uint32_t context)
{
  struct agenda *a = &d->agenda;
  uint32_t component = d->s->component[d->c->v.v[context].f];
  if (a->next.n <= context)
    vec_resize (&a->next, context + 1);
  if (a->next.v[context])
    return;
  a->next.v[context] = context;
  if (ranklist_push (&a->components, component))
    a->first[component] = context;
  else
    a->next.v[a->last[component]] = context;
  a->last[component] = context;
}

static bool next_on_agenda (struct context_finder *d, uint32_t *context)
{
  struct agenda *a = &d->agenda;
  uint32_t component;
  if (!ranklist_pop (&a->components, &component))
    return false;
  uint32_t x = a->first[component];
  if (a->next.v[x] != x) {
    a->first[component] = a->next.v[x];
    ranklist_push (&a->components, component);
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
      sets_subset (&d->t->sets, x->sure, to->sure))
    return;
  if (*newest && d->arrivals.v[*newest].threads == x->threads &&
      d->arrivals.v[*newest].sure == x->sure)
    return;
  vec_push (&d->arrivals, (struct arrival){x->threads, x->sure, *newest});
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
static void admit (struct context_finder *d, uint32_t context)
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
  d->c->merged++;
  if (m->held.any != old.held.any || m->held.exclusive != old.held.exclusive ||
      m->alive != old.alive || m->ended != old.ended || m->sent != old.sent ||
      m->phases != old.phases) {
    bitset_remove (&d->told, number); /* its calls may lead elsewhere now */
    put_on_agenda (d, number);
  }
}

/* The context of a function, or one that stands for it. */
static uint32_t context_for (struct context_finder *d, const struct context *x)
{
  enum { FEW_CONTEXTS = 3, MOST_CONTEXTS = 24, MOST_MERGED = 64 };
  uint32_t key[] = {x->f,     x->start, x->opaque, x->held.any, x->held.exclusive,
                    x->alive, x->ended, x->phases, x->sent};
  uint32_t id = tuples_intern (&d->known, key, 9);
  if (id > d->number.n)
    vec_push (&d->number, 0);
  if (d->number.v[id - 1])
    return d->number.v[id - 1];
  uint32_t *stands = map_at (&d->stands, map_pair (id, x->threads));
  if (*stands)
    return *stands;
  /* When there are several, what differs in signals only is one; when there are many, what the same
     threads do is, and when that does not help, all are. */
  uint32_t all = x->opaque, those = x->threads << 1 | x->opaque;
  uint32_t *count = &d->count[x->f];
  uint32_t one = map_get (&d->merged, map_pair (x->f, all), 0);
  if (!one)
    one = map_get (&d->merged, map_pair (x->f, those), 0);
  uint32_t like = tuples_intern (&d->alike, key, 8);
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
  new.threads = new.sure = SETS_EMPTY;
  vec_push (&d->c->v, new);
  uint32_t number = d->c->v.n - 1;
  if (!*alike)
    *alike = number;
  if (!x->start && ++*count > MOST_CONTEXTS)
    map_set (&d->merged, map_pair (x->f, *count > MOST_CONTEXTS + MOST_MERGED ? all : those),
             number);
  else
    d->number.v[id - 1] = number;
  *stands = number;
  return number;
}

/* FROM a context at RECORD, by a call that can be of nothing else if SURE. */
static void enter (struct context_finder *d, struct context x, uint32_t from, uint32_t record,
                   bool sure)
{
  if (!d->matters[x.f])
    return;
  uint32_t to = context_for (d, &x);
  if (!bitset_has (&d->told, from))
    vec_push (&d->c->ways, (struct way){from, to, record, sure});
  if (!sure)
    x.sure = SETS_EMPTY;
  arrive (d, to, &x);
}

/* The threads begin there. */
static void enter_first (struct context_finder *d, struct context x)
{
  x.sure = x.threads;
  enter (d, x, 0, x.threads, true);
}

/* Whether the calls of a record can be of one function only. */
static bool is_sure (const struct pointers *p, uint32_t first, uint32_t end)
{
  uint32_t n = 0;
  for (uint32_t k = first; k < end && n < 2; k++)
    n += p->calls.v[k].kind == CALL_NOW && !p->models[p->calls.v[k].callee];
  return n <= 1;
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
    if (i->joined[0])
      *alive = threads_without (d->t, *alive, threads_joined_on_way (d->t, &d->path, k));
    if (i->kind == ITEM_ACCESS && !i->inner && writes_handle (d->s, &d->s->effects->v.v[i->effect]))
      /* The new thread may run before its handle is written. */
      *alive = sets_union (
          &d->t->sets, *alive,
          d->t->of_item.v[map_get (&d->t->fork_items, map_pair (i->function, i->record), 0)]);
  }
}

/* A task is created by one thread of the team if whoever does it has claimed that. */
static setid creating_claims (struct context_finder *d, const struct context *x, uint32_t item)
{
  const struct item *i = &d->s->items.v[item];
  setid claims = SETS_EMPTY;
  if (!i->task)
    return claims;
  setid held = sets_union (&d->terms->sets, x->held.any,
                           terms_of_holds (d->terms, i->function, i->held).any);
  for (struct set_iter k = sets_each (&d->terms->sets, held); set_next (&k);)
    if (term_get (d->terms, k.x).kind == TERM_CLAIM)
      claims = sets_add (&d->terms->sets, claims, k.x);
  return claims;
}

/* A region has phases of its own; a task ends in the phase in which it is created. */
static setid phases_of_created (struct context_finder *d, const struct context *x, uint32_t item,
                                funid start)
{
  const struct item *i = &d->s->items.v[item];
  if (i->region)
    return phases_at_start (&d->c->phases, start);
  return i->task ? phases_at (&d->c->phases, x->phases, x->f, i->record) : SETS_EMPTY;
}

/* The threads that an item creates begin. */
static void begin_threads (struct context_finder *d, uint32_t context, uint32_t item)
{
  const struct context x = d->c->v.v[context];
  for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[item]); set_next (&i);) {
    const struct thread *t = &d->t->v.v[i.x];
    if (t->item == item) /* else it is made concrete elsewhere */
      enter_first (d, (struct context){.f = t->start,
                                       .threads = sets_single (&d->t->sets, i.x),
                                       .start = t->first_item ? i.x : 0,
                                       .phases = phases_of_created (d, &x, item, t->start),
                                       .opaque = true});
  }
}

/* Who creates them. */
static void note_creation (struct context_finder *d, uint32_t context, uint32_t item)
{
  struct contexts *c = d->c;
  const struct context *x = &c->v.v[context];
  setid alive, ended;
  find_moment (d, x, item, &alive, &ended);
  for (struct set_iter i = sets_each (&d->t->sets, d->t->of_item.v[item]); set_next (&i);) {
    uint32_t one;
    if (d->t->v.v[i.x].item != item)
      continue;
    vec_push (&c->forks, (struct fork_event){i.x, x->threads, alive});
    bool single = sets_is_single (&d->t->sets, x->threads, &one);
    const struct item *fork = &d->s->items.v[item];
    setid lent = terms_of_holds (d->terms, fork->function, fork->lent).exclusive;
    c->lent[i.x] = c->creator[i.x] ? sets_intersection (&d->terms->sets, c->lent[i.x], lent) : lent;
    c->creators[i.x] = sets_union (&d->t->sets, c->creators[i.x], x->threads);
    c->held_at_fork[i.x] =
        sets_union (&d->terms->sets, c->held_at_fork[i.x],
                    terms_of_holds (d->terms, fork->function, fork->held).exclusive);
    setid claims = creating_claims (d, x, item);
    c->claims[i.x] =
        c->creator[i.x] ? sets_intersection (&d->terms->sets, claims, c->claims[i.x]) : claims;
    if (!c->creator[i.x]) {
      struct set_iter first = sets_each (&d->t->sets, x->threads);
      set_next (&first);
      c->creator[i.x] = first.x;
    }
    /* Two threads create it, each its own; or one does, again. */
    d->two_creators[i.x] |= !single || one != c->creator[i.x];
    c->many[i.x] |= sets_has (&d->t->sets, alive, i.x);
  }
}

/* A call that executes a region: the callee runs in this thread too, as one of the team. */
static void enter_region (struct context_finder *d, funid caller, uint32_t record,
                          struct context *to)
{
  uint32_t item = map_get (&d->t->fork_items, map_pair (caller, record), 0);
  if (!item || !d->s->items.v[item].region)
    return;
  setid team = d->t->of_item.v[item];
  to->alive = sets_union (&d->t->sets, to->alive, team);
  to->ended = sets_difference (&d->t->sets, to->ended, team);
  to->phases = sets_union (&d->terms->sets, to->phases, phases_at_start (&d->c->phases, to->f));
}

/* A call whose callee comes from a formal somewhere below. */
static void enter_deferred (struct context_finder *d, uint32_t context, uint32_t item)
{
  const struct context x = d->c->v.v[context];
  const struct item *i = &d->s->items.v[item];
  struct pointers *p = d->s->p;
  struct guards held = terms_without (d->terms, x.held, x.f, i->released);
  uint32_t record = i->at_start ? i->start_record : i->record;
  struct context to = {.threads = x.threads, .sure = x.sure};
  to.held = join_guards (d->terms, held, terms_of_holds (d->terms, i->function, i->held));
  find_moment (d, &x, item, &to.alive, &to.ended);
  to.sent = sets_union (&d->terms->sets, x.sent, terms_sent (d->terms, i->function, i->released));
  to.phases = phases_at (&d->c->phases, x.phases, x.f, record);
  if (i->brought) {
    to.f = function_of_expr (d->s, i->e[0]);
    enter (d, to, context, record, false);
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
    enter (d, to, context, record, false);
  }
  while (i->inner)
    i = &d->s->items.v[i->inner];
  uint32_t first, end;
  calls_of_record (p, i->function, i->record, &first, &end);
  for (uint32_t k = first; !any && k < end; k++)
    if (p->calls.v[k].kind == CALL_NOW) {
      to.f = p->calls.v[k].callee;
      enter (d, to, context, record, false);
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
    begin_threads (d, context, k);
  else if (d->s->items.v[k].kind == ITEM_CALL)
    enter_deferred (d, context, k);
}

/* The start of a thread whose items are known in terms of its creator. */
static const struct thread *started (const struct context_finder *d, const struct context *x)
{
  return x->start ? &d->t->v.v[x->start] : NULL;
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

static void note_creations (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct thread *t = started (d, &x);
  uint32_t first, end;
  items_of (d, &x, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (d->s->items.v[k].kind == ITEM_FORK && (!d->s->items.v[k].open || x.opaque))
      note_creation (d, context, k);
  for (uint32_t k = 0; t && k < t->n_items; k++)
    if (d->s->items.v[t->first_item + k].kind == ITEM_FORK)
      note_creation (d, context, t->first_item + k);
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
  e.phases = phases_at (&d->c->phases, x->phases, x->f, i->at_start ? i->start_record : i->record);
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
static void enter_last (struct context_finder *d, setid threads, setid alive)
{
  const struct program *p = d->s->p->objects.program;
  struct context x = {.threads = threads, .opaque = true, .alive = alive};
  for (thread_id i = 1; i < d->t->v.n; i++)
    if (d->t->v.v[i].kind == THREAD_LATER && !d->t->v.v[i].many) {
      x.f = d->t->v.v[i].start;
      enter_first (d, x);
    }
  for (uint32_t i = 0; i < d->destructors.n; i++)
    if (p->functions[d->destructors.v[i]].body) {
      x.f = d->destructors.v[i];
      enter_first (d, x);
    }
}

enum { MANY_TARGETS = 8 };

/* Whether all targets of a call through a pointer have been entered like this from another call
   with the same targets: tables of functions are called from many places. */
static bool is_entered (struct context_finder *d, funid f, uint32_t record,
                        const struct context *to, uint32_t first, uint32_t end)
{
  const struct pointers *p = d->s->p;
  uint32_t *set = map_at (&d->target_sets, map_pair (f, record));
  if (!*set) {
    vec_u32 targets = {0};
    for (uint32_t i = first; i < end; i++)
      if (p->calls.v[i].kind == CALL_NOW)
        vec_push (&targets, p->calls.v[i].callee);
    setid made = sets_from (&d->terms->sets, targets.v, targets.n);
    vec_free (&targets);
    set = map_at (&d->target_sets, map_pair (f, record));
    *set = 1 + made;
  }
  uint32_t key[] = {*set,      to->threads, to->held.any, to->held.exclusive,
                    to->alive, to->ended,   to->sent,     to->phases};
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
      enter_last (d, x.threads,
                  threads_alive_at (d->t, x.alive, x.f, p->calls.v[k].record, SETS_EMPTY));
  }
  for (uint32_t k = 0; k < m->n_points; k++) {
    const struct call_point *at = &d->s->points.v[m->first_point + k];
    uint32_t first, end;
    calls_of_record (p, x.f, at->record, &first, &end);
    struct context to = {.threads = x.threads, .sure = x.sure};
    bool computed = false, sure = is_sure (p, first, end);
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
        to.phases = phases_at (&d->c->phases, x.phases, x.f, at->record);
        computed = true;
        if (end - first > MANY_TARGETS && is_entered (d, x.f, at->record, &to, first, end))
          break;
      }
      to.f = c->callee;
      to.opaque = !call_is_instantiated (d->s, c);
      struct context now = to;
      enter_region (d, x.f, at->record, &now);
      enter (d, now, context, at->record, sure);
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
    uint32_t key[] = {w->world, x.threads, alive};
    uint32_t before = tuples_count (&d->entered_worlds);
    if (tuples_intern (&d->entered_worlds, key, 3) <= before)
      continue;
    for (uint32_t i = 0; i < l->n; i++)
      enter (d,
             (struct context){.f = l->v[i], .threads = x.threads, .opaque = true, .alive = alive},
             context, w->record, false);
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

static int by_priority (const void *a, const void *b, void *program)
{
  const struct program *p = program;
  uint64_t x = p->functions[*(const funid *)a].body->r.priority;
  uint64_t y = p->functions[*(const funid *)b].body->r.priority;
  return x < y ? -1 : x > y;
}

/* Functions that run in main's thread before it; what each leaves running is there when the next
   one starts.  Those of equal priority: in any order. */
static setid enter_constructors (struct context_finder *d, setid threads)
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
      enter_first (d, (struct context){.f = constructors.v[k],
                                       .threads = threads,
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
  struct context x = {.threads = sets_single (&d->t->sets, i), .opaque = true};
  for (uint32_t k = 0; t->kind == THREAD_ENTRY && k < p->n_entries; k++) {
    x.f = p->entries[k];
    enter_first (d, x);
  }
  setid alive = t->kind == THREAD_MAIN ? enter_constructors (d, x.threads) : SETS_EMPTY;
  x.f = t->start;
  x.alive = alive;
  enter_first (d, x);
  if (t->kind == THREAD_MAIN)
    enter_last (d, x.threads,
                sets_union (&d->t->sets, d->t->at_exit[t->start].born,
                            sets_difference (&d->t->sets, alive, d->t->at_exit[t->start].joined)));
}

void contexts_find (struct contexts *c, struct threads *t, struct terms *terms)
{
  uint32_t n = t->s->p->objects.program->n_functions, x;
  struct context_finder d = {.c = c, .t = t, .s = t->s, .terms = terms};
  struct arena arena = {0};
  *c = (struct contexts){.t = t, .terms = terms};
  phases_init (&c->phases, t->s, &terms->sets);
  vec_push (&c->v, (struct context){0});
  c->many = xcalloc (t->v.n, sizeof *c->many);
  c->creator = xcalloc (t->v.n, sizeof *c->creator);
  c->creators = xcalloc (t->v.n, sizeof *c->creators);
  c->lent = xcalloc (t->v.n, sizeof *c->lent);
  c->held_at_fork = xcalloc (t->v.n, sizeof *c->held_at_fork);
  c->claims = xcalloc (t->v.n, sizeof *c->claims);
  d.two_creators = ARENA_ARRAY (&arena, t->v.n, bool);
  vec_push (&d.arrivals, (struct arrival){0});
  d.count = ARENA_ARRAY (&arena, n + 1, uint32_t);
  d.matters = ARENA_ARRAY (&arena, n + 1, bool);
  init_agenda (&d, &arena);
  find_matters (&d);
  index_worlds (&d, &arena);
  for (thread_id i = 1; i < t->v.n; i++) {
    c->many[i] = t->v.v[i].many;
    enter_thread (&d, i);
  }
  while (next_on_agenda (&d, &x)) {
    admit (&d, x);
    note_items (&d, x);
    enter_callees (&d, x);
    enter_worlds (&d, x);
    bitset_add (&d.told, x);
  }
  for (x = 1; x < c->v.n; x++)
    note_creations (&d, x);
  for (thread_id i = 1; i < t->v.n; i++) /* two threads create it, each its own */
    c->many[i] |= d.two_creators[i] && !c->claims[i];
  find_beside (c);
  for (x = 1; x < c->v.n; x++)
    note_events (&d, x);
  tuples_free (&d.known);
  tuples_free (&d.alike);
  tuples_free (&d.entered_worlds);
  tuples_free (&d.entered_sets);
  map_free (&d.target_sets);
  vec_free (&d.first_alike);
  map_free (&d.merged);
  map_free (&d.stands);
  vec_free (&d.number);
  ranklist_free (&d.agenda.components);
  vec_free (&d.agenda.next);
  vec_free (&d.arrived);
  vec_free (&d.arrivals);
  bitset_free (&d.told);
  bitset_free (&d.gathered);
  vec_free (&d.elements);
  vec_free (&d.destructors);
  vec_free (&d.path);
  for (int w = 0; w < N_WORLDS; w++)
    vec_free (&d.world_functions[w]);
  arena_free (&arena);
}

void contexts_free (struct contexts *c)
{
  free (c->descendants);
  free (c->met);
  map_free (&c->with_descendants);
  free (c->many);
  free (c->creator);
  free (c->creators);
  free (c->lent);
  free (c->held_at_fork);
  free (c->claims);
  phases_free (&c->phases);
  vec_free (&c->v);
  vec_free (&c->ways);
  vec_free (&c->forks);
  vec_free (&c->occurrences);
}
