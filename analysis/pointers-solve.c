/* Solves the constraints of the pointer analysis in waves (Pereira and Berlin, "Wave Propagation
   and Deep Propagation for Pointer Analysis"): collapse the cycles of the copy graph, pass sets on
   in topological order, then look at what the new elements of each set mean for loads, stores,
   moved pointers and calls (pointers-apply.c), which adds edges; until nothing is new.

   Sets are hash-consed, so the many nodes with equal sets share them, and a union that changes
   nothing costs a look-up. */

#include "pointers-internal.h"

/* Nodes */

node_id solver_new_node (struct solver *s)
{
  node_id n = s->p->rep.n;
  vec_push (&s->p->rep, n);
  vec_push (&s->p->points, SETS_EMPTY);
  vec_push (&s->first_edge, 0);
  vec_push (&s->first_constraint, 0);
  vec_push (&s->done, SETS_EMPTY);
  vec_push (&s->next_same, n);
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

/* What has come into the pool since the last wave, all at once: a set for each would be quadratic.
 */
static void fill_pool (struct solver *s)
{
  struct sets *sets = &s->p->sets;
  node_id in = solver_find (s, s->worlds[WORLD_POOL].entering);
  setid fresh = sets_from (sets, s->pooled.v, s->pooled.n);
  s->p->points.v[in] = sets_union (sets, s->p->points.v[in], fresh);
  bitset_add (&s->pending, in);
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

void solver_set_points (struct solver *s, node_id n, setid set)
{
  if (s->p->points.v[n] == set)
    return;
  set = limited (s, n, set);
  if (s->p->points.v[n] == set)
    return;
  s->p->points.v[n] = set;
  bitset_add (&s->changed, n);
  bitset_add (&s->pending, n);
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
  node_id next = s->next_same.v[a];
  s->next_same.v[a] = s->next_same.v[b];
  s->next_same.v[b] = next;
  join_edges (s, &s->first_edge.v[b], &s->first_edge.v[a]);
  bitset_add (&s->together, a);
  join_constraints (s, &s->first_constraint.v[b], &s->first_constraint.v[a]);
  s->done.v[a] = sets_intersection (&p->sets, s->done.v[a], s->done.v[b]);
  if (bitset_has (&s->wide, b))
    bitset_add (&s->wide, a);
  solver_set_points (s, a, sets_union (&p->sets, p->points.v[a], p->points.v[b]));
  bitset_add (&s->changed, a);
  bitset_add (&s->pending, a);
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
  vec_push (&s->sources, from);
  solver_set_points (s, to, sets_union (&s->p->sets, s->p->points.v[to], s->p->points.v[from]));
}

void solver_add_target (struct solver *s, node_id n, loc_id l)
{
  vec_push (&s->addresses, (struct address_node){n, loc_object (&s->p->objects, l)});
  n = solver_find (s, n);
  solver_set_points (s, n, sets_add (&s->p->sets, s->p->points.v[n], l));
}

static void add_constraint (struct solver *s, node_id n, struct constraint c)
{
  n = solver_find (s, n);
  c.next = s->first_constraint.v[n];
  vec_push (&s->constraints, c);
  s->first_constraint.v[n] = s->constraints.n - 1;
  s->done.v[n] = SETS_EMPTY; /* the new one has seen nothing yet */
  bitset_add (&s->pending, n);
}

void solver_add_constraint (struct solver *s, node_id n, enum constraint_kind kind, uint32_t other,
                            int64_t bytes, uint64_t stride)
{
  add_constraint (s, n,
                  (struct constraint){.kind = (uint8_t)kind,
                                      .opens = s->opens,
                                      .other = other,
                                      .bytes = bytes,
                                      .stride = stride});
}

void solver_add_store (struct solver *s, node_id n, node_id src, int64_t bytes, uint64_t stride,
                       field_key field, enum plain_store plain)
{
  node_id kept = field ? solver_field (s, field)->outside : 0;
  add_constraint (s, n,
                  (struct constraint){.kind = C_STORE,
                                      .plain = (uint8_t)plain,
                                      .opens = s->opens,
                                      .field = kept,
                                      .other = src,
                                      .bytes = bytes,
                                      .stride = stride});
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
enum pointer_world solver_world_at (const struct solver *s, loc_id l)
{
  const struct abstract_object *v = &s->p->objects.v.v[loc_object (&s->p->objects, l)];
  switch (v->kind) {
  case OBJECT_OUTSIDE:
  case OBJECT_RESULT:
    return WORLD_OUTSIDE;
  case OBJECT_POOL:
    return WORLD_POOL;
  default:
    return N_WORLDS;
  }
}

bool solver_is_member (const struct solver *s, enum pointer_world w, object_id o)
{
  return o < s->worlds[w].member.n && s->worlds[w].member.v[o];
}

static bool apply_constraints (struct solver *s)
{
  struct pointers *p = s->p;
  bool any = false;
  for (uint64_t next = bitset_next (&s->pending, 1); next != BITSET_END;
       next = bitset_next (&s->pending, next + 1)) {
    node_id n = (node_id)next;
    bitset_remove (&s->pending, n);
    if (p->rep.v[n] != n || !s->first_constraint.v[n] || s->done.v[n] == p->points.v[n])
      continue;
    any = true;
    struct seen e = {p->points.v[n], s->done.v[n],
                     sets_difference (&p->sets, p->points.v[n], s->done.v[n])};
    s->done.v[n] = e.all;
    for (uint32_t c = s->first_constraint.v[n]; c; c = s->constraints.v[c].next) {
      struct constraint copy = s->constraints.v[c];
      solver_apply (s, &copy, &e);
    }
    solver_tie_locations (s);
  }
  return any;
}

/* Waves */

static void pass_on (struct solver *s, const vec_u32 *order)
{
  struct pointers *p = s->p;
  for (uint32_t i = order->n; i-- > 0;) {
    node_id v = solver_find (s, order->v[i]);
    if (!bitset_has (&s->changed, v))
      continue;
    bitset_remove (&s->changed, v);
    for (uint32_t e = s->first_edge.v[v]; e; e = s->edges.v[e].next) {
      node_id to = solver_find (s, s->edges.v[e].to);
      if (to != v)
        solver_set_points (s, to, sets_union (&p->sets, p->points.v[to], p->points.v[v]));
    }
  }
}

void solver_run (struct solver *s)
{
  vec_u32 order = {0};
  bool any = true;
  while (any || s->grew || s->pooled.n || s->to_build.n || solver_fields_again (s) ||
         solver_opaque_again (s)) {
    build_reached (s);
    solver_tie_locations (s);
    fill_pool (s);
    s->grew = false;
    solver_collapse_cycles (s, &order);
    pass_on (s, &order);
    any = apply_constraints (s);
    s->p->stats.waves++;
  }
  vec_free (&order);
}
