/* Solves the constraints of the pointer analysis in waves (Pereira and Berlin, "Wave Propagation and
   Deep Propagation for Pointer Analysis"): collapse the cycles of the copy graph, pass sets on in
   topological order, then look at what the new elements of each set mean for loads, stores, moved
   pointers and calls, which adds edges; until nothing is new.

   Sets are hash-consed, so the many nodes with equal sets share them, and a union that changes
   nothing costs a look-up.  Constraints that see the same elements share too: all loads at offset 8
   of one set read a hub node that the locations of the set flow into, instead of an edge for each
   pair of load and location; likewise stores, moved pointers and calls. */

#include "pointers-internal.h"
#include "scc.h"

/* Nodes */

node_id solver_new_node (struct solver *s)
{
  node_id n = s->p->rep.n;
  vec_push (&s->p->rep, n);
  vec_push (&s->p->points, SETS_EMPTY);
  vec_push (&s->first_edge, 0);
  vec_push (&s->first_constraint, 0);
  vec_push (&s->done, SETS_EMPTY);
  return n;
}

node_id solver_find (const struct solver *s, node_id n)
{
  node_id *rep = s->p->rep.v;
  while (rep[n] != n) {
    rep[n] = rep[rep[n]];
    n = rep[n];
  }
  return n;
}

node_id solver_content (struct solver *s, loc_id l)
{
  while (s->p->content.n <= l)
    vec_push (&s->p->content, 0);
  if (!s->p->content.v[l]) {
    node_id n = solver_new_node (s);
    s->p->content.v[l] = n;
  }
  return s->p->content.v[l];
}

/* What has come into the pool since the last wave, all at once: a set for each would be quadratic. */
static void fill_pool (struct solver *s)
{
  struct sets *sets = &s->p->sets;
  node_id in = solver_find (s, s->worlds[WORLD_POOL].entering);
  setid fresh = sets_from (sets, s->pooled.v, s->pooled.n);
  s->p->points.v[in] = sets_union (sets, s->p->points.v[in], fresh);
  s->pooled.n = 0;
}

/* A set that is too large becomes the pool for good, and what was in it belongs there. */
static setid limited (struct solver *s, node_id n, setid set)
{
  const struct world *pool = &s->worlds[WORLD_POOL], *outside = &s->worlds[WORLD_OUTSIDE];
  struct sets *sets = &s->p->sets;
  bool wide = bitset_has (&s->wide, n);
  if (!wide && sets_size (sets, set) <= LARGEST_SET)
    return set;
  node_id in = solver_find (s, pool->entering);
  if (!pool->loc || n == in || n == solver_find (s, outside->entering))
    return set;
  bitset_add (&s->wide, n);
  for (struct set_iter i = sets_each (sets, set); set_next (&i);)
    if (bitset_add (&s->in_pool, i.x))
      vec_push (&s->pooled, i.x);
  setid rest = sets_single (sets, pool->loc);
  /* What is in the outside's own memory, nobody keeps by object. */
  return sets_meet (sets, set, s->outside_locs) ? sets_add (sets, rest, outside->loc) : rest;
}

static void set_points (struct solver *s, node_id n, setid set)
{
  if (s->p->points.v[n] == set)
    return;
  set = limited (s, n, set);
  if (s->p->points.v[n] == set)
    return;
  s->p->points.v[n] = set;
  bitset_add (&s->changed, n);
}

/* Puts the list that starts at *FROM in front of the one at *TO. */
static void join_edges (struct solver *s, uint32_t *from, uint32_t *to)
{
  uint32_t *end = from;
  while (*end)
    end = &s->edges.v[*end].next;
  *end = *to;
  *to = *from;
  *from = 0;
}

static void join_constraints (struct solver *s, uint32_t *from, uint32_t *to)
{
  uint32_t *end = from;
  while (*end)
    end = &s->constraints.v[*end].next;
  *end = *to;
  *to = *from;
  *from = 0;
}

/* Makes B the same node as A; takes time by what B has. */
void solver_unify (struct solver *s, node_id a, node_id b)
{
  struct pointers *p = s->p;
  a = solver_find (s, a);
  b = solver_find (s, b);
  if (a == b)
    return;
  p->rep.v[b] = a;
  join_edges (s, &s->first_edge.v[b], &s->first_edge.v[a]);
  join_constraints (s, &s->first_constraint.v[b], &s->first_constraint.v[a]);
  s->done.v[a] = sets_intersection (&p->sets, s->done.v[a], s->done.v[b]);
  if (bitset_has (&s->wide, b))
    bitset_add (&s->wide, a);
  set_points (s, a, sets_union (&p->sets, p->points.v[a], p->points.v[b]));
  bitset_add (&s->changed, a);
  p->stats.collapsed++;
}

/* Edges and targets */

void solver_add_edge (struct solver *s, node_id from, node_id to)
{
  if (!from || !to)
    return;
  from = solver_find (s, from);
  to = solver_find (s, to);
  if (from == to || !map_add (&s->known_edges, map_pair (from, to), 0))
    return;
  vec_push (&s->edges, (struct edge){to, s->first_edge.v[from]});
  s->first_edge.v[from] = s->edges.n - 1;
  s->grew = true;
  set_points (s, to, sets_union (&s->p->sets, s->p->points.v[to], s->p->points.v[from]));
}

void solver_add_target (struct solver *s, node_id n, loc_id l)
{
  n = solver_find (s, n);
  set_points (s, n, sets_add (&s->p->sets, s->p->points.v[n], l));
}

void solver_add_constraint (struct solver *s, node_id n, enum constraint_kind kind, uint32_t other,
                            int64_t bytes, uint64_t stride)
{
  n = solver_find (s, n);
  vec_push (&s->constraints, (struct constraint){(uint8_t)kind, other, s->first_constraint.v[n],
                                                 bytes, stride});
  s->first_constraint.v[n] = s->constraints.n - 1;
  s->done.v[n] = SETS_EMPTY; /* the new one has seen nothing yet */
}

/* Worlds */

void solver_enter (struct solver *s, enum pointer_world w, node_id n)
{
  solver_add_edge (s, n, s->worlds[w].entering);
}

void solver_leave (struct solver *s, enum pointer_world w, node_id n)
{
  if (n)
    solver_add_target (s, n, s->worlds[w].loc);
}

void solver_escape (struct solver *s, node_id n)
{
  solver_enter (s, WORLD_OUTSIDE, n);
}

void solver_from_outside (struct solver *s, node_id n)
{
  solver_leave (s, WORLD_OUTSIDE, n);
}

/* The world whose own memory L is, or N_WORLDS. */
static enum pointer_world world_at (const struct solver *s, loc_id l)
{
  switch (s->p->objects.v.v[loc_object (&s->p->objects, l)].kind) {
  case OBJECT_OUTSIDE:
  case OBJECT_RESULT:
  case OBJECT_LIBRARY:
    return WORLD_OUTSIDE;
  case OBJECT_POOL:
    return WORLD_POOL;
  default:
    return N_WORLDS;
  }
}

static bool is_member (const struct solver *s, enum pointer_world w, object_id o)
{
  return o < s->worlds[w].member.n && s->worlds[w].member.v[o];
}

/* Memory */

static node_id read_node (struct solver *s, loc_id l)
{
  if (loc_is_anywhere (&s->p->objects, l))
    l = loc_everything (&s->p->objects, loc_object (&s->p->objects, l));
  return solver_content (s, l);
}

/* What repeats at L in the region: the bytes from one element of arrays to the next, 0 if the region
   has but one; *END is where that ends, in bytes from the region's start. */
static uint64_t step_in_region (const struct objects *o, const struct region *r, loc_id l,
                                uint64_t *end)
{
  struct array_around a[MOST_AROUND];
  uint32_t n = arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, a);
  uint64_t step = 0;
  *end = 0;
  for (uint32_t i = 0; i < n; i++) {
    bool several = r->from_offset - a[i].base < a[i].size
                   && (!r->size || r->from_offset + (int64_t)r->size > a[i].base + a[i].element);
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

/* Whether the region starts in an array, and L is behind that: then the distance is not known. */
static bool is_behind_array (const struct objects *o, const struct region *r, loc_id l)
{
  struct array_around a[MOST_AROUND];
  uint32_t n = arrays_around (o, loc_object (o, l), r->from_offset, a);
  int64_t offset = loc_get (o, l)->offset;
  for (uint32_t i = 0; i < n; i++)
    if (a[i].size > a[i].element && a[i].size != INT64_MAX && offset >= a[i].base + a[i].size
        && (!r->size || offset < r->from_offset + a[i].size - a[i].element + (int64_t)r->size))
      return true;
  return false;
}

/* The place in the region's target that is DISTANCE bytes from its start, and all others that follow
   by STEP up to END. */
static void tie_repeated (struct solver *s, const struct region *r, node_id from, uint64_t distance,
                          uint64_t step, uint64_t end)
{
  enum { MOST_TIED = 16 };
  struct objects *o = &s->p->objects;
  int64_t first = r->to_offset + (int64_t)distance;
  loc_id to = loc_at (o, r->to, first);
  if (loc_is_anywhere (o, to) || steps_over_elements (o, r->to, first, step)) {
    solver_add_edge (s, from, solver_content (s, to));
  } else if (end && (end - distance) / step < MOST_TIED) {
    for (; distance < end; distance += step)
      solver_add_edge (s, from,
                       solver_content (s, loc_at (o, r->to, r->to_offset + (int64_t)distance)));
  } else {
    solver_add_edge (s, from, solver_content (s, loc_anywhere (o, r->to)));
  }
}

/* Lets what is at L of the source flow to the other end of a region. */
static void tie_to_region (struct solver *s, const struct region *r, loc_id l)
{
  struct objects *o = &s->p->objects;
  int64_t offset = loc_get (o, l)->offset;
  if (offset == OFFSET_EVERYTHING)
    return;
  node_id from = solver_content (s, l);
  if (offset == OFFSET_ANYWHERE || o->v.v[loc_object (o, l)].whole || is_behind_array (o, r, l)) {
    solver_add_edge (s, from, solver_content (s, loc_anywhere (o, r->to)));
    return;
  }
  uint64_t end, step = step_in_region (o, r, l, &end);
  int64_t distance = offset - r->from_offset;
  if (step && distance < 0) {
    distance %= (int64_t)step;
    distance += distance < 0 ? (int64_t)step : 0;
  }
  if (distance < 0 || (r->size && (uint64_t)distance >= r->size))
    return;
  if (step)
    tie_repeated (s, r, from, (uint64_t)distance, step, end);
  else
    solver_add_edge (s, from, solver_content (s, loc_at (o, r->to, r->to_offset + distance)));
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
  for (loc_id l = s->p->objects.v.v[from].first_loc; l; l = loc_get (&s->p->objects, l)->next)
    tie_to_region (s, &r, l);
}

/* A member of a world: what is there goes in, and may be whatever the world has. */
static void enter_location (struct solver *s, enum pointer_world w, loc_id l)
{
  const struct objects *o = &s->p->objects;
  if (loc_get (o, l)->offset == OFFSET_EVERYTHING)
    return;
  node_id n = solver_content (s, l);
  solver_enter (s, w, n);
  if (!o->v.v[loc_object (o, l)].read_only)
    solver_leave (s, w, n);
}

/* A new location takes part in what is known of its object. */
static void tie_location (struct solver *s, loc_id l)
{
  struct objects *o = &s->p->objects;
  if (world_at (s, l) == WORLD_OUTSIDE)
    s->outside_locs = sets_add (&s->p->sets, s->outside_locs, l);
  object_id object = loc_object (o, l);
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
    if (is_member (s, w, object))
      enter_location (s, w, l);
  for (uint32_t r = object < s->first_region.n ? s->first_region.v[object] : 0; r;
       r = s->regions.v[r].next) {
    struct region copy = s->regions.v[r];
    tie_to_region (s, &copy, l);
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

static void tie_new_locations (struct solver *s)
{
  struct objects *o = &s->p->objects;
  while (s->locs_done + 1 < o->locs.n || o->became_whole.n) {
    while (o->became_whole.n)
      unify_contents (s, o->became_whole.v[--o->became_whole.n]);
    if (s->locs_done + 1 < o->locs.n)
      tie_location (s, ++s->locs_done);
  }
}

static void enter_object (struct solver *s, enum pointer_world w, object_id object)
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
    solver_bind_from_world (s, w, v->a);
    return;
  }
  for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
    enter_location (s, w, l);
}

/* What a new element of a node's set means for one of its constraints. */
static void apply (struct solver *s, const struct constraint *c, loc_id l)
{
  struct objects *o = &s->p->objects;
  enum pointer_world world = world_at (s, l);
  switch ((enum constraint_kind)c->kind) {
  case C_SHIFT:
  case C_ALIGN:
    break; /* apply_shift takes all elements at once */
  case C_LOAD:
    if (world < N_WORLDS)
      solver_leave (s, world, c->other);
    else
      solver_add_edge (s, read_node (s, loc_shift (o, l, c->bytes, c->stride)), c->other);
    break;
  case C_STORE: {
    loc_id at = loc_shift (o, l, c->bytes, c->stride);
    if (world < N_WORLDS)
      solver_enter (s, world, c->other);
    else if (!o->v.v[loc_object (o, at)].read_only)
      solver_add_edge (s, c->other, solver_content (s, at));
    break;
  }
  case C_READ: {
    loc_id at = loc_shift (o, l, c->bytes, 0);
    if (world < N_WORLDS)
      solver_leave (s, world, solver_content (s, loc_anywhere (o, c->other)));
    else if (loc_is_anywhere (o, at))
      solver_add_edge (s, read_node (s, at), solver_content (s, loc_anywhere (o, c->other)));
    else
      solver_link_objects (s, loc_object (o, at), loc_get (o, at)->offset, c->other, 0, c->stride);
    break;
  }
  case C_WRITE: {
    loc_id at = loc_shift (o, l, c->bytes, 0);
    object_id to = loc_object (o, at);
    if (o->v.v[to].read_only)
      break;
    if (world < N_WORLDS)
      solver_enter (s, world, solver_content (s, loc_everything (o, c->other)));
    else if (loc_is_anywhere (o, at))
      solver_add_edge (s, solver_content (s, loc_everything (o, c->other)),
                       solver_content (s, at));
    else
      solver_link_objects (s, c->other, 0, to, loc_get (o, at)->offset, c->stride);
    break;
  }
  case C_CALL:
    if (world < N_WORLDS)
      solver_bind_to_world (s, c->other, world);
    else if (o->v.v[loc_object (o, l)].kind == OBJECT_FUNCTION)
      solver_bind (s, c->other, o->v.v[loc_object (o, l)].a);
    break;
  case C_ENTER:
    enter_object (s, c->other, loc_object (o, l));
    break;
  }
}

static void apply_to_all (struct solver *s, const struct constraint *c, setid fresh)
{
  for (struct set_iter i = sets_each (&s->p->sets, fresh); set_next (&i);)
    apply (s, c, i.x);
}

/* The elements that a constraint sees: all, those it has seen before, and the others. */
struct seen {
  setid all, before, fresh;
};

enum { FEW = 4 }; /* elements for which a hub does not pay */

/* What constraints of this form share for a set: a node, a site, an object or a set; 0 so far. */
static uint32_t *shared (struct solver *s, const struct constraint *c, setid set)
{
  uint32_t key[] = {c->kind,
                    set,
                    (uint32_t)c->bytes,
                    (uint32_t)((uint64_t)c->bytes >> 32),
                    (uint32_t)c->stride,
                    (uint32_t)(c->stride >> 32)};
  uint32_t id = tuples_intern (&s->shared_keys, key, sizeof key / sizeof *key);
  while (s->shared_values.n <= id)
    vec_push (&s->shared_values, 0);
  return &s->shared_values.v[id];
}

static bool worth_a_hub (const struct solver *s, setid set)
{
  return sets_size (&s->p->sets, set) > FEW;
}

/* A hub for all that is seen goes on from the one for what was seen before, if there is one: then
   only the fresh elements need to be connected. */
static uint32_t earlier_hub (struct solver *s, const struct constraint *c, const struct seen *e)
{
  return worth_a_hub (s, e->before) ? *shared (s, c, e->before) : 0;
}

static void apply_shift (struct solver *s, const struct constraint *c, setid fresh)
{
  struct pointers *p = s->p;
  uint32_t *known = shared (s, c, fresh);
  if (!*known) {
    vec_u32 moved = {0};
    for (struct set_iter i = sets_each (&p->sets, fresh); set_next (&i);)
      vec_push (&moved, c->kind == C_ALIGN ? loc_align (&p->objects, i.x, c->bytes)
                                           : loc_shift (&p->objects, i.x, c->bytes, c->stride));
    *known = 1 + sets_from (&p->sets, moved.v, moved.n);
    vec_free (&moved);
  }
  setid set = *known - 1;
  node_id to = solver_find (s, c->other);
  set_points (s, to, sets_union (&p->sets, p->points.v[to], set));
}

/* Loads and stores: between the node and the locations stands a hub. */
static void apply_access (struct solver *s, const struct constraint *c, const struct seen *e)
{
  if (!worth_a_hub (s, e->all)) {
    apply_to_all (s, c, e->fresh);
    return;
  }
  node_id hub = *shared (s, c, e->all);
  if (!hub) {
    node_id earlier = earlier_hub (s, c, e);
    hub = solver_new_node (s);
    *shared (s, c, e->all) = hub;
    struct constraint to_hub = *c;
    to_hub.other = hub;
    apply_to_all (s, &to_hub, earlier ? e->fresh : e->all);
    if (c->kind == C_LOAD)
      solver_add_edge (s, earlier, hub);
    else
      solver_add_edge (s, hub, earlier);
  }
  if (c->kind == C_LOAD)
    solver_add_edge (s, hub, c->other);
  else
    solver_add_edge (s, c->other, hub);
}

/* Copies of memory: between the object of the copy and the memory stands an object that all copies
   from or to the same places share.  Where there are many places, offsets have lost their meaning. */
static void apply_copy (struct solver *s, const struct constraint *c, const struct seen *e)
{
  enum { MANY = 64 };
  if (!worth_a_hub (s, e->all)) {
    apply_to_all (s, c, e->fresh);
    return;
  }
  object_id hub = *shared (s, c, e->all);
  if (!hub) {
    object_id earlier = earlier_hub (s, c, e);
    hub = solver_object (s, OBJECT_COPY, 0, s->shared_values.n, 0);
    *shared (s, c, e->all) = hub;
    if (sets_size (&s->p->sets, e->all) > MANY)
      object_take_as_whole (&s->p->objects, hub);
    struct constraint to_hub = *c;
    to_hub.other = hub;
    apply_to_all (s, &to_hub, earlier ? e->fresh : e->all);
    if (earlier && c->kind == C_READ)
      solver_link_objects (s, earlier, 0, hub, 0, c->stride);
    else if (earlier)
      solver_link_objects (s, hub, 0, earlier, 0, c->stride);
  }
  if (c->kind == C_READ)
    solver_link_objects (s, hub, 0, c->other, 0, c->stride);
  else
    solver_link_objects (s, c->other, 0, hub, 0, c->stride);
}

static void connect_sites (struct solver *s, uint32_t from, uint32_t to)
{
  struct call_site a = s->sites.v[from], b = s->sites.v[to];
  for (uint32_t i = 0; i < a.n_actuals; i++)
    solver_add_edge (s, s->actuals.v[a.actuals + i].node, s->actuals.v[b.actuals + i].node);
  solver_add_edge (s, b.result, a.result);
}

static uint32_t new_hub_site (struct solver *s, uint32_t n_actuals)
{
  struct call_site made = {.n_actuals = n_actuals, .result = solver_new_node (s)};
  struct actual *actuals = xcalloc (n_actuals + 1, sizeof *actuals);
  for (uint32_t i = 0; i < n_actuals; i++)
    actuals[i].node = solver_new_node (s);
  uint32_t site = solver_add_site (s, &made, actuals);
  free (actuals);
  return site;
}

static bool is_plain_site (const struct solver *s, const struct call_site *site)
{
  for (uint32_t i = 0; i < site->n_actuals; i++)
    if (s->actuals.v[site->actuals + i].contents)
      return false;
  return !site->result_object && !site->chain && site->caller;
}

/* Whether the call means the same for all sites: a function with a body, not a model. */
static bool has_plain_body (const struct solver *s, loc_id l)
{
  const struct abstract_object *v = &s->p->objects.v.v[loc_object (&s->p->objects, l)];
  return v->kind == OBJECT_FUNCTION && !s->p->models[v->a] && s->program->functions[v->a].body;
}

/* Calls through a pointer: functions with a body get their arguments from a hub that all call sites
   with the same targets share; the others mean something for each site. */
static void apply_call (struct solver *s, const struct constraint *c, const struct seen *e)
{
  struct pointers *p = s->p;
  struct call_site site = s->sites.v[c->other];
  if (!is_plain_site (s, &site) || !worth_a_hub (s, e->all)) {
    apply_to_all (s, c, e->fresh);
    return;
  }
  struct constraint form = {.kind = C_CALL, .bytes = site.n_actuals};
  uint32_t hub = *shared (s, &form, e->all);
  if (!hub) {
    uint32_t earlier = earlier_hub (s, &form, e);
    hub = new_hub_site (s, site.n_actuals);
    *shared (s, &form, e->all) = hub;
    setid todo = earlier ? e->fresh : e->all;
    for (struct set_iter i = sets_each (&p->sets, todo); set_next (&i);)
      if (has_plain_body (s, i.x))
        solver_bind_hub (s, hub, p->objects.v.v[loc_object (&p->objects, i.x)].a);
    if (earlier)
      connect_sites (s, hub, earlier);
  }
  connect_sites (s, c->other, hub);
  for (struct set_iter i = sets_each (&p->sets, e->fresh); set_next (&i);) {
    funid callee = p->objects.v.v[loc_object (&p->objects, i.x)].a;
    if (has_plain_body (s, i.x))
      vec_push (&p->calls, (struct call_edge){site.caller, site.record, callee, site.kind});
    else
      apply (s, c, i.x);
  }
}

static void apply_constraint (struct solver *s, const struct constraint *c, const struct seen *e)
{
  switch ((enum constraint_kind)c->kind) {
  case C_SHIFT:
  case C_ALIGN:
    apply_shift (s, c, e->fresh);
    break;
  case C_LOAD:
  case C_STORE:
    apply_access (s, c, e);
    break;
  case C_READ:
  case C_WRITE:
    apply_copy (s, c, e);
    break;
  case C_CALL:
    apply_call (s, c, e);
    break;
  case C_ENTER:
    apply_to_all (s, c, e->fresh);
  }
}

static bool apply_constraints (struct solver *s)
{
  struct pointers *p = s->p;
  bool any = false;
  for (node_id n = 1; n < p->rep.n; n++) {
    if (p->rep.v[n] != n || !s->first_constraint.v[n] || s->done.v[n] == p->points.v[n])
      continue;
    any = true;
    struct seen e = {p->points.v[n], s->done.v[n],
                     sets_difference (&p->sets, p->points.v[n], s->done.v[n])};
    s->done.v[n] = e.all;
    for (uint32_t c = s->first_constraint.v[n]; c; c = s->constraints.v[c].next) {
      struct constraint copy = s->constraints.v[c];
      apply_constraint (s, &copy, &e);
    }
    tie_new_locations (s);
  }
  return any;
}

/* Waves */

/* The copy graph of representatives, its cycles made one node each; then the order in which sets
   are passed on. */
static uint32_t *collapse_cycles (struct solver *s, struct arena *a, uint32_t *n_order)
{
  struct pointers *p = s->p;
  uint32_t n = p->rep.n, m = 0;
  uint32_t *first = ARENA_ARRAY (a, (size_t)n + 2, uint32_t);
  uint32_t *targets = ARENA_ARRAY (a, (size_t)s->edges.n + 1, uint32_t);
  for (node_id v = 0; v < n; v++) {
    first[v] = m;
    for (uint32_t e = v && p->rep.v[v] == v ? s->first_edge.v[v] : 0; e; e = s->edges.v[e].next)
      targets[m++] = solver_find (s, s->edges.v[e].to);
  }
  first[n] = m;
  struct csr graph = {n, first, targets};
  struct scc scc = scc_find (a, &graph);
  uint32_t *order = ARENA_ARRAY (a, (size_t)scc.n + 1, uint32_t);
  *n_order = 0;
  for (uint32_t c = scc.n; c-- > 0;) {
    node_id rep = scc.members[scc.first[c]];
    for (uint32_t i = scc.first[c] + 1; i < scc.first[c + 1]; i++)
      solver_unify (s, rep, scc.members[i]);
    if (s->first_edge.v[solver_find (s, rep)])
      order[(*n_order)++] = rep;
  }
  return order;
}

static void pass_on (struct solver *s, const uint32_t *order, uint32_t n)
{
  struct pointers *p = s->p;
  for (uint32_t i = 0; i < n; i++) {
    node_id v = solver_find (s, order[i]);
    if (!bitset_has (&s->changed, v))
      continue;
    bitset_remove (&s->changed, v);
    for (uint32_t e = s->first_edge.v[v]; e; e = s->edges.v[e].next) {
      node_id to = solver_find (s, s->edges.v[e].to);
      if (to != v)
        set_points (s, to, sets_union (&p->sets, p->points.v[to], p->points.v[v]));
    }
  }
}

void solver_run (struct solver *s)
{
  struct arena a = {0};
  uint32_t *order = NULL, n_order = 0;
  bool any = true;
  tie_new_locations (s);
  while (any || s->grew || s->pooled.n) {
    fill_pool (s);
    if (s->grew) {
      s->grew = false;
      arena_free (&a);
      order = collapse_cycles (s, &a, &n_order);
    }
    pass_on (s, order, n_order);
    any = apply_constraints (s);
    s->p->stats.waves++;
  }
  arena_free (&a);
}
