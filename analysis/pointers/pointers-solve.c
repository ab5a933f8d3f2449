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
  node_id n = s->nodes.n;
  vec_push (&s->nodes, (struct node){.rep = n, .next_same = n});
  return n;
}

node_id solver_content (struct solver *s, loc_id l)
{
  if (l >= s->content.n)
    vec_resize (&s->content, l + 1);
  if (!s->content.v[l])
    s->content.v[l] = solver_new_node (s);
  return s->content.v[l];
}

/* What has come into the pool since the last wave, all at once: a set for each would be quadratic.
 */
static void fill_pool (struct solver *s)
{
  struct sets *sets = &s->p->sets;
  node_id in = solver_find (s, s->worlds[WORLD_POOL].entering);
  setid fresh = sets_from (sets, s->pooled.v, s->pooled.n);
  s->nodes.v[in].points = sets_union (sets, s->nodes.v[in].points, fresh);
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
  if (bitset_add (&s->sets_in_pool, set)) /* many nodes get the same ones */
    for (struct set_iter i = sets_each (sets, set); set_next (&i);)
      if (bitset_add (&s->in_pool, i.x))
        vec_push (&s->pooled, i.x);
  setid rest = sets_single (sets, pool->loc);
  /* What is in the outside's own memory, nobody keeps by object. */
  return sets_meet (sets, set, s->outside_locs) ? sets_add (sets, rest, outside->loc) : rest;
}

void solver_set_points (struct solver *s, node_id n, setid set)
{
  if (s->nodes.v[n].points == set)
    return;
  set = limited (s, n, set);
  if (s->nodes.v[n].points == set)
    return;
  s->nodes.v[n].points = set;
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
  s->nodes.v[b].rep = a;
  node_id next = s->nodes.v[a].next_same;
  s->nodes.v[a].next_same = s->nodes.v[b].next_same;
  s->nodes.v[b].next_same = next;
  join_edges (s, &s->nodes.v[b].first_edge, &s->nodes.v[a].first_edge);
  bitset_add (&s->together, a);
  join_constraints (s, &s->nodes.v[b].first_constraint, &s->nodes.v[a].first_constraint);
  s->nodes.v[a].done = sets_intersection (&p->sets, s->nodes.v[a].done, s->nodes.v[b].done);
  if (bitset_has (&s->wide, b))
    bitset_add (&s->wide, a);
  solver_set_points (s, a, sets_union (&p->sets, s->nodes.v[a].points, s->nodes.v[b].points));
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
  if (from != to && keys_add (&s->known_edges, map_pair (from, to)))
    solver_add_new_edge (s, from, to);
}

void solver_add_new_edge (struct solver *s, node_id from, node_id to)
{
  s->p->stats.edges++;
  vec_push (&s->edges, (struct edge){to, s->nodes.v[from].first_edge});
  s->nodes.v[from].first_edge = s->edges.n - 1;
  s->grew = true;
  vec_push (&s->sources, from);
  solver_set_points (s, to,
                     sets_union (&s->p->sets, s->nodes.v[to].points, s->nodes.v[from].points));
}

void solver_add_target (struct solver *s, node_id n, loc_id l)
{
  vec_push (&s->addresses, (struct address_node){n, loc_object (&s->p->objects, l)});
  n = solver_find (s, n);
  solver_set_points (s, n, sets_add (&s->p->sets, s->nodes.v[n].points, l));
}

static void add_constraint (struct solver *s, node_id n, struct constraint c)
{
  if (!n)
    return;
  n = solver_find (s, n);
  c.next = s->nodes.v[n].first_constraint;
  vec_push (&s->constraints, c);
  s->nodes.v[n].first_constraint = s->constraints.n - 1;
  s->nodes.v[n].done = SETS_EMPTY; /* the new one has seen nothing yet */
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
    struct node *v = &s->nodes.v[n];
    if (v->rep != n || !v->first_constraint || v->done == v->points)
      continue;
    any = true;
    struct seen e = {v->points, v->done, sets_difference (&p->sets, v->points, v->done)};
    v->done = e.all;
    for (uint32_t c = s->nodes.v[n].first_constraint; c; c = s->constraints.v[c].next) {
      struct constraint copy = s->constraints.v[c];
      solver_apply (s, &copy, &e);
    }
    solver_tie_locations (s);
  }
  return any;
}

/* Waves */

/* Passes the set of a node on, if it has changed; returns the number of its edges. */
static uint32_t pass_on_from (struct solver *s, node_id v)
{
  struct sets *sets = &s->p->sets;
  uint32_t n = 0;
  if (!bitset_remove (&s->changed, v))
    return 0;
  for (uint32_t e = s->nodes.v[v].first_edge; e; e = s->edges.v[e].next, n++) {
    node_id to = solver_find (s, s->edges.v[e].to);
    solver_fetch_ahead (s, e);
    if (to != v)
      solver_set_points (s, to, sets_union (sets, s->nodes.v[to].points, s->nodes.v[v].points));
  }
  return n;
}

static void pass_on (struct solver *s, const vec_u32 *order)
{
  for (uint32_t i = order->n; i-- > 0;)
    pass_on_from (s, solver_find (s, order->v[i]));
}

/* Where little has changed, most of what that leads to changes no more: then it takes less time to
   pass it on in any order than to find the best one.  False: it turned out to be much. */
static bool pass_on_little (struct solver *s)
{
  const uint32_t few = 256 + s->nodes.n / 288, little = 4096 + s->edges.n / 28;
  uint32_t n = 0, followed = 0;
  for (uint64_t v = bitset_next (&s->changed, 1); v != BITSET_END && n <= few;
       v = bitset_next (&s->changed, v + 1))
    n++;
  while (n && n <= few) {
    n = 0;
    for (uint64_t v = bitset_next (&s->changed, 1); v != BITSET_END;
         v = bitset_next (&s->changed, v + 1), n++) {
      followed += 1 + pass_on_from (s, solver_find (s, (node_id)v));
      bitset_remove (&s->changed, (uint32_t)v); /* or another one stands for it */
      if (followed > little)
        return false;
    }
  }
  return !n;
}

void solver_run (struct solver *s)
{
  struct wave wave = {.s = s};
  bool any = true;
  while (any || s->grew || s->pooled.n || s->to_build.n || solver_fields_again (s) ||
         solver_opaque_again (s)) {
    build_reached (s);
    solver_tie_locations (s);
    fill_pool (s);
    s->grew = false;
    if (!pass_on_little (s)) {
      solver_collapse_cycles (&wave);
      pass_on (s, &wave.order);
    }
    any = apply_constraints (s);
    s->p->stats.waves++;
  }
  wave_free (&wave);
}
