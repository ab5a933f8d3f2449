/* Slots and claims: what a construct of OpenMP gives to one thread of the team only. */

#include "teams.h"
#include "items-internal.h"
#include "lanes.h"

/* Whether the call begins the teams of a league. */
static bool begins_teams (const struct model *m, const struct rec_call *c)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_LEAGUE && m->effects[i].op[LEAGUE_TARGET].kind == MODEL_NONE &&
        effect_happens (c, &m->effects[i]) != ANSWER_NO)
      return true;
  return false;
}

/* Whether F, or what it calls, does. */
static bool calls_teams (const struct pointers *p, funid f)
{
  struct bitset seen = {0};
  struct worklist list = {0};
  bool found = false;
  worklist_push (&list, f);
  while (!found && worklist_pop (&list, &f))
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1] && !found; k++) {
      const struct call_edge *c = &p->calls.v[k];
      const struct model *m = p->models[c->callee];
      const struct function *b = p->objects.program->functions[f].body;
      found = c->kind == CALL_NOW && m && b->records[c->record]->kind == REC_call &&
              begins_teams (m, (const struct rec_call *)b->records[c->record]);
      if (c->kind == CALL_NOW && !m && !bitset_has (&seen, c->callee)) {
        bitset_add (&seen, c->callee);
        worklist_push (&list, c->callee);
      }
    }
  bitset_free (&seen);
  worklist_free (&list);
  return found;
}

/* What the effect of a model, which creates threads, makes of their function. */
static void note_region (struct summaries *s, funid f, const struct model *m,
                         const struct rec_call *c, const struct model_effect *e)
{
  switch (e->op[FORK_FATE].u.keyword) {
  case FATE_JOINED:
    bitset_add (&s->regions, f);
    if (begins_teams (m, c))
      bitset_add (&s->leagues, f);
    break;
  case FATE_DEVICE:
    if (calls_teams (s->p, f)) {
      bitset_add (&s->regions, f);
      bitset_add (&s->leagues, f);
    }
    break;
  case FATE_TEAM:
    if (e->op[FORK_NUMBER].u.keyword == NUMBER_MANY)
      bitset_add (&s->loop_tasks, f);
    break;
  }
}

/* Adds what functions of the list lead to, themselves too; not through those in WITHOUT. */
static void add_led_to (const struct pointers *p, struct worklist *list,
                        const struct bitset *without, struct bitset *out)
{
  for (uint32_t f; worklist_pop (list, &f);) {
    if (bitset_has (out, f) || (without && bitset_has (without, f)))
      continue;
    bitset_add (out, f);
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++)
      worklist_push (list, p->calls.v[k].callee);
  }
}

/* Functions that only leagues lead to. */
static void find_only_in_leagues (struct summaries *s)
{
  const struct pointers *p = s->p;
  const struct program *program = p->objects.program;
  struct bitset others = {0}, in = {0};
  struct worklist list = {0};
  if (!program->main || bitset_next (&s->leagues, 0) == BITSET_END)
    return;
  for (uint64_t f = bitset_next (&s->leagues, 0); f != BITSET_END;
       f = bitset_next (&s->leagues, f + 1))
    worklist_push (&list, (uint32_t)f);
  add_led_to (p, &list, NULL, &in);
  for (funid f = 1; f <= program->n_functions; f++)
    if (f == program->main || runs_by_itself (program, f) ||
        called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f))
      worklist_push (&list, f);
  for (uint32_t i = 0; i < program->n_entries; i++)
    worklist_push (&list, program->entries[i]);
  add_led_to (p, &list, &s->leagues, &others);
  for (uint64_t f = bitset_next (&in, 0); f != BITSET_END; f = bitset_next (&in, f + 1))
    if (!bitset_has (&others, (uint32_t)f))
      bitset_add (&s->only_in_leagues, (uint32_t)f);
  bitset_free (&others);
  bitset_free (&in);
  worklist_free (&list);
}

/* Regions that start regions, and that no thread starts but main. */
static void find_outer_regions (struct summaries *s)
{
  const struct pointers *p = s->p;
  struct bitset started = {0}, inner = {0};
  struct worklist list = {0};
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind != CALL_NOW)
      worklist_push (&list, p->calls.v[i].callee);
  for (uint32_t i = 0; i < p->objects.program->n_entries; i++)
    worklist_push (&list, p->objects.program->entries[i]);
  add_led_to (p, &list, NULL, &started);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (c->kind != CALL_FORK || !is_region (s, c->callee))
      continue;
    if (bitset_has (&started, c->caller))
      bitset_add (&inner, c->callee);
    if (is_region (s, c->caller))
      bitset_add (&s->outer_regions, c->caller);
  }
  bitset_subtract (&s->outer_regions, &inner);
  for (uint64_t f = bitset_next (&inner, 0); f != BITSET_END; f = bitset_next (&inner, f + 1))
    worklist_push (&list, (uint32_t)f);
  add_led_to (p, &list, NULL, &s->in_inner_regions);
  bitset_free (&started);
  bitset_free (&inner);
  worklist_free (&list);
}

/* Notes that call K starts region F. */
static void note_start (struct summaries *s, funid f, uint32_t k)
{
  uint32_t *known = map_at (&s->starts, f);
  *known = *known ? UINT32_MAX : k + 1;
}

void teams_find_regions (struct summaries *s)
{
  const struct pointers *p = s->p;
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    uint32_t first, end;
    if (c->kind != CALL_FORK)
      continue;
    note_start (s, c->callee, i);
    calls_of_record (p, c->caller, c->record, &first, &end);
    const struct rec_call *call =
        (const struct rec_call *)p->objects.program->functions[c->caller].body->records[c->record];
    for (uint32_t k = first; k < end; k++) {
      const struct model *m =
          p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
      for (uint32_t n = 0; m && n < m->n_effects; n++)
        if (m->effects[n].kind == EFFECT_FORK)
          note_region (s, c->callee, m, call, &m->effects[n]);
    }
  }
  find_only_in_leagues (s);
  find_outer_regions (s);
}

/* Constructs */

static const struct model_effect *find_effect (const struct body *d, uint32_t record,
                                               enum effect_kind kind)
{
  const struct pointers *p = d->s->p;
  uint32_t first, end;
  if (d->b->records[record]->kind != REC_call)
    return NULL;
  calls_of_record (p, d->f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
    for (uint32_t i = 0; m && model_has (m, kind) && i < m->n_effects; i++)
      if (m->effects[i].kind == kind)
        return &m->effects[i];
  }
  return NULL;
}

/* Whether the record asks for the number of the team in its league, or, if not INDEX, begins a
 * team. */
static bool is_of_league (const struct body *d, uint32_t record, bool index)
{
  const struct model_effect *e = find_effect (d, record, EFFECT_LEAGUE);
  return e && (e->op[LEAGUE_TARGET].kind != MODEL_NONE) == index;
}

static bool has_effect (const struct body *d, uint32_t record, enum effect_kind kind)
{
  return find_effect (d, record, kind) != NULL;
}

/* What ways without a barrier do from a block on. */
enum {
  WAY_OPEN = 1,  /* they leave it: it has no barrier */
  WAY_ROUND = 2, /* one comes there again */
  WAY_OUT = 4    /* one returns */
};

static bool stops_ways (const struct body *d, uint32_t record)
{
  return d->b->records[record]->kind == REC_call &&
         (is_team_barrier (d->s->p, d->f, record) || is_of_league (d, record, false));
}

static bool any_stops (const struct body *d, uint32_t first, uint32_t end)
{
  while (first < end && !stops_ways (d, first))
    first++;
  return first < end;
}

static bool returns (const struct body *d, uint32_t block)
{
  const struct block *b = &d->b->blocks[block];
  return b->end > b->first && d->b->records[b->end - 1]->kind == REC_return;
}

/* The edges of blocks without barriers. */
static struct csr open_edges (struct body *d, const uint8_t *ways)
{
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    for (uint32_t k = 0; ways[i] && k < d->b->blocks[i].n_edges; k++) {
      vec_push (&from, i);
      vec_push (&to, d->b->blocks[i].edges[k].target);
    }
  struct csr graph = csr_from_edges (&d->arena, d->b->n_blocks, from.v, to.v, from.n);
  vec_free (&from);
  vec_free (&to);
  return graph;
}

static void find_ways_out (struct body *d, const struct csr *graph, uint8_t *ways)
{
  struct csr before = csr_reverse (&d->arena, graph);
  struct worklist list = {0};
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    if (ways[i] && returns (d, i))
      worklist_push (&list, i);
  for (uint32_t i; worklist_pop (&list, &i);) {
    for (uint32_t k = before.first[i]; !(ways[i] & WAY_OUT) && k < before.first[i + 1]; k++)
      worklist_push (&list, before.targets[k]);
    ways[i] |= WAY_OUT;
  }
  worklist_free (&list);
}

static const uint8_t *ways_of (struct body *d)
{
  if (d->ways_on)
    return d->ways_on;
  uint8_t *ways = ARENA_ARRAY (&d->arena, d->b->n_blocks, uint8_t);
  for (uint32_t i = 0; i < d->b->n_blocks; i++)
    ways[i] = any_stops (d, d->b->blocks[i].first, d->b->blocks[i].end) ? 0 : WAY_OPEN;
  struct csr graph = open_edges (d, ways);
  struct scc scc = scc_find (&d->arena, &graph);
  for (uint32_t i = 0; i < d->b->n_blocks; i++) {
    bool round = scc.first[scc.of[i] + 1] - scc.first[scc.of[i]] > 1;
    for (uint32_t k = graph.first[i]; k < graph.first[i + 1]; k++)
      round |= graph.targets[k] == i;
    ways[i] |= round ? WAY_ROUND : 0;
  }
  if (!is_region (d->s, d->f))
    find_ways_out (d, &graph, ways);
  return d->ways_on = ways;
}

/* Whether some way from behind a record, or from the beginning of a block, comes there again
   without a barrier.  Out of a region no way does; out of another function any may. */
static bool comes_again (struct body *d, uint32_t block, uint32_t from)
{
  const uint8_t *ways = ways_of (d);
  const struct block *b = &d->b->blocks[block];
  bool again = ways[block] & WAY_ROUND;
  if (again || is_region (d->s, d->f) || any_stops (d, from, b->end))
    return again;
  again = returns (d, block);
  for (uint32_t k = 0; k < b->n_edges && !again; k++)
    again = ways[b->edges[k].target] & WAY_OUT;
  return again;
}

/* Whether two threads may be in the construct at the record at the same time, each in one
   execution. */
static bool repeats (struct body *d, uint32_t record)
{
  return stops_ways (d, record) || comes_again (d, d->flow.block_of[record], record + 1);
}

bool teams_comes_again (struct body *d, uint32_t block)
{
  return comes_again (d, block, d->b->blocks[block].first);
}

/* Where the loop asks for its share: the last such call before it on every way. */
static bool find_share (const struct body *d, uint32_t block, uint32_t *record)
{
  const uint32_t *up = d->flow.dominators.parent;
  for (uint32_t x = up[block]; x != NODE_NONE; x = up[x])
    for (uint32_t r = d->b->blocks[x].end; r-- > d->b->blocks[x].first;)
      if (has_effect (d, r, EFFECT_TEAM_INDEX) || has_effect (d, r, EFFECT_CHUNK) ||
          (is_league (d->s, d->f) && is_of_league (d, r, true))) {
        *record = r;
        return true;
      }
  return false;
}

static void note_construct (struct body *d, uint32_t record)
{
  map_set (&d->s->constructs, map_pair (d->f, record), 1);
}

void teams_find_iterations (struct body *d)
{
  const struct model_effect *e;
  for (uint32_t i = 0; i < d->b->n_blocks; i++) {
    const struct block *b = &d->b->blocks[i];
    for (uint32_t r = b->first; r < b->end && is_region (d->s, d->f); r++)
      if (has_effect (d, r, EFFECT_SINGLE) || has_effect (d, r, EFFECT_TICKET))
        note_construct (d, r);
      else if ((e = find_effect (d, r, EFFECT_ITERATION)))
        vec_push (e->op[ITERATION_STEP].u.keyword == STEP_POST ? &d->posts : &d->sinks, r);
    for (uint32_t r = b->first; r < b->end && d->b->records[r]->kind == REC_phi; r++) {
      const struct rec_phi *phi = (const struct rec_phi *)d->b->records[r];
      uint32_t share = 0;
      bool dealt = bitset_has (&d->s->loop_tasks, d->f); /* when the task is created */
      if (!phi->iteration || (!dealt && !find_share (d, i, &share)))
        continue;
      if (!dealt)
        note_construct (d, share);
      vec_push (&d->s->shared_loops,
                (struct iteration){dealt ? r : share, !dealt && repeats (d, share)});
      map_set (&d->s->iterations, map_pair (d->f, phi->r.dst), d->s->shared_loops.n);
    }
  }
}

/* Symbols */

enum { LONGEST_SYMBOL = 48 };

struct symbol {
  uint32_t v[LONGEST_SYMBOL], n;
};

static bool put (struct symbol *k, uint64_t x)
{
  if (k->n + 2 > LONGEST_SYMBOL)
    return false;
  k->v[k->n++] = (uint32_t)x;
  k->v[k->n++] = (uint32_t)(x >> 32);
  return true;
}

/* Whether the first and last iteration of the task itself are there. */
static bool is_range (const struct body *d, expr_id address)
{
  int64_t at;
  expr_id base = expr_base (&d->s->x, address, &at);
  return bitset_has (&d->s->loop_tasks, d->f) && expr_get (&d->s->x, base)->op == X_FORMAL &&
         at < (int64_t)(2 * sizeof (uint64_t));
}

/* Whether the value is the number of threads in the team. */
static bool is_team_size (const struct body *d, const struct expr *v)
{
  uint32_t def = v->a == d->f ? d->b->value_defs[v->b] : UINT32_MAX;
  return is_region (d->s, d->f) && def != UINT32_MAX && has_effect (d, def, EFFECT_TEAM_SIZE);
}

uint32_t teams_size_symbol (struct summaries *s)
{
  struct symbol k = {0};
  return put (&k, X_VALUE) && put (&k, 0) ? tuples_intern (&s->symbols, k.v, k.n) : 0;
}

/* Whether the value was loaded in the first phase of the region, in which nobody writes there: what
   GCC reads for `linear', for example, before it writes the last value back behind a barrier. */
static bool is_first_value (struct body *d, uint32_t version, setid where)
{
  enum { MOST_BLOCKS = 32 };
  const uint32_t *at = tuples_numbers (&d->s->x.versions, version);
  struct bitset seen = {0};
  struct worklist list = {0};
  bool found = false, written = false;
  uint32_t n = 0;
  if (!is_region (d->s, d->f) || tuples_length (&d->s->x.versions, version) != 2 || at[0] != d->f)
    return false;
  worklist_push (&list, 0);
  for (uint32_t i; !written && worklist_pop (&list, &i);) {
    const struct block *b = &d->b->blocks[i];
    bool stops = false;
    written = ++n > MOST_BLOCKS;
    for (uint32_t r = b->first; r < b->end && !stops && !written; r++) {
      found |= r == at[1];
      stops = d->b->records[r]->kind == REC_call && is_team_barrier (d->s->p, d->f, r);
      written = !stops && record_may_write (d, r, where);
    }
    for (uint32_t k = 0; k < b->n_edges && !stops; k++)
      if (bitset_add (&seen, b->edges[k].target))
        worklist_push (&list, b->edges[k].target);
  }
  bitset_free (&seen);
  worklist_free (&list);
  return found && !written;
}

/* Writes what E is, if that is the same for all threads of the team, or all lanes of a loop. */
static bool put_common (struct body *d, expr_id e, struct symbol *k)
{
  struct summaries *s = d->s;
  const struct expr v = *expr_get (&s->x, e);
  if (!put (k, v.op | (uint64_t)v.code << 8) || (d->lanes && !lanes_have_value (d, &v)))
    return false;
  switch ((enum expr_op)v.op) {
  case X_CONST:
    return put (k, (uint64_t)v.k);
  case X_VALUE:
    return d->lanes ? put (k, v.b) : is_team_size (d, &v) && put (k, 0);
  case X_MEMBER:
    return d->lanes;
  case X_FRESH:
  case X_AT:
    return d->lanes && put (k, (uint64_t)v.a << 32 | v.b);
  case X_OBJECT:
    return put (k, v.a);
  case X_FORMAL: /* the block of shared variables */
    return (d->lanes || is_region (s, d->f) || bitset_has (&s->loop_tasks, d->f)) &&
           put (k, (uint64_t)d->f << 32 | v.a);
  case X_ADD:
  case X_CONVERT:
    return put (k, (uint64_t)v.k) && put_common (d, v.a, k);
  case X_INDEX:
    return put (k, (uint64_t)v.k) && put_common (d, v.a, k) && put_common (d, v.b, k);
  case X_OP:
    return put_common (d, v.a, k) && put_common (d, v.b, k);
  case X_LOAD: {
    if (d->lanes)
      return put (k, (uint64_t)v.k) && put (k, v.b) && put_common (d, v.a, k);
    setid where = expr_points (&s->x, d->f, v.a);
    return where && !is_range (d, v.a) && !s->mod_all[d->f] && put (k, (uint64_t)v.k) &&
           (!sets_meet (&s->p->sets, where, s->mod[d->f]) ||
            (is_first_value (d, v.b, where) && put (k, d->f) && put (k, v.b))) &&
           put_common (d, v.a, k);
  }
  default:
    return false;
  }
}

uint32_t teams_symbol (struct body *d, expr_id e)
{
  struct symbol k = {0};
  if (d->lanes && !(put (&k, UINT64_MAX) && put (&k, (uint64_t)d->f << 32 | d->lanes)))
    return 0;
  return e && put_common (d, e, &k) ? tuples_intern (&d->s->symbols, k.v, k.n) : 0;
}

/* Claims */

bool is_claim (const struct summaries *s, expr_id lock)
{
  return lock && expr_get (&s->x, lock)->op == X_CLAIM;
}

/* Whether some call of the function enters a critical section by that lock. */
static bool is_critical (struct body *d, expr_id lock)
{
  const struct pointers *p = d->s->p;
  for (uint32_t k = p->first_call[d->f]; k < p->first_call[d->f + 1]; k++) {
    const struct call_edge *c = &p->calls.v[k];
    const char *name = p->objects.program->functions[c->callee].link_name;
    const struct model_effect *e = name && !strncmp (name, "GOMP_critical", 13)
                                       ? find_effect (d, c->record, EFFECT_ACQUIRE)
                                       : NULL;
    if (e && lock_of_effect (d, (const struct rec_call *)d->b->records[c->record], e) == lock)
      return true;
  }
  return false;
}

setid teams_held (struct body *d, setid held, setid where)
{
  struct summaries *s = d->s;
  if (!held || !bitset_has (&s->only_in_leagues, d->f))
    return held;
  const struct objects *o = &s->p->objects;
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);) {
    const struct abstract_object *v = &o->v.v[loc_object (o, i.x)];
    if ((v->kind == OBJECT_LOCAL || v->kind == OBJECT_HEAP) &&
        bitset_has (&s->only_in_leagues, v->a))
      return held; /* each team has one */
  }
  setid kept = SETS_EMPTY;
  for (struct set_iter i = sets_each (&s->sets, held); set_next (&i);)
    if (!is_critical (d, hold_get (s, i.x).lock))
      kept = sets_add (&s->sets, kept, i.x);
  return kept;
}

expr_id teams_claim_at (struct body *d, uint32_t record)
{
  return repeats (d, record) ? 0 : expr_claim (&d->s->x, d->f, record, 0);
}

enum { DEEPEST_PHI = 3 };

/* Whether the value is a number that one thread gets, from calls at SOURCE or after it. */
static bool is_ticket (const struct body *d, uint32_t value, uint32_t *source, int depth)
{
  uint32_t def = d->b->value_defs[value];
  if (def == UINT32_MAX || !depth)
    return false;
  if (d->b->records[def]->kind == REC_call) {
    if (!has_effect (d, def, EFFECT_TICKET))
      return false;
    if (*source == UINT32_MAX || flow_dominates (&d->flow, def, *source))
      *source = def;
    return true;
  }
  if (d->b->records[def]->kind != REC_phi)
    return false;
  const struct rec_phi *phi = (const struct rec_phi *)d->b->records[def];
  for (uint32_t i = 0; i < phi->args.n; i++)
    if (phi->args.v[i].kind != OPND_VALUE ||
        (phi->args.v[i].value != value && !is_ticket (d, phi->args.v[i].value, source, depth - 1)))
      return false;
  return phi->args.n > 0;
}

/* Whether the value is the only variable of a loop of which each thread has other iterations. */
static bool is_iteration (const struct body *d, uint32_t value)
{
  uint32_t loop = map_get (&d->s->iterations, map_pair (d->f, value), 0);
  return loop && !d->s->shared_loops.v[loop - 1].repeats &&
         (((const struct rec_phi *)d->b->records[d->b->value_defs[value]])->iteration & 15) == 1;
}

bool teams_is_drawn (const struct body *d, expr_id e)
{
  const struct expr *v = expr_get (&d->s->x, e);
  uint32_t source = UINT32_MAX;
  while (v->op == X_CONVERT)
    v = expr_get (&d->s->x, v->a);
  return v->op == X_VALUE && v->a == d->f && is_ticket (d, v->b, &source, DEEPEST_PHI);
}

expr_id teams_claim (struct body *d, expr_id e, int64_t k)
{
  struct summaries *s = d->s;
  while (expr_get (&s->x, e)->op == X_CONVERT && labs (expr_get (&s->x, e)->k) >= 32)
    e = expr_get (&s->x, e)->a;
  const struct expr v = *expr_get (&s->x, e);
  uint32_t source = UINT32_MAX;
  if (v.op == X_MEMBER)
    return expr_claim (&s->x, 0, 0, k);
  if (v.op != X_VALUE || v.a != d->f)
    return 0;
  if (!(is_iteration (d, v.b) ||
        (is_ticket (d, v.b, &source, DEEPEST_PHI) && k && !repeats (d, source))))
    return 0;
  return expr_claim (&s->x, d->f, d->b->value_defs[v.b], k);
}

/* Whether the creation is done by GOMP_parallel or its like. */
static bool is_parallel (const struct pointers *p, const struct call_edge *fork)
{
  uint32_t first, end;
  calls_of_record (p, fork->caller, fork->record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const char *name = p->objects.program->functions[p->calls.v[k].callee].link_name;
    if (p->calls.v[k].kind == CALL_NOW && p->models[p->calls.v[k].callee] &&
        strncmp (name, "GOMP_parallel", 13))
      return false;
  }
  return true;
}

int64_t teams_most (const struct body *d)
{
  enum { NUM_THREADS = 2 }; /* the argument of GOMP_parallel and its like */
  const struct pointers *p = d->s->p;
  uint32_t start = is_region (d->s, d->f) ? map_get (&d->s->starts, d->f, 0) : 0;
  const struct call_edge *c = start && start != UINT32_MAX ? &p->calls.v[start - 1] : NULL;
  if (!c || !is_parallel (p, c))
    return 0;
  const struct rec_call *call =
      (const struct rec_call *)p->objects.program->functions[c->caller].body->records[c->record];
  const struct operand *n = call->args.n > NUM_THREADS ? &call->args.v[NUM_THREADS] : NULL;
  return n && n->kind == OPND_INT && n->u.number > 0 ? n->u.number : 0;
}

struct result_range teams_numbers (const struct body *d, expr_id e, struct result_range r)
{
  int64_t most = expr_get (&d->s->x, e)->op == X_MEMBER ? teams_most (d) : 0;
  if (!most)
    return r;
  r.low = r.low > 0 ? r.low : 0;
  r.high = r.high < most - 1 ? r.high : most - 1;
  r.low += r.has_hole && r.hole == r.low;
  r.high -= r.has_hole && r.hole == r.high;
  return r;
}

expr_id teams_claim_equal (struct body *d, expr_id e, expr_id other)
{
  int64_t k;
  expr_id base = expr_base (&d->s->x, e, &k);
  uint32_t symbol = base ? teams_symbol (d, expr_add (&d->s->x, other, -k)) : 0;
  /* Numbers that programs compare with are not this small. */
  return symbol ? teams_claim (d, base, INT64_MIN + symbol) : 0;
}
