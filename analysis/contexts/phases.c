/* Phases: which barriers lead to an instruction of a region without another barrier in between, and
   by which construct.

   All threads of a team come to the same constructs and barriers in the same order.  So those that
   have come from one barrier have the same construct as the first one behind it, and what is behind
   another one does not happen in that phase:

     for (...) {
       #pragma omp for        // A, with a barrier
       while (...)
         #pragma omp for      // B, with a barrier: after it comes B or A, for all threads
     }

   A phase is the barrier and that construct.  Who has not come to a construct yet is in the phases
   of all those that may be the first.  Functions that are called have barriers too, but only the
   constructs of the region itself count; who has returned from such a call calls the phase by that
   call, too, where calls can be told apart. */

#include "phases-internal.h"
#include "scc.h"

bool is_team_barrier (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      if (m->effects[i].kind == EFFECT_BARRIER_WAIT &&
          m->effects[i].op[BARRIER_WAIT_TEAM].u.keyword == TEAM_ALL)
        return true;
  }
  return false;
}

bool is_region (const struct summaries *s, funid f)
{
  return bitset_has (&s->regions, f);
}

bool is_league (const struct summaries *s, funid f)
{
  return bitset_has (&s->leagues, f);
}

static const struct function *body_of (const struct phases *t, funid f)
{
  return t->s->p->objects.program->functions[f].body;
}

bool phases_stay (const struct phases *t, const struct call_edge *c)
{
  return c->kind == CALL_NOW && !t->s->p->models[c->callee] && body_of (t, c->callee) &&
         !is_region (t->s, c->callee);
}

/* Functions with barriers, and those that call them. */
static void find_waits (struct phases *t)
{
  const struct pointers *p = t->s->p;
  struct arena arena = {0};
  struct worklist list = {0};
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    if (phases_stay (t, c)) {
      vec_push (&from, c->callee);
      vec_push (&to, c->caller);
    } else if (p->models[c->callee] && is_team_barrier (p, c->caller, c->record) &&
               !bitset_has (&t->waits, c->caller)) {
      bitset_add (&t->waits, c->caller);
      worklist_push (&list, c->caller);
    }
  }
  struct csr callers =
      csr_from_edges (&arena, p->objects.program->n_functions + 1, from.v, to.v, to.n);
  for (uint32_t f; worklist_pop (&list, &f);)
    for (uint32_t k = callers.first[f]; k < callers.first[f + 1]; k++)
      if (!bitset_has (&t->waits, callers.targets[k])) {
        bitset_add (&t->waits, callers.targets[k]);
        worklist_push (&list, callers.targets[k]);
      }
  vec_free (&from);
  vec_free (&to);
  worklist_free (&list);
  arena_free (&arena);
}

void phases_free (struct phases *t)
{
  tuples_free (&t->ids);
  map_free (&t->at);
  map_free (&t->of);
  map_free (&t->exits);
  map_free (&t->ahead);
  bitset_free (&t->waits);
  bitset_free (&t->busy);
  bitset_free (&t->sited);
  map_free (&t->sites);
  map_free (&t->behind);
}

enum { NO_CONSTRUCT = 0, START = UINT32_MAX, PHASE_NUMBERS = 3 };

static setid make_phase (struct phases *t, funid f, uint32_t barrier, uint32_t construct)
{
  uint32_t key[] = {f, barrier, construct};
  return sets_single (t->sets, tuples_intern (&t->ids, key, PHASE_NUMBERS));
}

/* What the phases of a callee are called behind the call at the record of F. */
static setid phases_behind (struct phases *t, funid f, uint32_t record, setid exits)
{
  uint32_t site = phases_site (t, f, record);
  setid out = SETS_EMPTY;
  if (!site)
    return exits;
  for (struct set_iter i = sets_each (t->sets, exits); set_next (&i);) {
    uint32_t key[] = {i.x, f, site, 0}, name = tuples_intern (&t->ids, key, 4);
    setid *names = map_at (&t->behind, i.x);
    *names = sets_add (t->sets, *names, name);
    out = sets_add (t->sets, out, name);
  }
  return out;
}

/* The phases by all their names. */
static setid all_names (struct phases *t, setid phases)
{
  setid all = phases;
  for (struct set_iter i = sets_each (t->sets, phases); set_next (&i);) {
    setid more = map_get (&t->behind, i.x, SETS_EMPTY);
    if (more)
      all = sets_union (t->sets, all, all_names (t, more));
  }
  return all;
}

setid phases_at_start (struct phases *t, funid f)
{
  return make_phase (t, f, START, NO_CONSTRUCT);
}

/* What a call that leads nobody knows where leaves. */
static setid any_phase (struct phases *t)
{
  return make_phase (t, 0, START, NO_CONSTRUCT);
}

static bool is_construct (const struct phases *t, funid f, uint32_t record)
{
  return map_find (&t->s->constructs, map_pair (f, record)) != NULL;
}

/* Whether the phase belongs to F, which has not come to a construct in it. */
static bool is_open (const struct phases *t, funid f, uint32_t phase)
{
  const uint32_t *k = tuples_numbers (&t->ids, phase);
  return tuples_length (&t->ids, phase) == PHASE_NUMBERS && k[0] == f && k[2] == NO_CONSTRUCT;
}

/* NOW, with CONSTRUCT for the phases in which there was none yet. */
static setid enter_construct (struct phases *t, funid f, setid now, uint32_t construct)
{
  setid out = SETS_EMPTY;
  for (struct set_iter i = sets_each (t->sets, now); set_next (&i);) {
    uint32_t barrier = tuples_numbers (&t->ids, i.x)[1];
    out = is_open (t, f, i.x) ? sets_union (t->sets, out, make_phase (t, f, barrier, 1 + construct))
                              : sets_add (t->sets, out, i.x);
  }
  return out;
}

static setid exits_of (struct phases *, funid);

/* The phases after a call in NOW. */
static setid pass_call (struct phases *t, funid f, uint32_t record, setid now)
{
  const struct pointers *p = t->s->p;
  uint32_t first, end;
  setid out = SETS_EMPTY;
  bool passes = true, waits = false;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    waits |= phases_stay (t, &p->calls.v[k]) && bitset_has (&t->waits, p->calls.v[k].callee);
  for (uint32_t k = first; waits && k < end; k++) {
    funid callee = p->calls.v[k].callee;
    if (k == first)
      passes = false;
    if (!phases_stay (t, &p->calls.v[k]) || !bitset_has (&t->waits, callee)) {
      passes = true;
      continue;
    }
    setid own = phases_at_start (t, callee), exits = exits_of (t, callee);
    passes |= sets_meet (t->sets, exits, own);
    exits = sets_difference (t->sets, exits, own);
    out = sets_union (t->sets, out, phases_behind (t, f, record, exits));
  }
  return passes ? sets_union (t->sets, out, now) : out;
}

/* The phases after the records of a block from FROM up to END, if it is entered in NOW. */
static setid walk_records (struct phases *t, funid f, uint32_t from, uint32_t end, setid now)
{
  for (uint32_t r = from; r < end; r++) {
    if (body_of (t, f)->records[r]->kind != REC_call)
      continue;
    if (is_team_barrier (t->s->p, f, r))
      now = make_phase (t, f, r, NO_CONSTRUCT);
    else if (is_construct (t, f, r))
      now = is_region (t->s, f) ? enter_construct (t, f, now, r) : now;
    else
      now = pass_call (t, f, r, now);
  }
  return now;
}

static void walk_function (struct phases *t, funid f)
{
  const struct function *b = body_of (t, f);
  struct worklist list = {0};
  setid all = phases_at_start (t, f), exits = SETS_EMPTY;
  map_set (&t->at, map_pair (f, 0), 1 + all);
  worklist_push (&list, 0);
  for (uint32_t x; worklist_pop (&list, &x);) {
    const struct block *block = &b->blocks[x];
    setid out =
        walk_records (t, f, block->first, block->end, map_get (&t->at, map_pair (f, x), 1) - 1);
    all = sets_union (t->sets, all, out);
    if (block->end > block->first && b->records[block->end - 1]->kind == REC_return)
      exits = sets_union (t->sets, exits, out);
    for (uint32_t k = 0; k < block->n_edges; k++) {
      uint32_t *in = map_at (&t->at, map_pair (f, block->edges[k].target));
      setid more = *in ? sets_union (t->sets, *in - 1, out) : out;
      if (*in != 1 + more) {
        *in = 1 + more;
        worklist_push (&list, block->edges[k].target);
      }
    }
  }
  map_set (&t->of, f, 1 + all);
  map_set (&t->exits, f, 1 + exits);
  worklist_free (&list);
}

static setid exits_of (struct phases *t, funid f)
{
  if (bitset_has (&t->busy, f))
    return sets_union (t->sets, any_phase (t), phases_at_start (t, f));
  if (!map_find (&t->exits, f)) {
    bitset_add (&t->busy, f);
    walk_function (t, f);
    bitset_remove (&t->busy, f);
  }
  return map_get (&t->exits, f, 1) - 1;
}

void phases_init (struct phases *t, const struct summaries *s, struct sets *sets)
{
  *t = (struct phases){.s = s, .sets = sets};
  if (!bitset_count (&s->regions))
    return;
  find_waits (t);
  /* All names are made before somebody asks for them. */
  for (size_t f = bitset_next (&s->regions, 0); f != BITSET_END;
       f = bitset_next (&s->regions, f + 1))
    if (bitset_has (&t->waits, f))
      exits_of (t, (funid)f);
}

/* Constructs ahead */

/* The first construct from a record up to the end of its block; *STOPS: there is one, or a barrier
   first. */
static setid first_in_block (struct phases *t, funid f, uint32_t from, uint32_t end, bool *stops)
{
  const struct function *b = body_of (t, f);
  *stops = true;
  for (uint32_t r = from; r < end; r++) {
    if (b->records[r]->kind != REC_call)
      continue;
    if (is_construct (t, f, r))
      return sets_single (t->sets, r);
    if (is_team_barrier (t->s->p, f, r))
      return SETS_EMPTY;
  }
  *stops = false;
  return SETS_EMPTY;
}

static setid ahead_of_edges (struct phases *t, funid f, const struct block *block)
{
  setid all = SETS_EMPTY;
  for (uint32_t k = 0; k < block->n_edges; k++)
    all =
        sets_union (t->sets, all, map_get (&t->ahead, map_pair (f, block->edges[k].target), 1) - 1);
  return all;
}

static void find_ahead (struct phases *t, funid f)
{
  const struct function *b = body_of (t, f);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t x = b->n_blocks; x-- > 0;) {
      const struct block *block = &b->blocks[x];
      bool stops;
      setid first = first_in_block (t, f, block->first, block->end, &stops);
      uint32_t now = 1 + (stops ? first : ahead_of_edges (t, f, block));
      uint32_t *known = map_at (&t->ahead, map_pair (f, x));
      more |= *known != now;
      *known = now;
    }
  }
}

/* The phases NOW at a record of a region: before the first construct it may be in those of all that
   can be the first. */
static setid look_ahead (struct phases *t, funid f, const struct block *block, uint32_t record,
                         setid now)
{
  setid out = now;
  for (struct set_iter i = sets_each (t->sets, now); set_next (&i);) {
    bool stops;
    if (!is_open (t, f, i.x))
      continue;
    uint32_t barrier = tuples_numbers (&t->ids, i.x)[1];
    setid first = first_in_block (t, f, record, block->end, &stops);
    if (!stops)
      first = ahead_of_edges (t, f, block);
    for (struct set_iter k = sets_each (t->sets, first); set_next (&k);)
      out = sets_union (t->sets, out, make_phase (t, f, barrier, 1 + k.x));
  }
  return out;
}

setid phases_at (struct phases *t, setid outer, funid f, uint32_t record)
{
  if (!outer)
    return outer;
  const struct function *b = body_of (t, f);
  bool region = is_region (t->s, f);
  if (!region && !bitset_has (&t->waits, f))
    return outer;
  exits_of (t, f);
  if (region && !map_find (&t->ahead, map_pair (f, 0)))
    find_ahead (t, f);
  uint32_t block = 0, high = b->n_blocks;
  while (high - block > 1) { /* the blocks are in the order of their records */
    uint32_t middle = block + (high - block) / 2;
    if (b->blocks[middle].first <= record)
      block = middle;
    else
      high = middle;
  }
  setid now = map_get (&t->at, map_pair (f, block), 1) - 1;
  now = walk_records (t, f, b->blocks[block].first, record, now);
  if (sets_meet (t->sets, now, any_phase (t)))
    return SETS_EMPTY;
  if (region)
    return sets_union (t->sets, sets_difference (t->sets, outer, map_get (&t->of, f, 1) - 1),
                       look_ahead (t, f, &b->blocks[block], record, now));
  setid start = phases_at_start (t, f);
  if (!sets_meet (t->sets, now, start))
    return all_names (t, now);
  return sets_union (t->sets, all_names (t, sets_difference (t->sets, now, start)), outer);
}
