/* Contexts: where the calls of one lead, those into worlds and those at the end of the program too.
 */

#include "contexts-internal.h"

/* What others than F leave running that are called when the program ends, in any order; ALL: all of
   them. */
static setid left_by_others (struct context_finder *d, funid f, setid all)
{
  setid left = SETS_EMPTY;
  if (f && !d->t->at_exit[f].born)
    return all;
  for (uint32_t i = 0; i < d->later.n; i++) {
    const struct thread *v = &d->t->v.v[d->later.v[i]];
    if (!v->child && v->start != f)
      left = sets_union (&d->t->sets, left, d->t->at_exit[v->start].born);
  }
  for (uint32_t i = 0; i < d->destructors.n; i++)
    if (d->destructors.v[i] != f)
      left = sets_union (&d->t->sets, left, d->t->at_exit[d->destructors.v[i]].born);
  return left;
}

void index_last (struct context_finder *d)
{
  for (thread_id i = 1; i < d->t->v.n; i++)
    if (d->t->v.v[i].kind == THREAD_LATER && !d->t->v.v[i].many)
      vec_push (&d->later, i);
}

static void end_program (struct context_finder *d, setid threads, setid alive)
{
  const struct program *p = d->s->p->objects.program;
  struct context x = {
      .threads = threads, .opaque = true, .alive = alive, .sent = terms_sent_any (d->terms)};
  setid end = proves_by (d->s->p, PROOF_EXIT)
                  ? sets_single (&d->terms->sets, term_of_end (d->terms))
                  : SETS_EMPTY;
  struct guards once = {end, end}, none = {SETS_EMPTY, SETS_EMPTY};
  setid all = left_by_others (d, 0, SETS_EMPTY);
  for (uint32_t i = 0; i < d->later.n; i++) {
    const struct thread *v = &d->t->v.v[d->later.v[i]];
    x.f = v->start;
    x.held = v->last ? once : none;
    x.alive =
        v->child ? SETS_EMPTY : sets_union (&d->t->sets, alive, left_by_others (d, x.f, all));
    enter_first (d, x);
  }
  x.held = once;
  for (uint32_t i = 0; i < d->destructors.n; i++)
    if (p->functions[d->destructors.v[i]].body) {
      x.f = d->destructors.v[i];
      x.alive = sets_union (&d->t->sets, alive, left_by_others (d, x.f, all));
      enter_first (d, x);
    }
}

void enter_last (struct context_finder *d, setid threads, setid alive)
{
  enum { MOST_ENDS = 32 }; /* more than that have few contexts, too */
  uint32_t key[] = {threads, alive}, before = tuples_count (&d->ends);
  if (tuples_intern (&d->ends, key, 2) <= before)
    return;
  if (before < MOST_ENDS) {
    end_program (d, threads, alive);
    return;
  }
  d->last_threads = sets_union (&d->t->sets, d->last_threads, threads);
  d->last_alive = sets_union (&d->t->sets, d->last_alive, alive);
  d->ends_left = true;
}

bool enter_left (struct context_finder *d)
{
  bool left = d->ends_left;
  d->ends_left = false;
  if (left)
    end_program (d, d->last_threads, d->last_alive);
  return left;
}

/* Whether the calls of a record can be of one function only. */
static bool is_sure (const struct pointers *p, uint32_t first, uint32_t end)
{
  uint32_t n = 0;
  for (uint32_t k = first; k < end && n < 2; k++)
    n += p->calls.v[k].kind == CALL_NOW && !p->models[p->calls.v[k].callee];
  return n <= 1;
}

/* Those that a call through a pointer leads to. */
static setid targets_of (struct context_finder *d, funid f, uint32_t record, uint32_t first,
                         uint32_t end)
{
  const struct pointers *p = d->s->p;
  uint32_t *set = map_at (&d->target_sets, map_pair (f, record));
  if (!*set) {
    vec_u32 targets = {0};
    for (uint32_t i = first; i < end; i++)
      if (p->calls.v[i].kind == CALL_NOW)
        vec_push (&targets, p->calls.v[i].callee);
    *set = 1 + sets_from (&d->terms->sets, targets.v, targets.n);
    vec_free (&targets);
  }
  return *set - 1;
}

bool is_entered (struct context_finder *d, uint32_t from, const struct context *to, setid targets,
                 uint32_t chosen)
{
  uint32_t key[] = {targets,   to->threads, to->told, to->held.any, to->held.exclusive, to->alive,
                    to->ended, to->sent,    to->phases, to->opaque,   chosen};
  uint32_t before = tuples_count (&d->entered_sets);
  if (tuples_intern (&d->entered_sets, key, sizeof key / sizeof key[0]) > before)
    return false;
  bitset_add (&d->skipped, from); /* more threads may come, which find their ways from there only */
  return true;
}

void find_edges (struct context_finder *d, struct arena *arena)
{
  const struct pointers *p = d->s->p;
  d->edges = ARENA_ARRAY (arena, p->calls.n, struct edge_facts);
  d->points = ARENA_ARRAY (arena, d->s->points.n, struct point_facts);
  for (uint32_t first = p->first_call[1], end; first < p->calls.n; first = end) {
    const struct call_edge *c = &p->calls.v[first];
    calls_of_record (p, c->caller, c->record, &first, &end);
    struct edge_facts all = {.sure = is_sure (p, first, end),
                             .region = is_region_call (d, c->caller, c->record)};
    const struct rec_call *plain = plain_call (p, c->caller, c->record);
    for (uint32_t i = first; i < end; i++) {
      d->edges[i] = all;
      d->edges[i].plain = p->calls.v[i].kind == CALL_NOW ? plain : NULL;
      d->edges[i].opaque = !call_is_instantiated (d->s, &p->calls.v[i]);
    }
  }
}

const struct edge_facts *edge_facts (const struct context_finder *d, const struct call_edge *c)
{
  return &d->edges[c - d->s->p->calls.v];
}

static setid not_created (struct threads *t, setid threads)
{
  setid left = threads;
  for (struct set_iter i = sets_each (&t->sets, threads); set_next (&i);)
    if (t->v.v[i.x].kind == THREAD_CREATED)
      left = sets_difference (&t->sets, left, sets_single (&t->sets, i.x));
  return left;
}

/* The program may end there. */
static void enter_exits (struct context_finder *d, const struct context *x)
{
  bool failures_matter = !(d->s->p->assumed & assumption_bit (ASSUME_FAILURES));
  const struct pointers *p = d->s->p;
  for (uint32_t k = d->exits[x->f] ? p->first_call[x->f] : UINT32_MAX; k < p->first_call[x->f + 1];
       k++) {
    const struct model *model = p->models[p->calls.v[k].callee];
    if (!model || !model_has (model, EFFECT_EXIT) || is_other_mode (d, x, p->calls.v[k].record))
      continue;
    setid by = failures_matter || !d->edges[k].fails
                   ? x->threads
                   : not_created (d->t, x->threads);
    if (by)
      enter_last (d, by, threads_alive_at (d->t, x->alive, x->f, p->calls.v[k].record, SETS_EMPTY));
  }
}

static const struct point_facts *point_facts (struct context_finder *d, funid f, uint32_t point)
{
  struct point_facts *known = &d->points[point];
  const struct call_point *at = &d->s->points.v[point];
  if (!known->known) {
    known->known = true;
    known->held = terms_of_holds (d->terms, f, at->held);
    known->sent = terms_sent (d->terms, f, at->released);
    known->change = threads_change_at (d->t, f, at->record, at->held);
  }
  return known;
}

void enter_callees (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct summary *m = &d->s->of[x.f];
  const struct pointers *p = d->s->p;
  enter_exits (d, &x);
  struct left_by known = *left_by (d, context);
  bool told = bitset_has (&d->told, context);
  if (told && known.all) {
    for (uint32_t k = known.first; k < known.end; k++)
      enter_again (d, &x, k);
    return;
  }
  if (!told)
    *left_by (d, context) = (struct left_by){.first = d->c->ways.n, .all = true};
  for (uint32_t k = 0; k < m->n_points; k++) {
    const struct call_point *at = &d->s->points.v[m->first_point + k];
    uint32_t first, end;
    if (is_not_chosen (d, &x, at->facts) || is_other_mode (d, &x, at->record))
      continue;
    calls_of_record (p, x.f, at->record, &first, &end);
    struct context from = x, to = {0};
    bool alone = is_alone_at (d, x.f, at->record), computed = false;
    if (alone)
      left_by (d, context)->all = false;
    if (!comes_alone (d, alone, &from))
      continue;
    for (uint32_t i = first; i < end; i++) {
      const struct call_edge *c = &p->calls.v[i];
      if (c->kind != CALL_NOW || !d->matters[c->callee] || at->deferred)
        continue;
      if (!computed) {
        struct guards held = terms_without (d->terms, x.held, x.f, at->released);
        const struct point_facts *point = point_facts (d, x.f, m->first_point + k);
        to = (struct context){.threads = from.threads, .sure = from.sure, .told = from.told};
        to.held = join_guards (d->terms, held, point->held);
        to.alive = x.alive;
        to.ended = x.ended;
        change_threads (&d->t->sets, &point->change, &to.alive, &to.ended);
        to.alive = alone ? SETS_EMPTY : to.alive;
        to.sent = sets_union (&d->terms->sets, x.sent, point->sent);
        to.phases = phases_at (&d->c->phases, x.phases, x.f, at->record);
        computed = true;
        if (end - first > MANY_TARGETS) {
          left_by (d, context)->all = false;
          if (is_entered (d, context, &to, targets_of (d, x.f, at->record, first, end), 0))
            break;
        }
      }
      to.f = c->callee;
      to.opaque = d->edges[i].opaque;
      to.owned = end - first > MANY_TARGETS ? 0 : handed_at (d, &x, at, c);
      to.chosen = end - first > MANY_TARGETS ? 0 : chosen_at (d, &x, c);
      struct context now = to;
      if (c->number == NUMBER_MANY) /* a library calls it again beside what it has left */
        now.alive = sets_union (&d->t->sets, now.alive, d->t->at_exit[c->callee].born);
      if (d->edges[i].region)
        enter_region (d, x.f, at->record, &now);
      enter (d, now, context, at->record, d->edges[i].sure ? WAY_SURE : WAY_TOLD);
    }
  }
  left_by (d, context)->end = d->c->ways.n;
}

/* Calls into a world lead to all its functions. */
void enter_worlds (struct context_finder *d, uint32_t context)
{
  const struct context x = d->c->v.v[context];
  const struct pointers *p = d->s->p;
  for (uint32_t k = d->first_world_call[x.f]; k < d->first_world_call[x.f + 1]; k++) {
    const struct world_call *w = &p->world_calls.v[d->world_calls[k]];
    const vec_u32 *l = &d->world_functions[w->world];
    struct context from = x;
    bool alone = is_alone_at (d, x.f, w->record);
    if (!comes_alone (d, alone, &from))
      continue;
    setid alive = alone ? SETS_EMPTY : threads_alive_at (d->t, x.alive, x.f, w->record, SETS_EMPTY);
    if (w->world == WORLD_OUTSIDE) /* it calls them again, beside what they have left */
      alive = sets_union (&d->t->sets, alive, d->outside_left);
    shape_id shape = w->world == WORLD_POOL ? w->shape : 0;
    uint32_t key[] = {w->world, from.threads, from.told, alive, shape};
    uint32_t before = tuples_count (&d->entered_worlds);
    if (tuples_intern (&d->entered_worlds, key, 5) <= before)
      continue;
    struct context to = {.threads = from.threads,
                         .told = from.told,
                         .opaque = true,
                         .alive = alive,
                         .sent = terms_sent_any (d->terms)};
    for (uint32_t i = 0; i < l->n; i++) {
      to.f = l->v[i];
      if (signature_fits (&d->s->p->signatures, shape, to.f))
        enter (d, to, context, w->record, d->lost_world[w->world] ? WAY_LOST : WAY_TOLD);
    }
  }
}

void index_worlds (struct context_finder *d, struct arena *arena)
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
  for (uint32_t w = 0; w < N_WORLDS; w++) {
    d->lost_world[w] = world_is_lost (p, w, true);
    for (funid f = 1; f <= n; f++)
      if (d->matters[f] && called_from_world (p, w, f)) {
        vec_push (&d->world_functions[w], f);
        if (w == WORLD_OUTSIDE)
          d->outside_left = sets_union (&d->t->sets, d->outside_left, d->t->at_exit[f].born);
      }
  }
}
