/* Cells: a signature per location, made of the groups it is in, tells which are alike.  Sets may be
   large, and many: what is around one of their locations is found once for all of them. */

#include "cells.h"

/* Enters the wanted locations of an object in a world. */
static void add_to_world (struct cells *c, enum pointer_world w, object_id object)
{
  const struct objects *o = &c->p->objects;
  const char *name = object_type_name (o, object);
  uint32_t type = name ? strings_intern (&c->types, name) : 0;
  for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next)
    if (bitset_has (c->wanted, l)) {
      uint32_t *first = map_at (&c->at_offset[w], (uint64_t)loc_get (o, l)->offset);
      vec_push (&c->members, (struct world_member){l, *first, type});
      *first = c->members.n;
    }
}

void cells_init (struct cells *c, const struct pointers *p, const struct bitset *wanted)
{
  *c = (struct cells){
      .p = p, .wanted = wanted, .lost_outside = world_is_lost (p, WORLD_OUTSIDE, false)};
  for (int w = 0; w < N_WORLDS; w++)
    for (object_id o = 1; o < p->objects.v.n; o++)
      if (is_in_world (p, w, o) && o != p->world_object[w])
        add_to_world (c, w, o);
  vec_push (&c->first, 0);
  vec_push (&c->first_of_part, 0);
}

void cells_free (struct cells *c)
{
  tuples_free (&c->keys);
  vec_free (&c->first);
  vec_free (&c->parts);
  map_free (&c->around);
  vec_free (&c->last_around);
  tuples_free (&c->part_keys);
  vec_free (&c->part_of_key);
  vec_free (&c->first_of_part);
  vec_free (&c->v);
  free (c->stands_for);
  placed_free (&c->placed);
  strings_free (&c->types);
  for (int w = 0; w < N_WORLDS; w++)
    map_free (&c->at_offset[w]);
  vec_free (&c->members);
  map_free (&c->in_world);
}

static int32_t shift_between (int64_t from, int64_t at)
{
  if (at <= OFFSET_EVERYTHING || from <= OFFSET_EVERYTHING || at - from > INT32_MAX ||
      at - from <= INT32_MIN)
    return SHIFT_UNKNOWN;
  return (int32_t)(at - from);
}

int32_t cells_shift (const struct cells *c, loc_id l, loc_id start)
{
  const struct objects *o = &c->p->objects;
  int64_t at = loc_get (o, l)->offset, from = loc_get (o, start)->offset;
  if (loc_object (o, l) != loc_object (o, start))
    from = at; /* what comes from outside is what is inside: it begins where the access does */
  return shift_between (from, at);
}

static struct locs_of_object wanted_in (struct cells *c, object_id object)
{
  return placed_in (&c->placed, &c->p->objects, object, c->wanted);
}

static void add (struct cells *c, loc_id l, loc_id start)
{
  if (bitset_has (c->wanted, l))
    vec_push (&c->v, (struct cell){l, false, cells_shift (c, l, start)});
}

/* Begins a part, whose cells are pushed up to end_part. */
static uint32_t begin_part (const struct cells *c)
{
  return c->first_of_part.n - 1;
}

static void end_part (struct cells *c)
{
  vec_push (&c->first_of_part, c->v.n);
}

static void add_part (struct cells *c, uint32_t part)
{
  if (c->first_of_part.v[part] < c->first_of_part.v[part + 1])
    vec_push (&c->parts, part);
}

/* The part of that key; *MADE: it is a new one, which has begun. */
static uint32_t part_of (struct cells *c, const uint32_t *key, uint32_t n, bool *made)
{
  uint32_t id = tuples_intern (&c->part_keys, key, n) - 1;
  *made = id == c->part_of_key.n;
  if (*made)
    vec_push (&c->part_of_key, begin_part (c));
  return c->part_of_key.v[id];
}

enum part_kind { PART_OF_WORLD, PART_IN_OBJECT };

/* The bytes of an access from START on, as far as they are wanted. */
static void push_around (struct cells *c, loc_id start, uint64_t bytes, bool all)
{
  int64_t from = loc_get (&c->p->objects, start)->offset;
  add (c, start, start);
  if (bytes == 1 && !all)
    return;
  struct locs_of_object in = wanted_in (c, loc_object (&c->p->objects, start));
  for (uint32_t i = all ? in.first : placed_behind (&c->placed, in, from); i < in.end; i++) {
    struct placed_loc l = c->placed.v.v[i];
    if (!all && bytes && l.offset >= from + (int64_t)bytes)
      break;
    if (l.loc != start)
      vec_push (&c->v, (struct cell){.loc = l.loc, .shift = shift_between (from, l.offset)});
  }
}

/* The same, as a part; ALL: of its object. */
static void add_around (struct cells *c, loc_id start, uint64_t bytes, bool all)
{
  uint64_t most = bytes && bytes < INT32_MAX && !all ? bytes : 0; /* else to the end */
  uint32_t key = (uint32_t)most << 1 | all;
  if (start >= c->last_around.n)
    vec_resize (&c->last_around, c->p->objects.locs.n);
  struct part_around *last = &c->last_around.v[start];
  if (!last->part || last->bytes != key) {
    uint32_t *part = map_at (&c->around, map_pair (start, key));
    if (!*part) {
      *part = 1 + begin_part (c);
      push_around (c, start, most, all);
      end_part (c);
    }
    *last = (struct part_around){key, *part};
  }
  add_part (c, last->part - 1);
}

/* What an access from START may be to, OFFSET behind the beginning of the same object. */
static void add_in_object (struct cells *c, enum pointer_world w, loc_id start, int64_t offset)
{
  const struct objects *o = &c->p->objects;
  uint32_t key[] = {PART_IN_OBJECT, w, start, (uint32_t)offset, (uint32_t)((uint64_t)offset >> 32)};
  bool made;
  uint32_t part = part_of (c, key, 5, &made);
  if (made) {
    for (loc_id l = o->v.v[loc_object (o, start)].first_loc; l; l = loc_get (o, l)->next)
      if (loc_get (o, l)->offset == offset && is_in_world (c->p, w, loc_object (o, l)))
        add (c, l, start);
    end_part (c);
  }
  add_part (c, part);
}

/* The part of a world that an access may be to.  Whatever its start, it begins where the member
   does, unless both are in one object. */
static uint32_t part_of_world (struct cells *c, enum pointer_world w, int64_t offset, uint32_t type)
{
  uint32_t key[] = {PART_OF_WORLD, w, (uint32_t)offset, (uint32_t)((uint64_t)offset >> 32), type};
  /* A pointer there may tell nothing any more. */
  bool made, lost = c->lost_outside && w == WORLD_OUTSIDE;
  uint32_t part = part_of (c, key, 5, &made);
  if (!made)
    return part;
  for (uint32_t k = map_get (&c->at_offset[w], (uint64_t)offset, 0); k;
       k = c->members.v[k - 1].next) {
    const struct world_member *m = &c->members.v[k - 1];
    if (!m->type || !type || m->type == type)
      vec_push (&c->v, (struct cell){m->loc, lost, 0});
  }
  end_part (c);
  return part;
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

static bool is_world_set (struct cells *c, setid where)
{
  uint32_t *known = map_at (&c->in_world, where);
  if (!*known) {
    bool in_world = false;
    for (struct set_iter k = sets_each (&c->p->sets, where); set_next (&k) && !in_world;)
      in_world = world_of (c, loc_object (&c->p->objects, k.x)) < N_WORLDS;
    *known = 1 + in_world;
  }
  return *known == 2;
}

uint32_t cells_group (struct cells *c, setid where, uint64_t bytes, bool whole_object,
                      const struct outside_access *outside)
{
  const struct objects *o = &c->p->objects;
  bool in_world = is_world_set (c, where);
  uint32_t type = in_world && outside->type ? strings_intern (&c->types, outside->type) : 0;
  uint32_t key[] = {where, (uint32_t)bytes, whole_object, in_world ? (uint32_t)outside->offset : 0,
                    type};
  uint32_t group = tuples_intern (&c->keys, key, 5) - 1;
  if (group + 1 < c->first.n)
    return group;
  struct map worlds = {0}; /* that have been added, with the offset of the start */
  vec_u32 of_worlds = {0};
  for (struct set_iter k = sets_each (&c->p->sets, where); set_next (&k);) {
    int64_t from = loc_get (o, k.x)->offset;
    enum pointer_world w = in_world ? world_of (c, loc_object (o, k.x)) : N_WORLDS;
    if (w < N_WORLDS && outside->offset >= 0 &&
        map_add (&worlds, (uint64_t)from * N_WORLDS + w, 1)) {
      vec_push (&of_worlds, part_of_world (c, w, outside->offset, type));
      if (from != outside->offset && loc_object (o, k.x) != c->p->world_object[w])
        add_in_object (c, w, k.x, outside->offset);
    }
    add_around (c, k.x, bytes, whole_object || from <= OFFSET_EVERYTHING);
  }
  for (uint32_t i = 0; i < of_worlds.n; i++)
    add_part (c, of_worlds.v[i]);
  vec_free (&of_worlds);
  map_free (&worlds);
  vec_push (&c->first, c->parts.n);
  return group;
}

/* What tells locations apart: the groups that they are in, by which parts, and where.  The order of
   parts does not matter. */
static uint64_t *find_signatures (const struct cells *c)
{
  uint64_t *of_part = xcalloc (c->first_of_part.n, sizeof *of_part);
  uint64_t *signature = xcalloc (c->n_locs + 1, sizeof *signature);
  for (uint32_t g = 0; g + 1 < c->first.n; g++)
    for (uint32_t i = c->first.v[g]; i < c->first.v[g + 1]; i++)
      of_part[c->parts.v[i]] = hash_add (of_part[c->parts.v[i]], 1 + g);
  for (uint32_t p = 0; p + 1 < c->first_of_part.n; p++)
    for (uint32_t i = c->first_of_part.v[p]; i < c->first_of_part.v[p + 1]; i++) {
      struct cell v = c->v.v[i];
      uint64_t at = (uint64_t)v.unseen << 32 | (uint32_t)v.shift;
      signature[v.loc] += hash_u64 (hash_add (of_part[p], at));
    }
  free (of_part);
  return signature;
}

static void find_alike (struct cells *c)
{
  uint64_t *signature = find_signatures (c);
  struct map known = {0};
  for (loc_id l = 1; l < c->n_locs; l++)
    if (signature[l]) {
      uint64_t domains = domains_class (c->domains, loc_object (&c->p->objects, l));
      uint32_t *first = map_at (&known, hash_u64 (hash_add (signature[l], domains)));
      if (!*first)
        *first = l;
      c->stands_for[l] = *first;
    }
  free (signature);
  map_free (&known);
}

void cells_reduce (struct cells *c)
{
  c->n_locs = c->p->objects.locs.n;
  c->stands_for = xcalloc (c->n_locs + 1, sizeof *c->stands_for);
  find_alike (c);
  uint32_t kept = 0;
  for (uint32_t p = 0, i = 0; p + 1 < c->first_of_part.n; p++) {
    for (; i < c->first_of_part.v[p + 1]; i++)
      if (c->stands_for[c->v.v[i].loc] == c->v.v[i].loc)
        c->v.v[kept++] = c->v.v[i];
    c->first_of_part.v[p + 1] = kept;
  }
  c->v.n = kept;
}
