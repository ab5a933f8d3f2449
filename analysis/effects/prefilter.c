/* Prefilter: one mask of entries per function, spread over the call graph; one mask of readers and
   writers per location; then what several entries share.  All linear in calls and accesses, apart
   from the reachability of objects, which is linear in the sets. */

#include "prefilter.h"
#include "once.h"
#include "scc.h"
#include "worklist.h"

/* A location of an object. */
struct placed {
  int64_t offset;
  loc_id loc;
};

struct filter {
  struct prefilter *r;
  struct pointers *p;
  const struct effects *e;
  const struct program *program;
  struct arena arena;
  uint64_t many;               /* bits of entries with several instances */
  uint64_t *readers, *writers; /* by location */
  setid *set;                  /* by effect: what it touches */
  struct map touches;          /* set: 1 no, 2 there is a candidate in it */
  VEC (struct placed) placed;  /* locations of the object at hand, by their offset */
};

/* Entries */

static void add_entry (struct filter *d, struct map *known, funid f, bool many, bool at_end)
{
  uint32_t *entry = map_at (known, f);
  if (*entry) {
    d->r->entries.v[*entry - 1].many = true; /* started at several places */
    d->r->entries.v[*entry - 1].at_end &= at_end;
    return;
  }
  vec_push (&d->r->entries, (struct entry){f, many, at_end});
  *entry = d->r->entries.n;
}

/* Whether the call is that of the destructor of a key, by a thread that ends. */
static bool is_destructor (const struct pointers *p, const struct call_edge *c)
{
  uint32_t k, end;
  bool made = false;
  if (c->kind != CALL_LATER)
    return false;
  calls_of_record (p, c->caller, c->record, &k, &end);
  for (; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    made |= m && model_has (m, EFFECT_KEY_CREATE);
  }
  return made;
}

static void find_entries (struct filter *d)
{
  const struct program *p = d->program;
  struct map known = {0};
  struct once once;
  once_init (&once, d->p);
  if (p->main)
    add_entry (d, &known, p->main, false, false);
  for (uint32_t i = 0; i < p->n_entries; i++)
    add_entry (d, &known, p->entries[i], true, false);
  for (uint32_t i = 0; i < d->p->calls.n; i++) {
    const struct call_edge *c = &d->p->calls.v[i];
    if (c->kind != CALL_NOW)
      add_entry (d, &known, c->callee,
                 c->kind != CALL_FORK || c->number == NUMBER_MANY ||
                     !executed_once (&once, c->caller, c->record),
                 is_destructor (d->p, c));
  }
  /* Constructors and destructors run in the thread of main. */
  for (funid f = 1; f <= p->n_functions; f++)
    if (runs_by_itself (p, f))
      add_entry (d, &known, f, false, false);
  once_free (&once);
  map_free (&known);
}

static uint64_t bit_of (uint32_t entry)
{
  return (uint64_t)1 << (entry < MOST_ENTRIES ? entry : MOST_ENTRIES - 1);
}

/* Which entries lead to which functions.  A call into a world leads to all functions in it. */
static void spread_entries (struct filter *d)
{
  uint32_t n = d->program->n_functions;
  struct csr graph = call_graph (d->p, &d->arena);
  struct scc scc = scc_find (&d->arena, &graph);
  uint64_t *mask = ARENA_ARRAY (&d->arena, scc.n + 1, uint64_t);
  for (uint32_t i = 0; i < d->r->entries.n; i++) {
    mask[scc.of[d->r->entries.v[i].function]] |= bit_of (i);
    if (d->r->entries.v[i].many || i >= MOST_ENTRIES - 1)
      d->many |= bit_of (i);
  }
  for (uint32_t c = scc.n; c-- > 0;) /* callers before callees */
    for (uint32_t i = scc.first[c]; i < scc.first[c + 1]; i++)
      for (uint32_t k = graph.first[scc.members[i]]; k < graph.first[scc.members[i] + 1]; k++)
        mask[scc.of[graph.targets[k]]] |= mask[c];
  d->r->reached = xcalloc (n + 1, sizeof *d->r->reached);
  for (funid f = 1; f <= n; f++) {
    d->r->reached[f] = mask[scc.of[f]];
    bool again = scc.first[scc.of[f] + 1] - scc.first[scc.of[f]] > 1;
    for (uint32_t k = graph.first[f]; k < graph.first[f + 1]; k++)
      again |= graph.targets[k] == f;
    if (again)
      bitset_add (&d->r->recursive, f);
  }
}

/* Objects */

static void publish (struct filter *d, struct worklist *list, setid set)
{
  for (struct set_iter i = sets_each (&d->p->sets, set); set_next (&i);) {
    object_id o = loc_object (&d->p->objects, i.x);
    if (d->r->published[o] || bitset_has (&d->p->confined, o))
      continue;
    d->r->published[o] = true;
    worklist_push (list, o);
  }
}

static void publish_contents (struct filter *d, struct worklist *list, object_id object)
{
  const struct objects *o = &d->p->objects;
  for (loc_id l = object ? o->v.v[object].first_loc : 0; l; l = loc_get (o, l)->next)
    publish (d, list, points_of_content (d->p, l));
}

/* What several threads may know: globals, arguments of threads, what is in a world, and all that
   can be reached from there.  The destructor of a key gets what its own thread has kept. */
static void find_published (struct filter *d)
{
  struct objects *o = &d->p->objects;
  struct worklist list = {0};
  d->r->published = xcalloc (o->v.n + 1, sizeof *d->r->published);
  for (object_id i = 1; i < o->v.n; i++) {
    uint8_t kind = o->v.v[i].kind;
    bool root = ((kind == OBJECT_GLOBAL || kind == OBJECT_LIBRARY) && !object_is_tls (d->p, i)) ||
                kind == OBJECT_RESULT || kind == OBJECT_OUTSIDE ||
                is_in_world (d->p, WORLD_OUTSIDE, i) || is_in_world (d->p, WORLD_POOL, i);
    if (root && !bitset_has (&d->p->confined, i)) {
      d->r->published[i] = true;
      worklist_push (&list, i);
    }
  }
  for (uint32_t i = 0; i < d->r->entries.n; i++) {
    funid f = d->r->entries.v[i].function;
    const struct function *b = d->program->functions[f].body;
    bool own = f == d->program->main || d->r->entries.v[i].at_end;
    for (uint32_t k = 1; b && !own && k <= b->n_params; k++) {
      publish (d, &list, points_of_formal (d->p, f, k - 1));
      publish_contents (d, &list, object_find (o, OBJECT_LOCAL, f, k, 0));
    }
  }
  for (uint64_t f = bitset_next (&d->p->nested, 1); f != BITSET_END;
       f = bitset_next (&d->p->nested, f + 1)) /* who calls it, nobody looks */
    publish (d, &list,
             points_of_formal (d->p, (funid)f, d->program->functions[f].body->n_params - 1));
  for (object_id i; worklist_pop (&list, &i);)
    publish_contents (d, &list, i);
  worklist_free (&list);
}

/* Candidates */

/* Many accesses are to the same set: it is gone through once. */
static void mark_accesses (struct filter *d)
{
  for (uint32_t i = 0; i < d->e->v.n; i++) {
    const struct effect *e = &d->e->v.v[i];
    d->set[i] = effect_locations (d->p, e);
  }
  uint32_t n = sets_count (&d->p->sets) + 1;
  uint64_t *read = xcalloc (n, sizeof *read), *written = xcalloc (n, sizeof *written);
  for (uint32_t i = 0; i < d->e->v.n; i++) {
    uint64_t mask = d->r->reached[d->e->v.v[i].function];
    read[d->set[i]] |= mask;
    if (effect_writes (&d->e->v.v[i]))
      written[d->set[i]] |= mask;
  }
  for (setid set = 0; set < n; set++)
    for (struct set_iter k = sets_each (&d->p->sets, read[set] ? set : SETS_EMPTY);
         set_next (&k);) {
      d->readers[k.x] |= read[set];
      d->writers[k.x] |= written[set];
    }
  free (read);
  free (written);
}

/* Who touches all of an object: by a pointer whose offset is unknown, or through a world. */
static void whole_masks (const struct filter *d, object_id object, uint64_t *read,
                         uint64_t *written)
{
  const struct pointers *p = d->p;
  loc_id anywhere = p->objects.v.v[object].anywhere;
  *read = anywhere ? d->readers[anywhere] : 0;
  *written = anywhere ? d->writers[anywhere] : 0;
  for (int w = 0; w < N_WORLDS; w++) {
    loc_id l = p->objects.v.v[p->world_object[w]].first_loc;
    if (is_in_world (p, w, object) && l) {
      *read |= d->readers[l];
      *written |= d->writers[l];
    }
  }
}

static bool is_shared (const struct filter *d, uint64_t read, uint64_t written)
{
  uint64_t all = read | written;
  return written && ((all & (all - 1)) || (all & d->many));
}

/* Accesses that overlap may start at different bytes: a location shares the masks of those that
   start less than this before or behind it, and what may be anywhere those of all. */
enum { LARGEST_SCALAR = 16 };

static int by_offset (const void *a, const void *b)
{
  const struct placed *x = a, *y = b;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

static void judge_object (struct filter *d, object_id object)
{
  const struct objects *o = &d->p->objects;
  uint64_t whole_read, whole_written, any_read = 0, any_written = 0;
  whole_masks (d, object, &whole_read, &whole_written);
  vec_clear (&d->placed);
  for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next) {
    vec_push (&d->placed, (struct placed){loc_get (o, l)->offset, l});
    any_read |= d->readers[l];
    any_written |= d->writers[l];
  }
  if (d->placed.n)
    qsort (d->placed.v, d->placed.n, sizeof *d->placed.v, by_offset);
  for (uint32_t i = 0, near = 0; i < d->placed.n; i++) {
    struct placed at = d->placed.v[i];
    uint64_t read = whole_read | d->readers[at.loc], written = whole_written | d->writers[at.loc];
    bool anywhere = at.offset <= OFFSET_EVERYTHING;
    if (anywhere) {
      read |= any_read;
      written |= any_written;
    }
    while (!anywhere && d->placed.v[near].offset <= at.offset - LARGEST_SCALAR)
      near++;
    for (uint32_t k = anywhere ? d->placed.n : near;
         k < d->placed.n && d->placed.v[k].offset < at.offset + LARGEST_SCALAR; k++) {
      read |= d->readers[d->placed.v[k].loc];
      written |= d->writers[d->placed.v[k].loc];
    }
    if (is_shared (d, read, written) && (d->readers[at.loc] | d->writers[at.loc]))
      bitset_add (&d->r->candidates, at.loc);
  }
}

static void find_candidates (struct filter *d)
{
  const struct objects *o = &d->p->objects;
  for (object_id i = 1; i < o->v.n; i++) {
    const struct abstract_object *v = &o->v.v[i];
    bool is_safe = v->kind == OBJECT_LIBRARY && v->chain;
    if (d->r->published[i] && !v->read_only && v->kind != OBJECT_COPY && !is_safe)
      judge_object (d, i);
  }
  d->r->stats.locations = o->locs.n - 1;
  d->r->stats.candidates = (uint32_t)bitset_count (&d->r->candidates);
}

/* The slice */

static bool synchronises (const struct model *m)
{
  static const uint8_t kinds[] = {
      EFFECT_ACQUIRE,     EFFECT_RELEASE,      EFFECT_CONVERT,     EFFECT_WAIT,
      EFFECT_SIGNAL,      EFFECT_FORK,         EFFECT_JOIN,        EFFECT_SEM_WAIT,
      EFFECT_SEM_POST,    EFFECT_BARRIER_WAIT, EFFECT_ONCE,        EFFECT_DETACH,
      EFFECT_FENCE,       EFFECT_THREAD_EXIT,  EFFECT_ATOMIC_LOAD, EFFECT_ATOMIC_STORE,
      EFFECT_ATOMIC_RMW,  EFFECT_ATOMIC_CAS,   EFFECT_INIT,        EFFECT_DESTROY,
      EFFECT_GROUP_START, EFFECT_GROUP_END};
  for (unsigned i = 0; m && i < sizeof kinds; i++)
    if (model_has (m, kinds[i]))
      return true;
  return false;
}

static bool touches_candidate (struct filter *d, setid set)
{
  uint32_t *known = map_at (&d->touches, set);
  for (struct set_iter i = sets_each (&d->p->sets, set); !*known && set_next (&i);)
    if (bitset_has (&d->r->candidates, i.x) ||
        d->p->objects.v.v[loc_object (&d->p->objects, i.x)].kind >= OBJECT_RESULT)
      *known = 2; /* what comes from outside may be any of them */
  if (!*known)
    *known = 1;
  return *known == 2;
}

/* Whether something that is done when the program ends matters. */
static bool end_matters (const struct filter *d)
{
  for (uint32_t i = 0; i < d->p->calls.n; i++)
    if (d->p->calls.v[i].kind == CALL_LATER && d->r->sliced[d->p->calls.v[i].callee])
      return true;
  for (funid f = 1; f <= d->program->n_functions; f++)
    if (d->r->sliced[f] && runs_by_itself (d->program, f) & RUNS_LAST)
      return true;
  return false;
}

static void slice (struct filter *d, struct worklist *list, funid f)
{
  if (!d->r->sliced[f]) {
    d->r->sliced[f] = true;
    worklist_push (list, f);
  }
}

static void slice_callers (struct filter *d, struct worklist *list, const struct csr *callers)
{
  for (uint32_t f; worklist_pop (list, &f);)
    for (uint32_t k = callers->first[f]; k < callers->first[f + 1]; k++)
      slice (d, list, callers->targets[k]);
}

static void find_slice (struct filter *d)
{
  struct prefilter *r = d->r;
  uint32_t n = d->program->n_functions;
  r->sliced = xcalloc (n + 1, sizeof *r->sliced);
  struct worklist list = {0};
  for (uint32_t i = 0; i < d->e->v.n; i++) {
    const struct effect *e = &d->e->v.v[i];
    if (!r->sliced[e->function] && (!e->where || touches_candidate (d, d->set[i])))
      slice (d, &list, e->function);
  }
  uint32_t *from = ARENA_ARRAY (&d->arena, d->p->calls.n + 1, uint32_t);
  uint32_t *to = ARENA_ARRAY (&d->arena, d->p->calls.n + 1, uint32_t);
  for (uint32_t i = 0; i < d->p->calls.n; i++) {
    const struct call_edge *c = &d->p->calls.v[i];
    from[i] = c->callee;
    to[i] = c->caller;
    if (synchronises (d->p->models[c->callee]))
      slice (d, &list, c->caller);
  }
  struct csr callers = csr_from_edges (&d->arena, n + 1, from, to, d->p->calls.n);
  slice_callers (d, &list, &callers);
  if (end_matters (d)) /* then it also matters who ends the program, and when */
    for (uint32_t i = 0; i < d->p->calls.n; i++) {
      const struct model *m = d->p->models[d->p->calls.v[i].callee];
      if (m && model_has (m, EFFECT_EXIT))
        slice (d, &list, d->p->calls.v[i].caller);
    }
  slice_callers (d, &list, &callers);
  for (funid f = 1; f <= n; f++) {
    const struct function *b = d->program->functions[f].body;
    if (!b)
      continue;
    r->stats.functions++;
    r->stats.instructions += b->n_records;
    r->stats.sliced += r->sliced[f];
    r->stats.sliced_instructions += r->sliced[f] ? b->n_records : 0;
  }
  worklist_free (&list);
}

void prefilter_find (struct prefilter *r, struct pointers *p, const struct effects *e)
{
  *r = (struct prefilter){0};
  struct filter d = {.r = r, .p = p, .e = e, .program = p->objects.program};
  find_entries (&d);
  spread_entries (&d);
  find_published (&d);
  d.readers = xcalloc (p->objects.locs.n + 1, sizeof *d.readers);
  d.writers = xcalloc (p->objects.locs.n + 1, sizeof *d.writers);
  d.set = xcalloc (e->v.n + 1, sizeof *d.set);
  mark_accesses (&d);
  find_candidates (&d);
  find_slice (&d);
  free (d.readers);
  free (d.writers);
  free (d.set);
  map_free (&d.touches);
  vec_free (&d.placed);
  arena_free (&d.arena);
}

bool gives_away (struct pointers *p, const struct prefilter *f, const struct call_edge *call)
{
  const struct record *r = p->objects.program->functions[call->caller].body->records[call->record];
  for (uint32_t i = 0; r->kind == REC_call && i < ((const struct rec_call *)r)->args.n; i++) {
    setid set = points_of_operand (p, call->caller, &((const struct rec_call *)r)->args.v[i]);
    for (struct set_iter k = sets_each (&p->sets, set); set_next (&k);)
      if (bitset_has (&f->candidates, k.x) ||
          p->objects.v.v[loc_object (&p->objects, k.x)].kind == OBJECT_FUNCTION)
        return true;
  }
  return false;
}

bool only_main_calls (const struct prefilter *r, const struct program *p, funid f)
{
  return p->main && r->entries.n && r->entries.v[0].function == p->main && r->reached[f] == 1;
}

void prefilter_free (struct prefilter *r)
{
  vec_free (&r->entries);
  free (r->reached);
  bitset_free (&r->recursive);
  free (r->published);
  bitset_free (&r->candidates);
  free (r->sliced);
}
