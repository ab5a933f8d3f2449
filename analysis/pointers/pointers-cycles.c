/* The cycles of the copy graph, and the order in which its nodes pass their sets on.

   A wave is about the nodes to which something new comes, or whose edges are new, and all that
   these lead to: nothing else passes anything on, nor is there a new cycle elsewhere.  They are
   found, and searched by Tarjan's algorithm, as a graph in one array: waves are many, and most
   change little.

   A node that another one stands for has a place in the order, too, where the other one passes on
   what it has got meanwhile: before it becomes too large. */

#include "pointers-internal.h"

#define NO_PLACE UINT32_MAX /* number of a node that another one stands for: it has no edges */

/* Takes out edges of V that lead to itself, and all but one to the same node. */
static void clean_edges (struct solver *s, node_id v)
{
  uint32_t stamp = ++s->stamp;
  for (uint32_t *link = &s->nodes.v[v].first_edge; *link;) {
    struct edge *e = &s->edges.v[*link];
    e->to = solver_find (s, e->to);
    if (e->to == v || s->nodes.v[e->to].mark == stamp) {
      *link = e->next;
      continue;
    }
    s->nodes.v[e->to].mark = stamp;
    link = &e->next;
  }
  bitset_remove (&s->together, v);
}

/* Whether the node is in the region now, as all are that have edges. */
static inline bool enter (struct wave *w, node_id v)
{
  struct node *n = &w->s->nodes.v[v];
  if (bitset_has (&w->s->region, v))
    return true;
  if (!n->first_edge)
    return false;
  bitset_add (&w->s->region, v);
  n->number = w->v.n;
  vec_push (&w->todo, n->number);
  vec_push (&w->v, (struct wave_node){.node = v});
  return true;
}

/* Enters what the edges of a node lead to; false: some of them must be cleaned first. */
static bool follow_edges (struct wave *w, node_id v)
{
  struct solver *s = w->s;
  for (uint32_t e = s->nodes.v[v].first_edge; e; e = s->edges.v[e].next) {
    node_id to = s->edges.v[e].to;
    solver_fetch_ahead (s, e);
    if (s->nodes.v[to].rep != to)
      return false;
    if (enter (w, to))
      vec_push (&w->targets, s->nodes.v[to].number);
  }
  return true;
}

/* Lists of edges grow here and there.  Once there are many new ones, all are put in a row again, so
   that who follows them finds the next one beside the last. */
static void pack_edges (struct solver *s)
{
  enum { FEW = 4096 };
  if (s->edges.n < FEW || s->edges.n - s->packed < s->packed / 8)
    return;
  struct edge *packed = XNEWVEC (struct edge, s->edges.n);
  uint32_t n = 1;
  packed[0] = s->edges.v[0];
  for (node_id v = 1; v < s->nodes.n; v++) {
    uint32_t e = s->nodes.v[v].first_edge;
    if (!e)
      continue;
    s->nodes.v[v].first_edge = n;
    for (; e; e = s->edges.v[e].next, n++)
      packed[n] = (struct edge){s->edges.v[e].to, n + 1};
    packed[n - 1].next = 0;
  }
  free (s->edges.v);
  s->edges.v = packed;
  s->edges.room = s->edges.n;
  s->edges.n = s->packed = n;
}

static void find_region (struct wave *w)
{
  struct solver *s = w->s;
  bitset_clear (&s->region);
  for (uint64_t x = bitset_next (&s->changed, 1); x != BITSET_END;
       x = bitset_next (&s->changed, x + 1))
    if (s->nodes.v[x].rep == x && s->nodes.v[x].first_edge)
      enter (w, (node_id)x);
    else
      bitset_remove (&s->changed, (uint32_t)x); /* an edge that it gets later passes on all */
  for (uint32_t i = 0; i < s->sources.n; i++)
    enter (w, solver_find (s, s->sources.v[i]));
  vec_clear (&s->sources);
  while (w->todo.n) {
    uint32_t k = vec_pop (&w->todo), first = w->targets.n;
    node_id v = w->v.v[k].node;
    if (bitset_has (&s->together, v))
      clean_edges (s, v);
    if (!follow_edges (w, v)) {
      clean_edges (s, v);
      w->targets.n = first;
      follow_edges (w, v);
    }
    w->v.v[k].first = first;
    w->v.v[k].end = w->targets.n;
    for (node_id m = s->nodes.v[v].next_same; m != v; m = s->nodes.v[m].next_same) {
      bitset_add (&s->region, m);
      s->nodes.v[m].number = NO_PLACE;
    }
  }
}

static int ascending (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* The component of ROOT is what is open from there on. */
static void close_component (struct wave *w, uint32_t root)
{
  struct wave_node *v = w->v.v;
  if (vec_last (&w->open) == root) {
    w->open.n--;
    v[root].closed = true;
    vec_push (&w->order, v[root].node);
    return;
  }
  uint32_t first = w->members.n, k;
  vec_push (&w->cycles, first);
  do {
    k = vec_pop (&w->open);
    v[k].closed = true;
    vec_push (&w->members, v[k].node);
  } while (k != root);
  qsort (w->members.v + first, w->members.n - first, sizeof *w->members.v, ascending);
  vec_push (&w->order, w->members.v[first]);
}

/* The search comes to a node; if that leads nowhere, it is done with it. */
static void open_node (struct wave *w, uint32_t k)
{
  struct wave_node *r = &w->v.v[k];
  r->number = ++w->last;
  if (r->first == r->end) {
    r->closed = true;
    vec_push (&w->order, r->node);
    return;
  }
  vec_push (&w->open, k);
  vec_push (&w->stack, (struct wave_frame){k, r->first, r->number});
}

static void search_from (struct wave *w, uint32_t root)
{
  open_node (w, root);
  while (w->stack.n) {
    struct wave_frame *f = &vec_last (&w->stack);
    if (f->edge < w->v.v[f->at].end) {
      uint32_t to = w->targets.v[f->edge++];
      if (f->edge + AHEAD < w->targets.n)
        __builtin_prefetch (&w->v.v[w->targets.v[f->edge + AHEAD]]);
      const struct wave_node *r = &w->v.v[to];
      if (!r->number)
        open_node (w, to);
      else if (!r->closed && r->number < f->low)
        f->low = r->number;
      continue;
    }
    struct wave_frame done = vec_pop (&w->stack);
    if (done.low == w->v.v[done.at].number)
      close_component (w, done.at);
    else if (done.low < vec_last (&w->stack).low)
      vec_last (&w->stack).low = done.low;
  }
}

void solver_collapse_cycles (struct wave *w)
{
  struct solver *s = w->s;
  w->last = 0;
  vec_clear (&w->v);
  vec_clear (&w->targets);
  vec_clear (&w->cycles);
  vec_clear (&w->members);
  vec_clear (&w->order);
  pack_edges (s);
  find_region (w);
  for (uint64_t v = bitset_next (&s->region, 1); v != BITSET_END;
       v = bitset_next (&s->region, v + 1))
    if (s->nodes.v[v].number == NO_PLACE)
      vec_push (&w->order, (node_id)v);
    else if (!w->v.v[s->nodes.v[v].number].number)
      search_from (w, s->nodes.v[v].number);
  vec_push (&w->cycles, w->members.n);
  for (uint32_t c = w->cycles.n - 1; c-- > 0;)
    for (uint32_t i = w->cycles.v[c] + 1; i < w->cycles.v[c + 1]; i++)
      solver_unify (s, w->members.v[w->cycles.v[c]], w->members.v[i]);
}

void wave_free (struct wave *w)
{
  vec_free (&w->v);
  vec_free (&w->targets);
  vec_free (&w->todo);
  vec_free (&w->open);
  vec_free (&w->stack);
  vec_free (&w->order);
  vec_free (&w->cycles);
  vec_free (&w->members);
}
