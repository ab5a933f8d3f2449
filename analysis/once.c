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
    o->only[c->callee] = o->only[c->callee] || c->number != NUMBER_ONE ? &several : c;
    o->main_is_called |= c->callee == p->objects.program->main;
  }
  for (uint32_t i = 0; i < p->objects.program->n_entries; i++)
    bitset_add (&o->entries, p->objects.program->entries[i]);
  for (funid f = 1; f <= n; f++)
    if (o->only[f] == &several || called_from_world (p, WORLD_OUTSIDE, f) ||
        called_from_world (p, WORLD_POOL, f))
      o->only[f] = NULL;
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

bool called_once (struct once *o, funid f)
{
  enum { FAR_ENOUGH = 64 };
  for (int i = 0; i < FAR_ENOUGH; i++) {
    if (bitset_has (&o->entries, f))
      return false;
    const struct call_edge *c = o->only[f];
    if (f == o->p->objects.program->main)
      return !o->main_is_called;
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
