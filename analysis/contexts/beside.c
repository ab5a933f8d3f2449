/* Beside: who may run while another does.  A thread runs beside those that are alive when it, or
   one that leads to it, is created, and beside what those lead to; this is kept for the younger of
   two only. */

#include "contexts.h"
#include "scc.h"
#include "teams.h"

/* A set of threads and all that they lead to. */
static setid with_descendants (struct contexts *c, setid set)
{
  struct sets *sets = &c->t->sets;
  setid parents = sets_intersection (sets, set, c->parents);
  if (!parents)
    return set;
  uint32_t known = map_get (&c->with_descendants, set, 0);
  if (known)
    return known - 1;
  setid all = set;
  for (struct set_iter i = sets_each (sets, parents); set_next (&i);)
    all = sets_union (sets, all, c->descendants[i.x]);
  map_set (&c->with_descendants, set, 1 + all);
  return all;
}

/* From creators to those they create. */
static struct csr creations (const struct contexts *c, struct arena *arena)
{
  vec_u32 from = {0}, to = {0};
  for (uint32_t k = 0; k < c->forks.n; k++)
    for (struct set_iter i = sets_each (&c->t->sets, c->forks.v[k].by); set_next (&i);) {
      vec_push (&from, i.x);
      vec_push (&to, c->forks.v[k].thread);
    }
  struct csr graph = csr_from_edges (arena, c->t->v.n, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  return graph;
}

static bool is_parent (const struct csr *graph, thread_id i)
{
  return graph->first[i] < graph->first[i + 1];
}

/* Children come first in SCC. */
static void find_descendants (struct contexts *c, const struct csr *graph, const struct scc *scc)
{
  struct sets *sets = &c->t->sets;
  vec_u32 alone = {0}; /* members, and children that lead to nobody */
  vec_u32 parents = {0};
  c->descendants = xcalloc (c->t->v.n, sizeof *c->descendants);
  for (uint32_t n = 0; n < scc->n; n++) {
    setid all = SETS_EMPTY;
    vec_clear (&alone);
    for (uint32_t i = scc->first[n]; i < scc->first[n + 1]; i++) {
      thread_id parent = scc->members[i];
      vec_push (&alone, parent);
      if (is_parent (graph, parent))
        vec_push (&parents, parent);
      for (uint32_t k = graph->first[parent]; k < graph->first[parent + 1]; k++)
        if (is_parent (graph, graph->targets[k]))
          all = sets_union (sets, all, c->descendants[graph->targets[k]]);
        else
          vec_push (&alone, graph->targets[k]);
    }
    all = sets_union (sets, all, sets_from (sets, alone.v, alone.n));
    for (uint32_t i = scc->first[n]; i < scc->first[n + 1]; i++)
      c->descendants[scc->members[i]] = all;
  }
  c->parents = sets_from (sets, parents.v, parents.n);
  for (uint32_t i = 0; i < parents.n; i++) {
    const struct thread *v = &c->t->v.v[parents.v[i]];
    if (v->kind == THREAD_SIGNAL || (v->kind == THREAD_LATER && v->many))
      c->sudden = sets_add (sets, c->sudden, parents.v[i]);
  }
  vec_free (&alone);
  vec_free (&parents);
}

/* What is known of a function that several threads call is known of all of them: each may create
   threads by it.  Of those that are alive then a thread has created some itself, and others were
   left by those to which it leads.  Who else runs beside it is known from where that one, and those
   that lead to it, were created. */
static void find_own (struct contexts *c, const struct csr *graph, const struct scc *scc)
{
  struct sets *sets = &c->t->sets;
  setid *left = xcalloc (c->t->v.n, sizeof *left); /* by it, and those to which it leads */
  c->own = xcalloc (c->t->v.n, sizeof *c->own);
  for (uint32_t n = 0; n < scc->n; n++) {
    const uint32_t *members = scc->members + scc->first[n];
    uint32_t count = scc->first[n + 1] - scc->first[n];
    setid all = SETS_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
      all = sets_union (sets, all, c->t->v.v[members[i]].left);
      for (uint32_t k = graph->first[members[i]]; k < graph->first[members[i] + 1]; k++)
        all = sets_union (sets, all, left[graph->targets[k]]);
    }
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t *children = graph->targets + graph->first[members[i]];
      uint32_t n_children = graph->first[members[i] + 1] - graph->first[members[i]];
      left[members[i]] = all;
      c->own[members[i]] = sets_union (sets, all, sets_from (sets, children, n_children));
    }
  }
  free (left);
}

static void find_several (struct contexts *c)
{
  for (thread_id i = 1; i < c->t->v.n; i++)
    if (c->t->v.v[i].kind == THREAD_SIGNAL)
      c->many[i] = !c->t->v.v[i].taken_by || c->many[c->t->v.v[i].taken_by];
  vec_u32 several = {0};
  for (thread_id i = 1; i < c->t->v.n; i++)
    if (c->many[i])
      vec_push (&several, i);
  c->several = sets_from (&c->t->sets, several.v, several.n);
  vec_free (&several);
}

/* Several of a thread have several of each child, unless only one of them creates it. */
static void multiply (struct contexts *c, const struct csr *graph, const struct scc *scc)
{
  for (uint32_t n = scc->n; n-- > 0;) {
    const uint32_t *members = scc->members + scc->first[n];
    uint32_t count = scc->first[n + 1] - scc->first[n];
    bool many = false;
    for (uint32_t i = 0; i < count; i++)
      many |= c->many[members[i]];
    for (uint32_t i = 0; many && i < count; i++) {
      c->many[members[i]] = true;
      for (uint32_t k = graph->first[members[i]]; k < graph->first[members[i] + 1]; k++)
        if (!c->claims[graph->targets[k]])
          c->many[graph->targets[k]] = true;
    }
  }
}

/* Those of ALIVE that threads BY have. */
static setid own_of (struct contexts *c, setid by, setid alive)
{
  struct sets *sets = &c->t->sets;
  setid own = SETS_EMPTY;
  for (struct set_iter i = sets_each (sets, alive ? by : SETS_EMPTY); set_next (&i);)
    own = sets_union (sets, own, sets_intersection (sets, alive, c->own[i.x]));
  return own;
}

/* Who runs when a thread is created.  The threads of a team run beside a task that one of them has
   created, which is itself among what they lead to. */
static setid met_at (struct contexts *c, const struct fork_event *e)
{
  struct sets *sets = &c->t->sets;
  setid others = sets_intersection (sets, e->by, c->several); /* other instances of the creator */
  setid met = sets_union (sets, own_of (c, e->by, e->alive), others), teams = SETS_EMPTY;
  for (struct set_iter i = sets_each (sets, c->claims[e->thread] ? met : SETS_EMPTY);
       set_next (&i);)
    if (c->t->v.v[i.x].item && c->t->s->items.v[c->t->v.v[i.x].item].region)
      teams = sets_add (sets, teams, i.x);
  return sets_union (sets, with_descendants (c, sets_difference (sets, met, teams)), teams);
}

void find_beside (struct contexts *c)
{
  struct arena arena = {0};
  struct sets *sets = &c->t->sets;
  struct csr graph = creations (c, &arena), creators = csr_reverse (&arena, &graph);
  struct scc scc = scc_find (&arena, &graph);
  find_descendants (c, &graph, &scc);
  find_own (c, &graph, &scc);
  multiply (c, &graph, &scc);
  find_several (c);
  c->alone = true;
  for (thread_id i = 1; i < c->t->v.n; i++)
    c->alone &= c->t->v.v[i].kind != THREAD_CREATED && c->t->v.v[i].kind != THREAD_ENTRY;
  c->met = xcalloc (c->t->v.n, sizeof *c->met);
  for (uint32_t k = 0; k < c->forks.n; k++) {
    const struct fork_event *e = &c->forks.v[k];
    c->met[e->thread] = sets_union (sets, c->met[e->thread], met_at (c, e));
  }
  for (uint32_t n = scc.n; n-- > 0;) {
    setid all = SETS_EMPTY;
    for (uint32_t i = scc.first[n]; i < scc.first[n + 1]; i++) {
      thread_id child = scc.members[i];
      all = sets_union (sets, all, c->met[child]);
      for (uint32_t k = creators.first[child]; k < creators.first[child + 1]; k++)
        all = sets_union (sets, all, c->met[creators.targets[k]]);
    }
    for (uint32_t i = scc.first[n]; i < scc.first[n + 1]; i++)
      c->met[scc.members[i]] = all;
  }
  for (thread_id i = 1; i < c->t->v.n; i++)
    c->many[i] |= sets_has (sets, c->met[i], i);
  find_several (c);
  arena_free (&arena);
}

setid contexts_beside (struct contexts *c, thread_id by, setid alive)
{
  return sets_union (&c->t->sets, c->met[by], with_descendants (c, alive));
}

bool runs_beside (const struct contexts *c, thread_id a, thread_id b)
{
  const struct threads *t = c->t;
  /* What is called from outside runs beside everything. */
  return t->v.v[a].kind == THREAD_ENTRY || t->v.v[b].kind == THREAD_ENTRY ||
         sets_has (&t->sets, c->met[a], b) || sets_has (&t->sets, c->met[b], a);
}

static bool is_alone (const struct threads *t, thread_id i, setid alive)
{
  return t->v.v[i].kind == THREAD_MAIN && !alive;
}

bool contexts_has_ended (const struct contexts *c, struct moment a, setid held, thread_id b)
{
  const struct threads *t = c->t;
  if (a.thread == b || !c->roots[b] || !sets_meet (&c->terms->sets, held, c->roots[b]))
    return false;
  for (struct set_iter i = sets_each (&t->sets, a.alive); set_next (&i);)
    if (!t->s->items.v[t->v.v[i.x].item].region && sets_has (&t->sets, c->descendants[i.x], b))
      return false;
  return true;
}

/* The threads of a region, or teams of a league, each start the same regions inside.  What happens
   in one of those is looked at for one of them, the thread which has started the outer region: it
   has threads of its own there.  The others do all of it themselves, which is what may happen
   between two of them. */
bool is_other_team (const struct threads *t, thread_id i)
{
  const struct thread *v = &t->v.v[i];
  return v->kind == THREAD_CREATED && t->s->items.v[v->item].region &&
         bitset_has (&t->s->outer_regions, v->start);
}

bool is_inner_region (const struct threads *t, thread_id a, funid f)
{
  const struct pointers *p = t->s->p;
  funid outer = t->v.v[a].start;
  for (uint32_t k = p->first_call[outer]; is_region (t->s, f) && k < p->first_call[outer + 1]; k++)
    if (p->calls.v[k].kind == CALL_FORK && p->calls.v[k].callee == f)
      return true;
  return false;
}

bool is_inside_team (const struct threads *t, thread_id a, thread_id b)
{
  const struct thread *v = &t->v.v[b];
  return v->kind == THREAD_CREATED && t->s->items.v[v->item].region &&
         item_core (t->s, &t->s->items.v[v->item])->function == t->v.v[a].start;
}

/* Whether A is such a thread, and B is in an inner region of the one whose regions are looked at.
 */
static bool are_of_teams (const struct threads *t, thread_id a, struct moment b)
{
  if (!is_other_team (t, a))
    return false;
  bool inside = is_inside_team (t, a, b.thread);
  for (struct set_iter i = sets_each (&t->sets, b.alive); !inside && set_next (&i);)
    inside = is_inside_team (t, a, i.x);
  return inside;
}

/* The only thread in which it runs; 0: a handler that may interrupt several. */
static thread_id runs_in (const struct contexts *c, thread_id i)
{
  const struct thread *v = &c->t->v.v[i];
  return v->kind == THREAD_SIGNAL ? v->taken_by : i;
}

/* Whether they run in one thread, at least one of them a handler that interrupts it. */
static bool are_in_one (const struct contexts *c, thread_id a, thread_id b)
{
  thread_id in = runs_in (c, a);
  return in && in == runs_in (c, b) && !c->many[in];
}

/* Whether B may be alive at that moment because of what its thread has created. */
static bool meets_own (struct contexts *c, struct moment a, thread_id b)
{
  struct sets *sets = &c->t->sets;
  return sets_has (sets, with_descendants (c, a.alive), b) &&
         sets_has (sets, with_descendants (c, sets_intersection (sets, a.alive, c->own[a.thread])),
                   b);
}

/* Whether B may be alive at that moment because a handler has created it, which was installed then,
   or what is called whenever a thread ends: nobody whom they interrupt has. */
static bool comes_suddenly (const struct contexts *c, struct moment a, thread_id b)
{
  const struct sets *sets = &c->t->sets;
  for (struct set_iter i = sets_each (sets, c->sudden); set_next (&i);)
    if (i.x != b && sets_has (sets, c->descendants[i.x], b) && !sets_has (sets, a.ended, i.x))
      return true;
  return false;
}

/* Whether B has ended by that moment, or is a handler that nobody has installed. */
static bool is_over (const struct contexts *c, struct moment a, thread_id b)
{
  return (!c->many[b] || c->t->v.v[b].kind == THREAD_SIGNAL) && sets_has (&c->t->sets, a.ended, b);
}

bool contexts_parallel (struct contexts *c, struct moment a, struct moment b)
{
  const struct threads *t = c->t;
  if (c->terms->has_teams && a.phases && b.phases &&
      !sets_meet (&c->terms->sets, a.phases, b.phases))
    return false;
  uint8_t kind_a = t->v.v[a.thread].kind, kind_b = t->v.v[b.thread].kind;
  if (c->alone && kind_a == THREAD_SIGNAL && kind_b == THREAD_SIGNAL)
    return false; /* each blocks the others, as a rule */
  if (a.thread == b.thread)
    return c->many[a.thread];
  if (is_over (c, a, b.thread) || is_over (c, b, a.thread))
    return false;
  if (are_in_one (c, a.thread, b.thread))
    return c->interrupts;
  if (are_of_teams (t, a.thread, b) || are_of_teams (t, b.thread, a))
    return false;
  if (threads_take_turns (t, a.thread, b.thread))
    return false;
  if (runs_beside (c, a.thread, b.thread))
    return true;
  /* A handler runs in some other thread, if there is one. */
  if (kind_a == THREAD_SIGNAL || kind_b == THREAD_SIGNAL)
    return c->interrupts || (!is_alone (t, a.thread, a.alive) && !is_alone (t, b.thread, b.alive));
  if (kind_a == THREAD_LATER || kind_b == THREAD_LATER)
    return kind_a != THREAD_MAIN && kind_b != THREAD_MAIN;
  return meets_own (c, a, b.thread) || meets_own (c, b, a.thread) ||
         comes_suddenly (c, a, b.thread) || comes_suddenly (c, b, a.thread);
}
