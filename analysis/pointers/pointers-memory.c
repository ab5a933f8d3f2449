/* The memory side of the pointer analysis: what is in a location flows to where the object is
   copied to, to and from pointers whose offset is unknown, and into the worlds its object belongs
   to.  New locations are tied to all that is known of their object. */

#include "pointers-internal.h"

node_id solver_read_node (struct solver *s, loc_id l)
{
  if (loc_is_anywhere (&s->p->objects, l))
    l = loc_everything (&s->p->objects, loc_object (&s->p->objects, l));
  return solver_content (s, l);
}

/* What repeats at L in the region: the bytes from one element of arrays to the next, 0 if the
   region has but one; *END is where that ends, in bytes from the region's start. */
static uint64_t step_in_region (struct objects *o, const struct region *r, loc_id l, uint64_t *end)
{
  struct array_around a[MOST_AROUND];
  uint32_t n =
      loc_is_in_array (o, l) ? arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, a) : 0;
  uint64_t step = 0;
  *end = 0;
  for (uint32_t i = 0; i < n; i++) {
    bool several = r->from_offset - a[i].base < a[i].size &&
                   (!r->size || r->from_offset + (int64_t)r->size > a[i].base + a[i].element);
    if (a[i].size <= a[i].element || !several)
      continue;
    if (!step) /* the outermost */
      *end = a[i].size == INT64_MAX ? 0 : (uint64_t)(a[i].base - r->from_offset + a[i].size);
    for (uint64_t y = (uint64_t)a[i].element; y;) {
      uint64_t rest = step % y;
      step = y;
      y = rest;
    }
  }
  if (r->size && (!*end || *end > r->size))
    *end = r->size;
  return step;
}

/* The arrays around the start of a region. */
struct arrays {
  struct array_around v[MOST_AROUND];
  uint32_t n;
};

static struct arrays arrays_at (const struct objects *o, object_id from, const struct region *r)
{
  struct arrays a;
  a.n = arrays_around (o, from, r->from_offset, a.v);
  return a;
}

/* Whether L is behind an array in which the region starts: then the distance is not known. */
static bool is_behind_array (const struct objects *o, const struct region *r,
                             const struct arrays *arrays, loc_id l)
{
  const struct array_around *a = arrays->v;
  int64_t offset = loc_get (o, l)->offset;
  for (uint32_t i = 0; i < arrays->n; i++)
    if (a[i].size > a[i].element && a[i].size != INT64_MAX && offset >= a[i].base + a[i].size &&
        (!r->size || offset < r->from_offset + a[i].size - a[i].element + (int64_t)r->size))
      return true;
  return false;
}

/* What was last copied from a location.  Whoever copies from several places of an object to one
   that is taken as a whole comes to each location as often, and where it is copied to is the same.
 */
static struct copied_loc *copied_from (struct solver *s, loc_id l)
{
  if (l >= s->copied.n)
    vec_resize (&s->copied, s->p->objects.locs.n);
  return &s->copied.v[l];
}

static bool is_copied (struct solver *s, loc_id l, loc_id to)
{
  const struct copied_loc *c = copied_from (s, l);
  return c->to == to && c->collapsed == s->p->stats.collapsed;
}

static void copy_location (struct solver *s, loc_id from, loc_id to)
{
  *copied_from (s, from) = (struct copied_loc){to, s->p->stats.collapsed};
  solver_add_edge (s, solver_content (s, from), solver_content (s, to));
  solver_copy_field (s, from, to);
}

/* The place in the region's target that is DISTANCE bytes from its start, and all others that
   follow by STEP up to END. */
static void tie_repeated (struct solver *s, const struct region *r, loc_id from, uint64_t distance,
                          uint64_t step, uint64_t end)
{
  enum { MOST_TIED = 16 };
  struct objects *o = &s->p->objects;
  int64_t first = r->to_offset + (int64_t)distance;
  loc_id to = loc_at (o, r->to, first);
  if (loc_is_anywhere (o, to) || steps_over_elements (o, r->to, first, step)) {
    copy_location (s, from, to);
  } else if (end && (end - distance) / step < MOST_TIED) {
    for (; distance < end; distance += step)
      copy_location (s, from, loc_at (o, r->to, r->to_offset + (int64_t)distance));
  } else {
    copy_location (s, from, loc_anywhere (o, r->to));
  }
}

/* Lets what is at L of the source flow to the other end of a region. */
static void tie_to_region (struct solver *s, const struct region *r, const struct arrays *arrays,
                           loc_id l)
{
  struct objects *o = &s->p->objects;
  int64_t offset = loc_get (o, l)->offset;
  if (offset == OFFSET_EVERYTHING)
    return;
  if (o->v.v[r->to].whole && is_copied (s, l, o->v.v[r->to].whole))
    return;
  if (offset == OFFSET_ANYWHERE || o->v.v[loc_object (o, l)].whole ||
      is_behind_array (o, r, arrays, l)) {
    copy_location (s, l, loc_anywhere (o, r->to));
    return;
  }
  int64_t distance = offset - r->from_offset;
  if (r->size && distance >= 0 && (uint64_t)distance >= r->size)
    return;
  uint64_t end, step = step_in_region (o, r, l, &end);
  if (step && distance < 0) {
    distance %= (int64_t)step;
    distance += distance < 0 ? (int64_t)step : 0;
  }
  if (distance < 0 || (r->size && (uint64_t)distance >= r->size))
    return;
  if (step)
    tie_repeated (s, r, l, (uint64_t)distance, step, end);
  else
    copy_location (s, l, loc_at (o, r->to, r->to_offset + distance));
}

void solver_link_objects (struct solver *s, object_id from, int64_t from_offset, object_id to,
                          int64_t to_offset, uint64_t size)
{
  uint32_t key[] = {from,
                    to,
                    (uint32_t)from_offset,
                    (uint32_t)((uint64_t)from_offset >> 32),
                    (uint32_t)to_offset,
                    (uint32_t)((uint64_t)to_offset >> 32),
                    (uint32_t)size,
                    (uint32_t)(size >> 32)};
  uint32_t known = tuples_count (&s->known_regions);
  if (tuples_intern (&s->known_regions, key, sizeof key / sizeof *key) <= known)
    return;
  uint8_t kind = s->p->objects.v.v[to].kind;
  if (!to_offset && (kind == OBJECT_COPY || kind == OBJECT_RETURN))
    object_lay_out_as (&s->p->objects, to, from, from_offset, size);
  while (s->first_region.n <= from)
    vec_push (&s->first_region, 0);
  struct region r = {to, from_offset, to_offset, size, s->first_region.v[from]};
  vec_push (&s->regions, r);
  s->first_region.v[from] = s->regions.n - 1;
  struct arrays arrays = arrays_at (&s->p->objects, from, &r);
  for (loc_id l = s->p->objects.v.v[from].first_loc; l; l = loc_get (&s->p->objects, l)->next)
    tie_to_region (s, &r, &arrays, l);
}

/* A member of a world: what is there goes in, and may be whatever the world has.  The pool is what
   the program is not seen to tell apart; it does not look into opaque objects there, either. */
static void enter_location (struct solver *s, enum pointer_world w, loc_id l)
{
  const struct objects *o = &s->p->objects;
  if (loc_get (o, l)->offset == OFFSET_EVERYTHING ||
      (w == WORLD_POOL && o->v.v[loc_object (o, l)].opaque))
    return;
  node_id n = solver_content (s, l), unknown = solver_unknown_field (s, l);
  if (unknown) {
    solver_add_edge (s, n, unknown);
    return;
  }
  solver_enter (s, w, n);
  if (!o->v.v[loc_object (o, l)].read_only)
    solver_leave (s, w, n);
}

/* A new location takes part in what is known of its object. */
static void tie_location (struct solver *s, loc_id l)
{
  struct objects *o = &s->p->objects;
  if (solver_world_at (s, l) == WORLD_OUTSIDE)
    s->outside_locs = sets_add (&s->p->sets, s->outside_locs, l);
  object_id object = loc_object (o, l);
  if (o->v.v[object].kind == OBJECT_LIBRARY && !o->v.v[object].chain)
    solver_add_target (s, solver_content (s, l), l); /* but for what models put there */
  int64_t offset = loc_get (o, l)->offset;
  loc_id anywhere = o->v.v[object].anywhere;
  if (anywhere && offset != OFFSET_EVERYTHING) {
    loc_id everything = loc_everything (o, object);
    if (offset != OFFSET_ANYWHERE)
      solver_add_edge (s, solver_content (s, anywhere), solver_content (s, l));
    solver_add_edge (s, solver_content (s, l), solver_content (s, everything));
  }
  if (offset == OFFSET_ANYWHERE)
    for (loc_id m = o->v.v[object].first_loc; m; m = loc_get (o, m)->next)
      if (loc_get (o, m)->offset > OFFSET_EVERYTHING)
        tie_location (s, m); /* once per object: it is no `anywhere' itself */
  for (int w = 0; w < N_WORLDS; w++)
    if (solver_is_member (s, w, object))
      enter_location (s, w, l);
  for (uint32_t r = object < s->first_region.n ? s->first_region.v[object] : 0; r;
       r = s->regions.v[r].next) {
    struct region copy = s->regions.v[r];
    struct arrays arrays = arrays_at (o, object, &copy);
    tie_to_region (s, &copy, &arrays, l);
  }
}

/* An object that is taken as a whole has one content. */
static void unify_contents (struct solver *s, object_id object)
{
  struct objects *o = &s->p->objects;
  node_id whole = solver_content (s, o->v.v[object].whole);
  for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next)
    solver_unify (s, whole, solver_content (s, l));
}

void solver_tie_locations (struct solver *s)
{
  struct objects *o = &s->p->objects;
  while (s->locs_done + 1 < o->locs.n || o->became_whole.n) {
    while (o->became_whole.n)
      unify_contents (s, o->became_whole.v[--o->became_whole.n]);
    if (s->locs_done + 1 < o->locs.n)
      tie_location (s, ++s->locs_done);
  }
}

void solver_enter_object (struct solver *s, enum pointer_world w, object_id object)
{
  struct world *world = &s->worlds[w];
  while (world->member.n <= object)
    vec_push (&world->member, false);
  if (world->member.v[object])
    return;
  world->member.v[object] = true;
  struct objects *o = &s->p->objects;
  const struct abstract_object *v = &o->v.v[object];
  if (v->kind == OBJECT_FUNCTION) {
    solver_enter_function (s, w, v->a);
    return;
  }
  for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
    enter_location (s, w, l);
}
