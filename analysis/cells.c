/* Cells: a signature per location, made of the groups it is in, tells which are alike. */

#include "cells.h"

void cells_init (struct cells *c, const struct pointers *p, const struct bitset *wanted)
{
  *c = (struct cells){.p = p, .wanted = wanted};
  c->stands_for = xcalloc (p->objects.locs.n + 1, sizeof *c->stands_for);
  vec_push (&c->first, 0);
}

void cells_free (struct cells *c)
{
  tuples_free (&c->keys);
  vec_free (&c->first);
  vec_free (&c->v);
  free (c->stands_for);
}

static void add (struct cells *c, loc_id l, loc_id start)
{
  if (bitset_has (c->wanted, l))
    vec_push (&c->v, (struct cell){l, start});
}

uint32_t cells_group (struct cells *c, setid where, uint64_t bytes, bool whole_object)
{
  const struct objects *o = &c->p->objects;
  uint32_t key[] = {where, (uint32_t)bytes, whole_object};
  uint32_t group = tuples_intern (&c->keys, key, 3) - 1;
  if (group + 1 < c->first.n)
    return group;
  for (struct set_iter k = sets_each (&c->p->sets, where); set_next (&k);) {
    int64_t from = loc_get (o, k.x)->offset;
    bool all = whole_object || from <= OFFSET_EVERYTHING;
    add (c, k.x, k.x);
    if (bytes == 1 && !all)
      continue;
    for (loc_id l = o->v.v[loc_object (o, k.x)].first_loc; l; l = loc_get (o, l)->next) {
      int64_t at = loc_get (o, l)->offset;
      bool inside = at > from && (!bytes || at < from + (int64_t)bytes);
      if (l != k.x && at != OFFSET_EVERYTHING && (all || inside))
        add (c, l, k.x);
    }
  }
  vec_push (&c->first, c->v.n);
  return group;
}

/* How a cell lies to the start of its access: all that guards depend on. */
static uint64_t position (const struct cells *c, const struct cell *cell)
{
  const struct objects *o = &c->p->objects;
  int64_t at = loc_get (o, cell->loc)->offset, from = loc_get (o, cell->start)->offset;
  if (at <= OFFSET_EVERYTHING || from <= OFFSET_EVERYTHING)
    return UINT64_MAX;
  return (uint64_t)(at - from);
}

void cells_reduce (struct cells *c)
{
  uint32_t n = c->p->objects.locs.n;
  uint64_t *signature = xcalloc (n + 1, sizeof *signature);
  struct map known = {0};
  for (uint32_t g = 0; g + 1 < c->first.n; g++)
    for (uint32_t i = c->first.v[g]; i < c->first.v[g + 1]; i++) {
      uint64_t key[] = {g, position (c, &c->v.v[i])};
      /* The order of the groups is the same for all. */
      uint64_t both[] = {signature[c->v.v[i].loc], hash_bytes (key, sizeof key)};
      signature[c->v.v[i].loc] = hash_bytes (both, sizeof both);
    }
  for (loc_id l = 1; l < n; l++)
    if (signature[l]) {
      uint32_t *first = map_at (&known, signature[l]);
      if (!*first)
        *first = l;
      c->stands_for[l] = *first;
    }
  uint32_t kept = 0;
  for (uint32_t g = 0, i = 0; g + 1 < c->first.n; g++) {
    for (; i < c->first.v[g + 1]; i++)
      if (c->stands_for[c->v.v[i].loc] == c->v.v[i].loc)
        c->v.v[kept++] = c->v.v[i];
    c->first.v[g + 1] = kept;
  }
  c->v.n = kept;
  free (signature);
  map_free (&known);
}
