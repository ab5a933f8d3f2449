/* Once: on the way up to main every function has one call, or several that exclude each other, and
   none of them is in a loop. */

#include "once.h"
#include "exclusive.h"
#include "flow.h"

enum { FAR_ENOUGH = 64, MOST_CALLS = 4 };

void once_init (struct once *o, const struct pointers *p)
{
  uint32_t n = p->objects.program->n_functions;
  static const struct call_edge several;
  *o = (struct once){.p = p};
  o->only = xcalloc (n + 1, sizeof *o->only);
  o->cycles = xcalloc (n + 1, sizeof *o->cycles);
  o->first = xcalloc (n + 1, sizeof *o->first);
  o->next = xcalloc (p->calls.n + 1, sizeof *o->next);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    o->next[i] = o->first[c->callee];
    o->first[c->callee] = 1 + i;
    o->only[c->callee] = o->only[c->callee] || c->number != NUMBER_ONE ? &several : c;
    o->main_is_called |= c->callee == p->objects.program->main;
  }
  for (uint32_t i = 0; i < p->objects.program->n_entries; i++)
    bitset_add (&o->entries, p->objects.program->entries[i]);
  for (funid f = 1; f <= n; f++) {
    bool outside = called_from_world (p, WORLD_OUTSIDE, f) || called_from_world (p, WORLD_POOL, f);
    if (outside)
      bitset_add (&o->outside, f);
    if (outside || o->only[f] == &several)
      o->only[f] = NULL;
  }
}

void once_know_creators (struct once *o, struct call_edge *created, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const struct call_edge *c = o->only[created[i].callee];
    if (c && c->kind == CALL_FORK)
      o->only[created[i].callee] = &created[i];
  }
  free (o->created);
  o->created = created;
  map_clear (&o->several);
}

void once_free (struct once *o)
{
  free (o->created);
  free (o->only);
  for (uint64_t f = bitset_next (&o->known, 0); f != BITSET_END; f = bitset_next (&o->known, f + 1))
    bitset_free (&o->cycles[f]);
  free (o->cycles);
  bitset_free (&o->known);
  bitset_free (&o->entries);
  bitset_free (&o->outside);
  free (o->first);
  free (o->next);
  map_free (&o->several);
}

bool record_repeats (struct once *o, funid f, uint32_t record)
{
  const struct function *b = o->p->objects.program->functions[f].body;
  if (!b || record >= b->n_records)
    return true;
  if (bitset_add (&o->known, f)) {
    const struct flow *flow = flow_of (o->p->objects.program, f);
    for (uint32_t r = 0; r < b->n_records; r++)
      if (flow->in_cycle[flow->block_of[r]])
        bitset_add (&o->cycles[f], r);
  }
  return bitset_has (&o->cycles[f], record);
}

/* The calls that lead from main to C, innermost first; all of them are the only ones. */
static uint32_t way_to (const struct once *o, const struct call_edge *c,
                        const struct call_edge **way)
{
  uint32_t n = 0;
  for (; c && n < FAR_ENOUGH; c = o->only[c->caller])
    way[n++] = c;
  return n;
}

/* Whether no execution of the program, which executes each of two calls at most once, executes
   both: the function from which different ways lead to them does not take both. */
static bool calls_exclude (const struct once *o, const struct call_edge *a,
                           const struct call_edge *b)
{
  const struct call_edge *x[FAR_ENOUGH], *y[FAR_ENOUGH];
  uint32_t n = way_to (o, a, x), m = way_to (o, b, y);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < m; k++)
      if (x[i]->caller == y[k]->caller)
        return x[i]->record != y[k]->record &&
               records_exclude (o->p->objects.program->functions[x[i]->caller].body, x[i]->record,
                                y[k]->record);
  return false;
}

static bool calls_exclude_all (struct once *o, funid f)
{
  const struct call_edge *all[MOST_CALLS];
  uint32_t n = 0;
  for (uint32_t k = o->first[f]; k; k = o->next[k - 1]) {
    const struct call_edge *c = &o->p->calls.v[k - 1];
    if (n == MOST_CALLS || c->kind != CALL_NOW || c->number != NUMBER_ONE || !c->caller ||
        !executed_once (o, c->caller, c->record))
      return false;
    for (uint32_t i = 0; i < n; i++)
      if (!calls_exclude (o, all[i], c))
        return false;
    all[n++] = c;
  }
  return n > 1;
}

/* The same for a function that is called at several places. */
static bool called_once_of_several (struct once *o, funid f)
{
  enum { YES = 1, NO };
  if (bitset_has (&o->outside, f) || !o->first[f])
    return false;
  uint32_t *known = map_at (&o->several, f);
  if (!*known) {
    *known = NO; /* for who calls itself */
    bool once = calls_exclude_all (o, f);
    map_set (&o->several, f, once ? YES : NO);
    return once;
  }
  return *known == YES;
}

bool called_once (struct once *o, funid f)
{
  for (int i = 0; i < FAR_ENOUGH; i++) {
    if (bitset_has (&o->entries, f))
      return false;
    const struct call_edge *c = o->only[f];
    if (f == o->p->objects.program->main)
      return !o->main_is_called;
    if (!c)
      return called_once_of_several (o, f);
    if ((c->kind != CALL_NOW && c->kind != CALL_FORK) || !c->caller ||
        record_repeats (o, c->caller, c->record))
      return false;
    f = c->caller;
  }
  return false;
}

bool executed_once (struct once *o, funid f, uint32_t record)
{
  return !record_repeats (o, f, record) && called_once (o, f);
}

bool object_exists_once (struct once *once, object_id id)
{
  const struct pointers *p = once->p;
  const struct abstract_object *o = &p->objects.v.v[id];
  uint32_t n;
  switch ((enum object_kind)o->kind) {
  case OBJECT_GLOBAL:
  case OBJECT_LIBRARY:
    return !object_is_tls (p, id);
  case OBJECT_LOCAL:
    return called_once (once, o->a);
  case OBJECT_HEAP:
    n = o->chain ? tuples_length (&p->chains, o->chain) / 2 : 0;
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t *at = tuples_numbers (&p->chains, o->chain) + 2 * i;
      if (i == 0 ? !executed_once (once, at[0], at[1]) : record_repeats (once, at[0], at[1]))
        return false;
    }
    return n ? !record_repeats (once, o->a, o->b) : executed_once (once, o->a, o->b);
  default:
    return false;
  }
}
