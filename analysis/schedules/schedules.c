/* Schedules: the search through the states of a small program. */

#include "schedules-internal.h"
#include "watch.h"

void schedules_refuse (struct trial *d, const char *why)
{
  if (!d->refused)
    d->refused = why;
}

void schedules_reach (struct trial *d, struct machine *m)
{
  drop_threads (d, m);
  machine_intern (d, m, &d->states);
}

/* Which programs */

static bool reach (struct trial *d, funid f, vec_u32 *list)
{
  if (!f || d->plans[f].reached || !body_of (d, f) || d->p->models[f])
    return false;
  d->plans[f].reached = true;
  vec_push (list, f);
  return true;
}

/* Functions that run; and whether the search knows all that they do. */
static void find_reached (struct trial *d)
{
  const struct pointers *p = d->p;
  vec_u32 list = {0};
  uint32_t records = 0;
  reach (d, d->program->main, &list);
  while (list.n) {
    funid f = vec_pop (&list);
    records += body_of (d, f)->n_records;
    if (body_of (d, f)->r.flags & (FF_OMP_CHILD | FF_RETURNS_TWICE | FF_STATIC_CHAIN))
      schedules_refuse (d, "the kind of a function");
    for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
      if (p->calls.v[k].kind != CALL_NOW && p->calls.v[k].kind != CALL_FORK)
        schedules_refuse (d, "functions that are called at any time");
      reach (d, p->calls.v[k].callee, &list);
    }
  }
  for (uint32_t k = 0; k < p->world_calls.n; k++)
    if (d->plans[p->world_calls.v[k].caller].reached)
      schedules_refuse (d, "callbacks from outside");
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (runs_by_itself (d->program, f))
      schedules_refuse (d, "constructors");
  if (records > MOST_RECORDS || p->objects.v.n > 0xffff)
    schedules_refuse (d, "the size of the program");
  vec_free (&list);
}

/* Atomic variables that matter: several must be sequentially consistent. */
static void find_atomics (struct trial *d)
{
  struct bitset all = {0};
  for (uint32_t k = 0; k < d->effects->v.n; k++) {
    const struct effect *e = &d->effects->v.v[k];
    if (d->plans[e->function].reached &&
        (e->mode == MODE_ATOMIC_READ || e->mode == MODE_ATOMIC_WRITE))
      for (struct set_iter i = sets_each (&d->p->sets, e->where); set_next (&i);)
        if (bitset_has (&d->tracked, i.x))
          bitset_add (&all, i.x);
  }
  d->loose = bitset_count (&all) == 1;
  for (uint64_t l = bitset_next (&all, 1); l != BITSET_END; l = bitset_next (&all, l + 1)) {
    struct array_around around[MOST_AROUND];
    const struct location *at = loc_get (&d->p->objects, (loc_id)l);
    if (at->offset <= OFFSET_EVERYTHING ||
        arrays_around (&d->p->objects, at->object, at->offset, around) ||
        d->p->objects.v.v[at->object].kind != OBJECT_GLOBAL)
      d->loose = false;
  }
  bitset_free (&all);
}

/* Memory that code outside knows, or to which pointers lead of which nobody knows where they lead.
 */
static void find_outside (struct trial *d)
{
  for (loc_id l = 1; l < d->p->objects.locs.n; l++) {
    object_id object = loc_object (&d->p->objects, l);
    if (!is_in_world (d->p, WORLD_OUTSIDE, object) && !is_in_world (d->p, WORLD_POOL, object))
      continue;
    if (bitset_has (&d->tracked, l) && bitset_has (&d->s->filter->candidates, l))
      schedules_refuse (d, "memory that is known outside");
    if (bitset_has (&d->tracked, l))
      bitset_remove (&d->tracked, l);
    if (bitset_has (&d->disputed, l))
      bitset_add (&d->shown, l);
  }
}

/* By what the program divides numbers that matter. */
static void find_modulus (struct trial *d)
{
  uint64_t all = 1;
  for (funid f = 1; f <= d->program->n_functions; f++) {
    const struct function *b = d->plans[f].reached ? body_of (d, f) : NULL;
    for (uint32_t i = 0; b && i < b->n_records && all <= MOST_MODULUS; i++) {
      const struct rec_op *op = (const struct rec_op *)b->records[i];
      if (op->r.kind != REC_op || op->b.kind != OPND_INT || !d->plans[f].number[op->r.dst] ||
          (op->code != OP_MOD && op->code != OP_AND))
        continue;
      int64_t by = op->b.u.number + (op->code == OP_AND);
      if (by <= 1 || by > MOST_MODULUS || (op->code == OP_AND && by & (by - 1)))
        continue;
      uint64_t x = all, y = (uint64_t)by;
      while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
      }
      all = all / x * (uint64_t)by;
    }
  }
  d->modulus = all > 1 && all <= MOST_MODULUS ? (uint32_t)all : 0;
}

static void find_disputed (struct trial *d)
{
  for (uint32_t k = 0; k < d->r->v.n; k++)
    if (d->r->v.v[k].kind == VERDICT_RACE)
      bitset_add (&d->disputed, d->r->v.v[k].loc);
}

/* Two accesses of memory that cannot race are never next at the same time, unless both read: so
   whoever comes to one need not wait for what others do before, and nobody sees when it happens. */
static void find_quiet (struct trial *d)
{
  for (uint32_t k = 0; k < d->r->v.n; k++)
    if (d->r->v.v[k].kind != VERDICT_RACE && d->r->v.v[k].kind != VERDICT_ATOMIC &&
        d->r->v.v[k].kind != VERDICT_UNDECIDED)
      bitset_add (&d->quiet, d->r->v.v[k].loc);
  for (uint32_t k = 0; k < d->effects->v.n; k++) {
    const struct effect *e = &d->effects->v.v[k];
    if (e->mode == MODE_ATOMIC_READ || e->mode == MODE_ATOMIC_WRITE)
      for (struct set_iter i = sets_each (&d->p->sets, effect_span (d, e)); set_next (&i);)
        if (bitset_has (&d->quiet, i.x))
          bitset_remove (&d->quiet, i.x);
  }
}

static void find_written (struct trial *d)
{
  for (uint32_t k = 0; k < d->effects->v.n; k++) {
    const struct effect *e = &d->effects->v.v[k];
    if (d->plans[e->function].reached && effect_writes (e))
      for (struct set_iter i = sets_each (&d->p->sets, e->where); set_next (&i);)
        bitset_add (&d->written, i.x);
  }
}

/* A step that need not wait for others, if it leads to something new. */
static bool expand_one (struct trial *d, const struct machine *m)
{
  for (uint32_t t = 0; t < m->n_threads; t++)
    if (only_enables (d, m, t)) {
      uint32_t before = tuples_count (&d->states);
      execute (d, machine_copy (d, m), t);
      return tuples_count (&d->states) > before;
    }
  return false;
}

static size_t states_bytes (const struct trial *d)
{
  return tuples_bytes (&d->states) + tuples_bytes (&d->strands) + tuples_bytes (&d->memories);
}

static void search (struct trial *d)
{
  struct machine *m = machine_copy (d, NULL);
  tuples_free (&d->states);
  d->states = (struct tuples){0};
  d->again = false;
  m->n_threads = 1;
  m->n_cells = 0;
  m->threads[0] = (struct strand){.status = T_NEW};
  struct value argc = value_input (m);
  enter_function (d, m, 0, d->program->main, &argc, 1);
  schedules_reach (d, m);
  for (uint32_t id = 1; id <= tuples_count (&d->states) && !d->refused && !d->again; id++) {
    machine_restore (d, &d->states, id, m);
    compare_all (d, m);
    if (!expand_one (d, m))
      for (uint32_t t = 0; t < m->n_threads && !d->refused; t++)
        if (is_enabled (d, m, t))
          execute (d, machine_copy (d, m), t);
    if (id > MOST_STATES || states_bytes (d) > MOST_BYTES || watch_over ())
      schedules_refuse (d, "too many states");
    d->all_shown = !d->refused && bitset_count (&d->shown) == bitset_count (&d->disputed);
    if (d->all_shown)
      schedules_refuse (d, "nothing is left to prove");
  }
  machine_free (d, m);
}

static void take_back (struct trial *d, struct schedules_stats *stats)
{
  for (uint32_t k = 0; k < d->r->v.n; k++) {
    struct verdict *v = &d->r->v.v[k];
    if (v->kind != VERDICT_RACE || bitset_has (&d->shown, v->loc))
      continue;
    v->kind = VERDICT_ORDERED;
    v->proofs = proof_bit (PROOF_SCHEDULE);
    d->r->count[VERDICT_RACE]--;
    d->r->count[VERDICT_ORDERED]++;
    d->r->rest_on[PROOF_SCHEDULE]++;
    stats->proved++;
  }
}

static void free_trial (struct trial *d)
{
  for (uint32_t i = 0; i < d->free.n; i++)
    free (d->free.v[i]);
  vec_free (&d->free);
  vec_free (&d->todo);
  vec_free (&d->words);
  struct tuples *tuples[] = {&d->states,   &d->local,  &d->strands, &d->memories,
                             &d->accesses, &d->values, &d->recents};
  for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
    tuples_free (tuples[i]);
  struct map *maps[] = {&d->counts, &d->widths, &d->spans, &d->sites, &d->compared, &d->writers};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    map_free (maps[i]);
  struct bitset *bitsets[] = {&d->kept,  &d->tracked, &d->disputed,  &d->shown,
                              &d->quiet, &d->noted,   &d->kept_noted, &d->written};
  for (size_t i = 0; i < sizeof bitsets / sizeof *bitsets; i++)
    bitset_free (bitsets[i]);
  arena_free (&d->arena);
}

/* Tries out what is said to race; whether it is worth to look at all conditions. */
static bool try_all (struct verdicts *r, bool thorough, struct schedules_stats *stats)
{
  struct trial d = {.r = r, .s = r->c->t->s, .thorough = thorough};
  d.p = d.s->p;
  d.program = d.p->objects.program;
  d.effects = d.s->effects;
  uint32_t n = d.program->n_functions;
  d.plans = ARENA_ARRAY (&d.arena, n + 1, struct plan);
  d.base = ARENA_ARRAY (&d.arena, n + 2, uint32_t);
  for (funid f = 1; f <= n; f++)
    d.base[f + 1] = d.base[f] + (body_of (&d, f) ? body_of (&d, f)->n_values + 1 : 0);
  if (!d.program->main || d.program->n_entries)
    schedules_refuse (&d, "no main");
  else
    find_reached (&d);
  if (!d.refused) {
    find_disputed (&d);
    find_widths (&d);
    find_quiet (&d);
    find_written (&d);
    slice_find (&d);
    find_outside (&d);
    find_modulus (&d);
    find_atomics (&d);
    do
      search (&d);
    while (d.again && !d.refused);
  }
  stats->states += tuples_count (&d.states);
  if (!thorough || !d.refused)
    stats->refused = d.refused;
  if (!d.refused)
    take_back (&d, stats);
  bool worth = !d.refused || d.all_shown;
  free_trial (&d);
  return worth;
}

void schedules_try (struct verdicts *r, struct schedules_stats *stats)
{
  *stats = (struct schedules_stats){0};
  if (!r->count[VERDICT_RACE] || !proves_by (r->c->t->s->p, PROOF_SCHEDULE))
    return;
  if (try_all (r, false, stats) && r->count[VERDICT_RACE])
    try_all (r, true, stats);
}
