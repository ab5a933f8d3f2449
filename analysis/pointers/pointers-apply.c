/* What the elements of a set mean for the constraints of the node that has it.

   Constraints that see the same elements share: all loads at offset 8 of one set read a hub node
   that the locations of the set flow into, instead of an edge for each pair of load and location;
   likewise stores, copies, moved pointers and calls. */

#include "pointers-internal.h"

/* Whether the constraint has come to L already: moved, many elements of a set are the same place.
 */
static bool is_seen (struct solver *s, loc_id l)
{
  if (l >= s->seen.n)
    vec_resize (&s->seen, s->p->objects.locs.n);
  bool seen = s->seen.v[l] == s->round;
  s->seen.v[l] = s->round;
  return seen;
}

/* An edge of a constraint from or to a place in memory.  A hub that is being made gets none twice
   if each node at its other end is marked. */
static void connect (struct solver *s, node_id from, node_id to, bool load)
{
  if (!s->new_hub) {
    solver_add_edge (s, from, to);
    return;
  }
  from = solver_find (s, from);
  to = solver_find (s, to);
  struct node *place = &s->nodes.v[load ? from : to];
  if (from == to || place->mark == s->stamp)
    return;
  place->mark = s->stamp;
  solver_add_new_edge (s, from, to);
}

/* What a new element of a node's set means for one of its constraints. */
static void apply (struct solver *s, const struct constraint *c, loc_id l)
{
  struct objects *o = &s->p->objects;
  enum pointer_world world = solver_world_at (s, l);
  if ((c->kind == C_LOAD || c->kind == C_STORE) && !c->stride && loc_ends_before (o, l, c->bytes))
    return;
  switch ((enum constraint_kind)c->kind) {
  case C_SHIFT:
  case C_ALIGN:
  case C_MEET:
  case C_FUNCTIONS:
  case C_OPAQUE:
    break; /* they take all elements at once */
  case C_LOAD:
    if (world < N_WORLDS) {
      solver_leave (s, world, c->other);
    } else {
      loc_id at = loc_shift (o, l, c->bytes, c->stride);
      if (!is_seen (s, at))
        connect (s, solver_read_node (s, at), c->other, true);
    }
    break;
  case C_STORE: {
    loc_id at = loc_shift (o, l, c->bytes, c->stride);
    if (o->v.v[loc_object (o, at)].read_only || is_seen (s, at))
      break;
    if (world < N_WORLDS && c->field)
      solver_add_edge (s, c->other, c->field);
    else if (world < N_WORLDS)
      solver_enter (s, world, c->other);
    else
      connect (s, c->other, solver_content (s, at), false);
    solver_store_field (s, at, c->other, c->plain);
    break;
  }
  case C_READ: {
    loc_id at = loc_shift (o, l, c->bytes, 0);
    if (is_seen (s, at))
      break;
    if (world < N_WORLDS)
      solver_leave (s, world, solver_content (s, loc_anywhere (o, c->other)));
    else if (loc_is_anywhere (o, at) || o->v.v[loc_object (o, at)].kind == OBJECT_LIBRARY)
      solver_add_edge (s, solver_read_node (s, at), solver_content (s, loc_anywhere (o, c->other)));
    else
      solver_link_objects (s, loc_object (o, at), loc_get (o, at)->offset, c->other, 0, c->stride);
    break;
  }
  case C_WRITE: {
    loc_id at = loc_shift (o, l, c->bytes, 0);
    object_id to = loc_object (o, at);
    if (o->v.v[to].read_only || is_seen (s, at))
      break;
    if (world < N_WORLDS)
      solver_enter (s, world, solver_content (s, loc_everything (o, c->other)));
    else if (loc_is_anywhere (o, at))
      solver_add_edge (s, solver_content (s, loc_everything (o, c->other)), solver_content (s, at));
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
  case C_TOUCH:
    if (world == N_WORLDS) {
      loc_id at = loc_shift (o, l, c->bytes, c->stride);
      if (!is_seen (s, at))
        solver_touch_field (s, c->other, at);
    }
    break;
  case C_ENTER:
    solver_enter_object (s, c->other, loc_object (o, l));
    break;
  }
}

/* Whether the constraint accesses memory into which the program does not look. */
static bool is_closed (const struct solver *s, const struct constraint *c, loc_id l)
{
  bool accesses = c->kind == C_LOAD || c->kind == C_STORE || c->kind == C_READ ||
                  c->kind == C_WRITE || c->kind == C_TOUCH;
  return accesses && !c->opens && s->p->objects.v.v[loc_object (&s->p->objects, l)].opaque;
}

static void apply_to_all (struct solver *s, const struct constraint *c, setid fresh)
{
  s->round++;
  for (struct set_iter i = sets_each (&s->p->sets, fresh); set_next (&i);)
    if (!is_closed (s, c, i.x))
      apply (s, c, i.x);
}

enum { FEW = 4 }; /* elements for which a hub does not pay */

/* What constraints of this form share for a set: a node, a site, an object or a set; 0 so far. */
static uint32_t *shared (struct solver *s, const struct constraint *c, setid set)
{
  uint32_t key[] = {c->kind | (uint32_t)c->plain << 8 | (uint32_t)c->opens << 16,
                    set,
                    (uint32_t)c->bytes,
                    (uint32_t)((uint64_t)c->bytes >> 32),
                    (uint32_t)c->stride,
                    (uint32_t)(c->stride >> 32),
                    c->field};
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

/* Where a pointer to L leads that is moved.  In opaque objects the program knows no places. */
static loc_id move (struct solver *s, const struct constraint *c, loc_id l)
{
  struct objects *o = &s->p->objects;
  if (o->v.v[loc_object (o, l)].opaque && !c->opens)
    return c->bytes || c->stride ? loc_anywhere (o, loc_object (o, l)) : l;
  return c->kind == C_ALIGN ? loc_align (o, l, c->bytes) : loc_shift (o, l, c->bytes, c->stride);
}

static void apply_shift (struct solver *s, const struct constraint *c, setid fresh)
{
  struct pointers *p = s->p;
  uint32_t *known = shared (s, c, fresh);
  if (!*known) {
    vec_u32 moved = {0};
    vec_reserve (&moved, sets_size (&p->sets, fresh));
    for (struct set_iter i = sets_each (&p->sets, fresh); set_next (&i);)
      vec_push (&moved, move (s, c, i.x));
    *known = 1 + sets_from (&p->sets, moved.v, moved.n);
    vec_free (&moved);
  }
  setid set = *known - 1;
  node_id to = solver_find (s, c->other);
  solver_set_points (s, to, sets_union (&p->sets, s->nodes.v[to].points, set));
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
    to_hub.plain = c->plain == PLAIN_VOID ? PLAIN_STRAY : c->plain;
    s->new_hub = true;
    s->stamp++;
    apply_to_all (s, &to_hub, earlier ? e->fresh : e->all);
    s->new_hub = false;
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
   from or to the same places share.  Where there are many places, offsets have lost their meaning.
 */
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

/* Uses of fields: where many are, each field is looked at once for all that point there. */
static void apply_touch (struct solver *s, const struct constraint *c, setid fresh)
{
  struct constraint form = *c;
  form.field = c->other;
  uint32_t *done = worth_a_hub (s, fresh) ? shared (s, &form, fresh) : NULL;
  if (done && *done)
    return;
  if (done)
    *done = 1;
  apply_to_all (s, c, fresh);
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

static setid fitting (struct solver *s, shape_id shape, setid set)
{
  return signatures_fitting (&s->p->signatures, shape, &s->p->objects, &s->p->sets, set);
}

/* Calls through a pointer: functions with a body get their arguments from a hub that all call sites
   with the same targets share; the others mean something for each site. */
static void apply_call (struct solver *s, const struct constraint *c, const struct seen *seen)
{
  struct pointers *p = s->p;
  struct call_site site = s->sites.v[c->other];
  struct seen fit = {fitting (s, site.shape, seen->all), fitting (s, site.shape, seen->before),
                     fitting (s, site.shape, seen->fresh)};
  const struct seen *e = &fit;
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
      vec_push (&p->calls,
                (struct call_edge){site.caller, site.record, callee, site.kind, site.number});
    else
      apply (s, c, i.x);
  }
}

void solver_apply (struct solver *s, const struct constraint *c, const struct seen *e)
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
    break;
  case C_TOUCH:
    apply_touch (s, c, e->fresh);
    break;
  case C_MEET:
    solver_meet (s, c->other);
    break;
  case C_FUNCTIONS:
    solver_functions (s, e->fresh, (shape_id)c->bytes, c->other);
    break;
  case C_OPAQUE:
    solver_apply_opaque (s, c, e->fresh);
    break;
  }
}
