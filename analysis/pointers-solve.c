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

static void set_points (struct solver *s, node_id n, setid set)
{
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

void solver_escape (struct solver *s, node_id n)
{
  solver_add_edge (s, n, s->escaping);
}

void solver_from_outside (struct solver *s, node_id n)
{
  if (n)
    solver_add_target (s, n, s->outside_loc);
}

/* Memory of the unseen world: what is stored there has escaped, what is read there is whatever the
   world has. */
static bool is_outside (const struct solver *s, loc_id l)
{
  uint8_t kind = s->p->objects.v.v[loc_object (&s->p->objects, l)].kind;
  return kind == OBJECT_OUTSIDE || kind == OBJECT_RESULT || kind == OBJECT_LIBRARY;
}

static bool has_escaped (const struct solver *s, object_id o)
{
  return o < s->escaped.n && s->escaped.v[o];
}

/* Memory */

static node_id read_node (struct solver *s, loc_id l)
{
  if (loc_is_anywhere (&s->p->objects, l))
    l = loc_everything (&s->p->objects, loc_object (&s->p->objects, l));
  return solver_content (s, l);
}

/* Lets what is at L of the source flow to the other end of a region. */
static void tie_to_region (struct solver *s, const struct region *r, loc_id l)
{
  struct objects *o = &s->p->objects;
  int64_t offset = loc_get (o, l)->offset;
  if (offset == OFFSET_EVERYTHING)
    return;
  loc_id to;
  if (offset == OFFSET_ANYWHERE)
    to = loc_anywhere (o, r->to);
  else if (offset < r->from_offset
           || (r->size && offset >= r->from_offset + (int64_t)r->size))
    return;
  else
    to = loc_at (o, r->to, r->to_offset + (offset - r->from_offset));
  solver_add_edge (s, solver_content (s, l), solver_content (s, to));
}

void solver_link_objects (struct solver *s, object_id from, int64_t from_offset, object_id to,
                          int64_t to_offset, uint64_t size)
{
  uint64_t key = hash_add (hash_add (hash_add (hash_u64 (map_pair (from, to)),
                                               (uint64_t)from_offset),
                                     (uint64_t)to_offset),
                           size);
  if (!map_add (&s->known_regions, key, 0))
    return;
  while (s->first_region.n <= from)
    vec_push (&s->first_region, 0);
  struct region r = {to, from_offset, to_offset, size, s->first_region.v[from]};
  vec_push (&s->regions, r);
  s->first_region.v[from] = s->regions.n - 1;
  for (loc_id l = s->p->objects.v.v[from].first_loc; l; l = loc_get (&s->p->objects, l)->next)
    tie_to_region (s, &r, l);
}

/* The unseen world can read what is there and put anything it has. */
static void escape_location (struct solver *s, loc_id l)
{
  const struct objects *o = &s->p->objects;
  if (loc_get (o, l)->offset == OFFSET_EVERYTHING)
    return;
  node_id n = solver_content (s, l);
  solver_escape (s, n);
  if (!o->v.v[loc_object (o, l)].read_only)
    solver_from_outside (s, n);
}

/* A new location takes part in what is known of its object. */
static void tie_location (struct solver *s, loc_id l)
{
  struct objects *o = &s->p->objects;
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
  if (has_escaped (s, object))
    escape_location (s, l);
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

/* The unseen world can reach the object. */
static void escape_object (struct solver *s, object_id object)
{
  while (s->escaped.n <= object)
    vec_push (&s->escaped, false);
  if (s->escaped.v[object])
    return;
  s->escaped.v[object] = true;
  struct objects *o = &s->p->objects;
  const struct abstract_object *v = &o->v.v[object];
  if (v->kind == OBJECT_FUNCTION) {
    funid f = v->a;
    s->p->called_outside[f] = true;
    struct call_site site = {.result = s->escaping};
    solver_bind (s, solver_add_site (s, &site, NULL), f);
    return;
  }
  for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
    escape_location (s, l);
}

/* What a new element of a node's set means for one of its constraints. */
static void apply (struct solver *s, const struct constraint *c, loc_id l)
{
  struct objects *o = &s->p->objects;
  switch ((enum constraint_kind)c->kind) {
  case C_SHIFT:
    break; /* apply_shift takes all elements at once */
  case C_LOAD:
    if (is_outside (s, l))
      solver_from_outside (s, c->other);
    else
      solver_add_edge (s, read_node (s, loc_shift (o, l, c->bytes, c->stride)), c->other);
    break;
  case C_STORE: {
    loc_id at = loc_shift (o, l, c->bytes, c->stride);
    if (is_outside (s, at))
      solver_escape (s, c->other);
    else if (!o->v.v[loc_object (o, at)].read_only)
      solver_add_edge (s, c->other, solver_content (s, at));
    break;
  }
  case C_READ: {
    loc_id at = loc_shift (o, l, c->bytes, 0);
    if (is_outside (s, at))
      solver_from_outside (s, solver_content (s, loc_anywhere (o, c->other)));
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
    if (is_outside (s, at))
      solver_escape (s, solver_content (s, loc_everything (o, c->other)));
    else if (loc_is_anywhere (o, at))
      solver_add_edge (s, solver_content (s, loc_everything (o, c->other)),
                       solver_content (s, at));
    else
      solver_link_objects (s, c->other, 0, to, loc_get (o, at)->offset, c->stride);
    break;
  }
  case C_CALL:
    if (o->v.v[loc_object (o, l)].kind == OBJECT_FUNCTION)
      solver_bind (s, c->other, o->v.v[loc_object (o, l)].a);
    else if (is_outside (s, l))
      solver_bind (s, c->other, 0); /* a function nobody knows */
    break;
  case C_ESCAPE:
    escape_object (s, loc_object (o, l));
    break;
  }
}

static void apply_to_all (struct solver *s, const struct constraint *c, setid fresh)
{
  for (struct set_iter i = sets_each (&s->p->sets, fresh); set_next (&i);)
    apply (s, c, i.x);
}

/* What is known for a constraint of this form and these elements: 1 + an index, or 0 so far. */
static uint32_t *shared (struct solver *s, const struct constraint *c, setid fresh)
{
  uint32_t key[] = {c->kind,
                    fresh,
                    (uint32_t)c->bytes,
                    (uint32_t)((uint64_t)c->bytes >> 32),
                    (uint32_t)c->stride,
                    (uint32_t)(c->stride >> 32)};
  uint32_t id = tuples_intern (&s->shared_keys, key, sizeof key / sizeof *key);
  while (s->shared_values.n <= id)
    vec_push (&s->shared_values, 0);
  return &s->shared_values.v[id];
}

static void apply_shift (struct solver *s, const struct constraint *c, setid fresh)
{
  struct pointers *p = s->p;
  uint32_t *known = shared (s, c, fresh);
  if (!*known) {
    vec_u32 moved = {0};
    for (struct set_iter i = sets_each (&p->sets, fresh); set_next (&i);)
      vec_push (&moved, loc_shift (&p->objects, i.x, c->bytes, c->stride));
    *known = 1 + sets_from (&p->sets, moved.v, moved.n);
    vec_free (&moved);
  }
  setid set = *known - 1;
  node_id to = solver_find (s, c->other);
  set_points (s, to, sets_union (&p->sets, p->points.v[to], set));
}

/* Loads and stores: between the node and the locations stands a hub. */
static void apply_access (struct solver *s, const struct constraint *c, setid fresh)
{
  enum { FEW = 4 };
  if (sets_size (&s->p->sets, fresh) <= FEW) {
    apply_to_all (s, c, fresh);
    return;
  }
  node_id hub = *shared (s, c, fresh);
  if (!hub) {
    hub = solver_new_node (s);
    *shared (s, c, fresh) = hub;
    struct constraint to_hub = *c;
    to_hub.other = hub;
    apply_to_all (s, &to_hub, fresh);
  }
  if (c->kind == C_LOAD)
    solver_add_edge (s, hub, c->other);
  else
    solver_add_edge (s, c->other, hub);
}

/* Calls through a pointer: functions with a body get their arguments from a hub that all call sites
   with the same targets share; the others mean something for each site. */
static void apply_call (struct solver *s, const struct constraint *c, setid fresh)
{
  enum { FEW = 4 };
  struct pointers *p = s->p;
  struct call_site site = s->sites.v[c->other];
  bool plain = !site.result_object && !site.chain && site.caller;
  for (uint32_t i = 0; plain && i < site.n_actuals; i++)
    plain = !s->actuals.v[site.actuals + i].contents;
  if (!plain || sets_size (&p->sets, fresh) <= FEW) {
    apply_to_all (s, c, fresh);
    return;
  }
  struct constraint form = {.kind = C_CALL, .bytes = site.n_actuals};
  uint32_t hub = *shared (s, &form, fresh);
  bool is_new = !hub;
  if (is_new) {
    struct call_site made = {.n_actuals = site.n_actuals, .result = solver_new_node (s)};
    struct actual *actuals = xcalloc (site.n_actuals + 1, sizeof *actuals);
    for (uint32_t i = 0; i < site.n_actuals; i++)
      actuals[i].node = solver_new_node (s);
    hub = solver_add_site (s, &made, actuals);
    free (actuals);
    *shared (s, &form, fresh) = hub;
  }
  for (struct set_iter i = sets_each (&p->sets, fresh); set_next (&i);) {
    const struct abstract_object *v = &p->objects.v.v[loc_object (&p->objects, i.x)];
    if (v->kind != OBJECT_FUNCTION || p->models[v->a]
        || !s->program->functions[v->a].body) {
      apply (s, c, i.x);
      continue;
    }
    vec_push (&p->calls, (struct call_edge){site.caller, site.record, v->a});
    if (is_new)
      solver_bind_hub (s, hub, v->a);
  }
  struct call_site made = s->sites.v[hub];
  for (uint32_t i = 0; i < site.n_actuals; i++)
    solver_add_edge (s, s->actuals.v[site.actuals + i].node, s->actuals.v[made.actuals + i].node);
  solver_add_edge (s, made.result, site.result);
}

static void apply_constraint (struct solver *s, const struct constraint *c, setid fresh)
{
  switch ((enum constraint_kind)c->kind) {
  case C_SHIFT:
    apply_shift (s, c, fresh);
    break;
  case C_LOAD:
  case C_STORE:
    apply_access (s, c, fresh);
    break;
  case C_CALL:
    apply_call (s, c, fresh);
    break;
  default:
    apply_to_all (s, c, fresh);
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
    setid fresh = sets_difference (&p->sets, p->points.v[n], s->done.v[n]);
    s->done.v[n] = p->points.v[n];
    for (uint32_t c = s->first_constraint.v[n]; c; c = s->constraints.v[c].next) {
      struct constraint copy = s->constraints.v[c];
      apply_constraint (s, &copy, fresh);
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
  while (any || s->grew) {
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
