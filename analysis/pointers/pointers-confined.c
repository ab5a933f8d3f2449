/* Objects to which only the thread that makes them ever has pointers.

     char path[PATH_MAX];
     scan (disk, path);          passes it on, fills it, opens what it names

   Sets do not tell this of objects that come into a world: a function that gets pointers to more
   things than are told apart (`copy (to, from)') makes all of these one with what is in lists and
   tables.  But a pointer comes to others only by flowing there, and how pointers flow, from node to
   node, the solver knows even of those.  So what others may know is followed back, against the
   flow: what is in memory of others, goes into a world, or is given to a thread; all that flows
   there; the objects whose addresses those are; and what is in the memory of these.  What is left
   is confined.

   A load by a pointer into a world is no flow from one of its members, nor is a store one to it.
   That does no harm, since what is in memory of members flows into the world, and so does what is
   stored by such a pointer. */

#include "pointers-internal.h"
#include "scc.h"

struct confining {
  struct solver *s;
  uint32_t nodes;   /* numbers of objects come behind those of nodes */
  vec_u32 from, to; /* who is known if another one is */
  struct bitset known;
  vec_u32 todo;
};

static void make_known (struct confining *c, uint32_t n)
{
  if (n && bitset_add (&c->known, n))
    vec_push (&c->todo, n);
}

static void make_node_known (struct confining *c, node_id n)
{
  if (n)
    make_known (c, solver_find (c->s, n));
}

/* Whoever knows IF knows THEN. */
static void add (struct confining *c, uint32_t if_known, uint32_t then)
{
  vec_push (&c->from, if_known);
  vec_push (&c->to, then);
}

static uint32_t object_number (const struct confining *c, object_id o)
{
  return c->nodes + o;
}

/* What a constraint makes flow from node N, unless edges say it. */
static void follow_constraint (struct confining *c, node_id n, const struct constraint *k)
{
  if (k->kind == C_SHIFT || k->kind == C_ALIGN || k->kind == C_OPAQUE)
    add (c, solver_find (c->s, k->other), n);
  else if (k->kind == C_MEET)
    add (c, solver_find (c->s, c->s->fields.meets.v[k->other].dst), n);
}

static void follow_nodes (struct confining *c)
{
  const struct solver *s = c->s;
  for (node_id n = 1; n < c->nodes; n++) {
    for (uint32_t e = s->nodes.v[n].first_edge; e; e = s->edges.v[e].next) {
      solver_fetch_ahead (s, e);
      add (c, solver_find (s, s->edges.v[e].to), n);
    }
    for (uint32_t k = s->nodes.v[n].first_constraint; k; k = s->constraints.v[k].next)
      follow_constraint (c, n, &s->constraints.v[k]);
  }
}

static void follow_objects (struct confining *c)
{
  const struct solver *s = c->s;
  const struct objects *o = &s->p->objects;
  for (uint32_t i = 0; i < s->addresses.n; i++)
    add (c, solver_find (s, s->addresses.v[i].node), object_number (c, s->addresses.v[i].object));
  for (object_id i = 1; i < o->v.n; i++)
    for (loc_id l = o->v.v[i].first_loc; l; l = loc_get (o, l)->next)
      if (l < s->content.n && s->content.v[l])
        add (c, object_number (c, i), solver_find (s, s->content.v[l]));
}

/* Who has a pointer to a nested function calls it with the frame around it. */
static void follow_frames (struct confining *c)
{
  struct solver *s = c->s;
  for (uint64_t f = bitset_next (&s->p->nested, 1); f != BITSET_END;
       f = bitset_next (&s->p->nested, f + 1)) {
    uint32_t last = s->program->functions[f].body->n_params - 1;
    add (c, object_number (c, function_object (s, (funid)f)),
         solver_find (s, formal_node (s, (funid)f, last)));
  }
}

/* Memory of which all threads know. */
static bool is_common (const struct pointers *p, object_id o)
{
  switch ((enum object_kind)p->objects.v.v[o].kind) {
  case OBJECT_FUNCTION:
    return !bitset_has (&p->nested, p->objects.v.v[o].a);
  case OBJECT_LOCAL:
  case OBJECT_HEAP:
  case OBJECT_STACK:
  case OBJECT_RETURN:
  case OBJECT_COPY:
    return false;
  case OBJECT_GLOBAL:
  case OBJECT_LIBRARY:
    return !object_is_tls (p, o);
  default:
    return true;
  }
}

static void make_formals_known (struct confining *c, funid f)
{
  const struct function *b = c->s->program->functions[f].body;
  for (uint32_t k = 0; b && k < b->n_params; k++)
    make_node_known (c, formal_node (c->s, f, k));
}

/* What another thread gets when it begins, or a function that somebody calls later. */
static void make_arguments_known (struct confining *c)
{
  const struct solver *s = c->s;
  const struct program *program = s->program;
  for (uint32_t i = 1; i < s->sites.n; i++)
    for (uint32_t k = 0; s->sites.v[i].kind != CALL_NOW && k < s->sites.v[i].n_actuals; k++) {
      struct actual a = s->actuals.v[s->sites.v[i].actuals + k];
      make_node_known (c, a.node);
      if (a.contents)
        make_known (c, object_number (c, a.contents));
    }
  for (uint32_t i = 0; i < s->p->calls.n; i++)
    if (s->p->calls.v[i].kind != CALL_NOW)
      make_formals_known (c, s->p->calls.v[i].callee);
  for (uint32_t i = 0; i < program->n_entries; i++)
    make_formals_known (c, program->entries[i]);
}

static void make_roots_known (struct confining *c)
{
  const struct solver *s = c->s;
  for (object_id i = 1; i < s->p->objects.v.n; i++)
    if (is_common (s->p, i))
      make_known (c, object_number (c, i));
  for (int w = 0; w < N_WORLDS; w++)
    make_node_known (c, s->worlds[w].entering);
  make_node_known (c, s->joined);
  for (uint32_t i = 1; i < s->fields.v.n; i++) /* in place of a world */
    make_node_known (c, s->fields.v.v[i].outside);
  make_arguments_known (c);
}

void solver_find_confined (struct solver *s)
{
  struct arena arena = {0};
  struct confining c = {.s = s, .nodes = s->nodes.n};
  const struct objects *o = &s->p->objects;
  uint64_t most = (uint64_t)s->edges.n + s->constraints.n + s->addresses.n + o->locs.n;
  vec_reserve (&c.from, most);
  vec_reserve (&c.to, most);
  follow_nodes (&c);
  follow_objects (&c);
  follow_frames (&c);
  struct csr then = csr_from_edges (&arena, c.nodes + o->v.n, c.from.v, c.to.v, c.to.n);
  make_roots_known (&c);
  while (c.todo.n) {
    uint32_t n = c.todo.v[--c.todo.n];
    for (uint32_t k = then.first[n]; k < then.first[n + 1]; k++)
      make_known (&c, then.targets[k]);
  }
  for (object_id i = 1; i < o->v.n; i++)
    if (!bitset_has (&c.known, object_number (&c, i)))
      bitset_add (&s->p->confined, i);
  vec_free (&c.from);
  vec_free (&c.to);
  vec_free (&c.todo);
  bitset_free (&c.known);
  arena_free (&arena);
}
