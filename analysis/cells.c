/* Cells: a signature per location, made of the groups it is in, tells which are alike. */

#include "cells.h"

#include <string.h>

void cells_init (struct cells *c, const struct pointers *p, const struct bitset *wanted)
{
  *c = (struct cells){.p = p, .wanted = wanted};
  for (int w = 0; w < N_WORLDS; w++)
    for (object_id o = 1; o < p->objects.v.n; o++) {
      bool any = false;
      for (loc_id l = p->objects.v.v[o].first_loc; l && !any; l = loc_get (&p->objects, l)->next)
        any = bitset_has (wanted, l);
      if (any && is_in_world (p, w, o) && o != p->world_object[w])
        vec_push (&c->members[w], o);
    }
  vec_push (&c->first, 0);
}

void cells_free (struct cells *c)
{
  tuples_free (&c->keys);
  vec_free (&c->first);
  vec_free (&c->v);
  free (c->stands_for);
  strings_free (&c->types);
  for (int w = 0; w < N_WORLDS; w++)
    vec_free (&c->members[w]);
}

int32_t cells_shift (const struct cells *c, loc_id l, loc_id start)
{
  const struct objects *o = &c->p->objects;
  int64_t at = loc_get (o, l)->offset, from = loc_get (o, start)->offset;
  if (at <= OFFSET_EVERYTHING || from <= OFFSET_EVERYTHING || at - from > INT32_MAX ||
      at - from <= INT32_MIN)
    return SHIFT_UNKNOWN;
  return (int32_t)(at - from);
}

static void add (struct cells *c, loc_id l, loc_id start)
{
  if (bitset_has (c->wanted, l))
    vec_push (&c->v, (struct cell){l, cells_shift (c, l, start)});
}

/* The name of an object's type; NULL: it has none. */
static const char *type_name (const struct cells *c, object_id object)
{
  const struct abstract_object *v = &c->p->objects.v.v[object];
  const struct unit *u = v->type ? c->p->objects.program->units[v->unit].unit : NULL;
  return u && u->types[v->type].r.name ? u->strings[u->types[v->type].r.name] : NULL;
}

static void add_members (struct cells *c, enum pointer_world w, loc_id start,
                         const struct outside_access *a)
{
  const struct objects *o = &c->p->objects;
  for (uint32_t i = 0; i < c->members[w].n; i++) {
    object_id member = c->members[w].v[i];
    const char *type = type_name (c, member);
    if (type && a->type && strcmp (type, a->type))
      continue;
    for (loc_id l = o->v.v[member].first_loc; l; l = loc_get (o, l)->next)
      if (loc_get (o, l)->offset == a->offset)
        add (c, l, start);
  }
}

/* The world whose memory an object stands for: what a function without facts returns is anything
   that it may have been given; N_WORLDS: none. */
static enum pointer_world world_of (const struct cells *c, object_id o)
{
  if (o == c->p->world_object[WORLD_POOL])
    return WORLD_POOL;
  return o == c->p->world_object[WORLD_OUTSIDE] || c->p->objects.v.v[o].kind == OBJECT_RESULT
             ? WORLD_OUTSIDE
             : N_WORLDS;
}

uint32_t cells_group (struct cells *c, setid where, uint64_t bytes, bool whole_object,
                      const struct outside_access *outside)
{
  const struct objects *o = &c->p->objects;
  bool in_world = false;
  for (struct set_iter k = sets_each (&c->p->sets, where); set_next (&k) && !in_world;)
    in_world = world_of (c, loc_object (o, k.x)) < N_WORLDS;
  uint32_t key[] = {where, (uint32_t)bytes, whole_object, in_world ? (uint32_t)outside->offset : 0,
                    in_world && outside->type ? strings_intern (&c->types, outside->type) : 0};
  uint32_t group = tuples_intern (&c->keys, key, 5) - 1;
  if (group + 1 < c->first.n)
    return group;
  for (struct set_iter k = sets_each (&c->p->sets, where); set_next (&k);) {
    int64_t from = loc_get (o, k.x)->offset;
    bool all = whole_object || from <= OFFSET_EVERYTHING;
    add (c, k.x, k.x);
    enum pointer_world w = world_of (c, loc_object (o, k.x));
    if (w < N_WORLDS && outside->offset >= 0)
      add_members (c, w, k.x, outside);
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

void cells_reduce (struct cells *c)
{
  uint32_t n = c->p->objects.locs.n;
  c->n_locs = n;
  c->stands_for = xcalloc (n + 1, sizeof *c->stands_for);
  uint64_t *signature = xcalloc (n + 1, sizeof *signature);
  struct map known = {0};
  for (uint32_t g = 0; g + 1 < c->first.n; g++)
    for (uint32_t i = c->first.v[g]; i < c->first.v[g + 1]; i++) {
      uint64_t key[] = {g, (uint64_t)c->v.v[i].shift,
                        domains_class (c->domains, loc_object (&c->p->objects, c->v.v[i].loc))};
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
