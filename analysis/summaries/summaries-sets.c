/* Summaries: what functions and their callees may write, release, acquire and post, as sets of
   locations.  They are found before all others, so that recursion needs no fixed point for them. */

#include "permits.h"
#include "summaries-internal.h"

/* What the models of a function's calls do to locks, semaphores and barriers: locations of these.
 */
struct lock_sets {
  vec_u32 releases, acquires, posts;
};

static void push_place (struct summaries *s, funid f, const struct rec_call *c,
                        const struct model_operand *o, vec_u32 *out)
{
  if (o && o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG && o->u.place.number < c->args.n)
    vec_push (out, points_of_operand (s->p, f, &c->args.v[o->u.place.number]));
}

static void own_locks (struct summaries *s, funid f, struct lock_sets *out)
{
  struct pointers *p = s->p;
  const struct function *b = p->objects.program->functions[f].body;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct model *m = p->models[call->callee];
    if (!m || call->kind != CALL_NOW || b->records[call->record]->kind != REC_call)
      continue;
    const struct rec_call *c = (const struct rec_call *)b->records[call->record];
    for (uint32_t i = 0; i < m->n_effects; i++) {
      const struct model_effect *e = &m->effects[i];
      struct permit_op op = permit_op_of (s, f, call->record, e);
      const struct model_operand *o =
          e->kind == EFFECT_RELEASE ? &e->op[RELEASE_LOCK]
          : e->kind == EFFECT_WAIT  ? &e->op[WAIT_LOCK]
          : op.use == PERMIT_GIVE || (op.use && e->kind == EFFECT_BARRIER_WAIT) ? op.place
                                                                                : NULL;
      bool acquired = e->kind == EFFECT_ACQUIRE;
      const struct model_operand *posted = e->kind == EFFECT_SEM_POST ? &e->op[SEM_POST_SEM]
                                           : e->kind == EFFECT_BARRIER_WAIT
                                               ? &e->op[BARRIER_WAIT_BARRIER]
                                               : NULL;
      o = acquired ? &e->op[ACQUIRE_LOCK] : o;
      push_place (s, f, c, o, acquired ? &out->acquires : &out->releases);
      push_place (s, f, c, posted, &out->posts);
    }
  }
}

enum { LARGEST_MOD = 32768 };

/* Sets are gathered component by component. */
struct gathering {
  struct summaries *s;
  uint32_t component;
  uint64_t *written; /* by location: bits */
  vec_u32 words;     /* ... where there are any */
  vec_u32 locations; /* the same, one by one */
  vec_u32 seen;      /* by set: 1 + the last component that has it */
  vec_u32 mods;      /* sets of what is written */
  bool all;          /* anything may be */
  bool anew;         /* what is written is not known yet */
  struct lock_sets locks;
};

/* Calls that lead to the same sets often stand together. */
static void push_new (vec_u32 *v, setid set)
{
  if (set && !(v->n && v->v[v->n - 1] == set))
    vec_push (v, set);
}

static void add_locations (struct gathering *g, setid set)
{
  uint32_t word;
  for (struct set_iter i = sets_each (&g->s->p->sets, set); set_next_word (&i, &word);) {
    if (!i.mask)
      continue;
    if (!g->written[word])
      vec_push (&g->words, word);
    g->written[word] |= i.mask;
  }
}

/* The set of those that have been added since the last time. */
static setid take_locations (struct gathering *g)
{
  vec_clear (&g->locations);
  for (uint32_t i = 0; i < g->words.n; i++) {
    uint64_t *word = &g->written[g->words.v[i]];
    for (; *word; *word &= *word - 1)
      vec_push (&g->locations, g->words.v[i] * 64 + (unsigned)__builtin_ctzll (*word));
  }
  vec_clear (&g->words);
  return sets_from (&g->s->p->sets, g->locations.v, g->locations.n);
}

static void gather_writes (struct gathering *g, funid f)
{
  struct pointers *p = g->s->p;
  for (uint32_t k = g->s->effects->first[f]; k < g->s->effects->first[f + 1]; k++) {
    const struct effect *e = &g->s->effects->v.v[k];
    if (!effect_writes (e))
      continue;
    g->all |= !e->where;
    setid set = effect_locations (p, e);
    if (set >= g->seen.n)
      vec_resize (&g->seen, sets_count (&p->sets) + 1);
    if (g->seen.v[set] == g->component + 1)
      continue;
    g->seen.v[set] = g->component + 1;
    add_locations (g, set);
  }
}

/* What a function does itself. */
static void gather_own (struct gathering *g, funid f)
{
  const struct pointers *p = g->s->p;
  loc_id outside = p->objects.v.v[p->world_object[WORLD_OUTSIDE]].first_loc;
  if (!f || f > p->objects.program->n_functions || p->models[f])
    return;
  if (p->objects.program->functions[f].body) {
    if (g->anew)
      gather_writes (g, f);
    own_locks (g->s, f, &g->locks);
  } else if (g->anew && outside) {
    add_locations (g, sets_single (&g->s->p->sets, outside)); /* code that nobody sees */
  }
}

/* ... and what it calls in another component. */
static void gather_callees (struct gathering *g, const struct csr *calls, const struct scc *scc,
                            funid f)
{
  const struct summaries *s = g->s;
  for (uint32_t k = calls->first[f]; k < calls->first[f + 1]; k++) {
    uint32_t to = calls->targets[k];
    if (scc->of[to] == g->component)
      continue;
    if (g->anew)
      push_new (&g->mods, s->mod[to]);
    g->all |= s->mod_all[to];
    push_new (&g->locks.releases, s->releases[to]);
    push_new (&g->locks.acquires, s->acquires[to]);
    push_new (&g->locks.posts, s->posts[to]);
  }
}

static void set_component (struct gathering *g, const funid *members, uint32_t n)
{
  struct summaries *s = g->s;
  struct sets *sets = &s->p->sets;
  setid mod = g->anew ? sets_union_all (sets, g->mods.v, g->mods.n) : s->mod[members[0]];
  setid released = sets_union_all (sets, g->locks.releases.v, g->locks.releases.n);
  setid acquired = sets_union_all (sets, g->locks.acquires.v, g->locks.acquires.n);
  setid posted = sets_union_all (sets, g->locks.posts.v, g->locks.posts.n);
  if (sets_size (sets, mod) > LARGEST_MOD) {
    g->all = true;
    mod = SETS_EMPTY;
  }
  for (uint32_t i = 0; i < n; i++) {
    s->mod[members[i]] = mod;
    s->mod_all[members[i]] |= g->all;
    s->releases[members[i]] = released;
    s->acquires[members[i]] = acquired;
    s->posts[members[i]] = posted;
  }
}

static void find_started (struct summaries *s)
{
  const struct pointers *p = s->p;
  vec_u32 mods = {0};
  for (uint32_t k = 0; k < p->calls.n; k++) {
    funid callee = p->calls.v[k].kind != CALL_NOW ? p->calls.v[k].callee : 0;
    s->started_mod_all |= s->mod_all[callee];
    if (callee)
      vec_push (&mods, s->mod[callee]);
  }
  s->started_mod = sets_union_all (&s->p->sets, mods.v, mods.n);
  vec_free (&mods);
}

bool threads_write (const struct summaries *s, setid where)
{
  struct sets *sets = &s->p->sets;
  bool may = s->started_mod_all;
  for (struct set_iter k = sets_each (sets, sets_intersection (sets, s->started_mod, where));
       !may && set_next (&k);)
    may = bitset_has (&s->filter->candidates, k.x);
  return may;
}

/* Code that nobody sees calls what libraries keep. */
static void add_kept (struct summaries *s)
{
  struct pointers *p = s->p;
  loc_id outside = p->objects.v.v[p->world_object[WORLD_OUTSIDE]].first_loc;
  vec_u32 mods = {0};
  bool all = false;
  for (uint32_t k = 0; k < p->calls.n; k++)
    if (p->calls.v[k].kind == CALL_LATER && p->calls.v[k].callee) {
      push_new (&mods, s->mod[p->calls.v[k].callee]);
      all |= s->mod_all[p->calls.v[k].callee];
    }
  setid kept = sets_union_all (&p->sets, mods.v, mods.n);
  all |= sets_size (&p->sets, kept) > LARGEST_MOD;
  for (funid f = 1; f <= p->objects.program->n_functions && (kept || all); f++)
    if (outside && sets_has (&p->sets, s->mod[f], outside)) {
      s->mod[f] = sets_union (&p->sets, s->mod[f], kept);
      s->mod_all[f] |= all;
    }
  vec_free (&mods);
}

void find_sets (struct summaries *s, const struct csr *calls, const struct scc *scc)
{
  uint32_t n = s->p->objects.program->n_functions + 1 + N_WORLDS;
  struct gathering g = {.s = s, .anew = !s->mod};
  if (g.anew) {
    s->mod = xcalloc (n, sizeof *s->mod);
    s->mod_all = xcalloc (n, sizeof *s->mod_all);
  }
  s->releases = xcalloc (n, sizeof *s->releases);
  s->acquires = xcalloc (n, sizeof *s->acquires);
  s->posts = xcalloc (n, sizeof *s->posts);
  g.written = XCNEWVEC (uint64_t, s->p->objects.locs.n / 64 + 1);
  for (g.component = 0; g.component < scc->n; g.component++) {
    const uint32_t *members = scc->members + scc->first[g.component];
    uint32_t count = scc->first[g.component + 1] - scc->first[g.component];
    g.all = false;
    vec_clear (&g.mods);
    vec_clear (&g.locks.releases);
    vec_clear (&g.locks.acquires);
    vec_clear (&g.locks.posts);
    for (uint32_t i = 0; i < count; i++)
      gather_own (&g, members[i]);
    if (g.anew)
      vec_push (&g.mods, take_locations (&g));
    for (uint32_t i = 0; i < count; i++)
      gather_callees (&g, calls, scc, members[i]);
    set_component (&g, members, count);
  }
  if (g.anew) {
    add_kept (s);
    find_started (s);
  }
  free (g.written);
  vec_free (&g.words);
  vec_free (&g.locations);
  vec_free (&g.seen);
  vec_free (&g.mods);
  vec_free (&g.locks.releases);
  vec_free (&g.locks.acquires);
  vec_free (&g.locks.posts);
}
