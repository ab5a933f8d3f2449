/* Once: on the way up to main every function has one call, and none of them is in a loop. */

#include "once.h"
#include "flow.h"

void once_init (struct once *o, const struct pointers *p)
{
  uint32_t n = p->objects.program->n_functions;
  static const struct call_edge several;
  *o = (struct once){.p = p};
  o->only = xcalloc (n + 1, sizeof *o->only);
  o->cycles = xcalloc (n + 1, sizeof *o->cycles);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    const struct call_edge *c = &p->calls.v[i];
    o->only[c->callee] = o->only[c->callee] ? &several : c;
  }
  for (funid f = 1; f <= n; f++)
    if (o->only[f] == &several || called_from_world (p, WORLD_OUTSIDE, f) ||
        called_from_world (p, WORLD_POOL, f))
      o->only[f] = NULL;
}

void once_free (struct once *o)
{
  free (o->only);
  for (uint64_t f = bitset_next (&o->known, 0); f != BITSET_END; f = bitset_next (&o->known, f + 1))
    bitset_free (&o->cycles[f]);
  free (o->cycles);
  bitset_free (&o->known);
}

bool record_repeats (struct once *o, funid f, uint32_t record)
{
  const struct function *b = o->p->objects.program->functions[f].body;
  if (!b || record >= b->n_records)
    return true;
  if (bitset_add (&o->known, f)) {
    struct arena arena = {0};
    struct flow flow = flow_find (&arena, b);
    for (uint32_t r = 0; r < b->n_records; r++)
      if (flow.in_cycle[flow.block_of[r]])
        bitset_add (&o->cycles[f], r);
    arena_free (&arena);
  }
  return bitset_has (&o->cycles[f], record);
}

static bool is_entry (const struct program *p, funid f)
{
  for (uint32_t i = 0; i < p->n_entries; i++)
    if (p->entries[i] == f)
      return true;
  return false;
}

bool called_once (struct once *o, funid f)
{
  enum { FAR_ENOUGH = 64 };
  const struct program *p = o->p->objects.program;
  bool any_calls = false;
  for (int i = 0; i < FAR_ENOUGH; i++) {
    if (is_entry (p, f))
      return false;
    const struct call_edge *c = o->only[f];
    if (f == p->main) {
      for (uint32_t k = 0; k < o->p->calls.n && !any_calls; k++)
        any_calls = o->p->calls.v[k].callee == f;
      return !any_calls; /* main calls itself in some programs */
    }
    if (!c || (c->kind != CALL_NOW && c->kind != CALL_FORK) || !c->caller ||
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
