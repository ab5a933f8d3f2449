/* Edges: what it says about who is alive that control takes an edge of the function: a loop that
   joins an array ends, a loop that creates one begins again, a flag says that a thread does not
   run.

   A function may have as many loops as it creates threads: what belongs to an edge is found by its
   blocks. */

#include "threads-alive.h"

/* Whom a join in a loop may have waited for when that ends. */
static setid looped_for (const struct alive_walk *w, uint32_t join)
{
  struct threads *t = w->d->t;
  setid may = t->perhaps[join];
  const struct item *i = &w->d->s->items.v[join];
  setid known = i->loops_here && i->shape ? SETS_EMPTY : t->joins[join];
  for (struct set_iter k = sets_each (&t->sets, known); set_next (&k);)
    if (!t->v.v[k.x].lost)
      may = sets_add (&t->sets, may, k.x);
  return may;
}

static int by_key (const void *a, const void *b)
{
  const struct keyed_item *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

static uint32_t seek (const struct keyed_item *v, uint32_t n, uint32_t key)
{
  uint32_t low = 0;
  while (low < n) {
    uint32_t middle = low + (n - low) / 2;
    if (v[middle].key < key)
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}

struct keyed_items keyed_find (const struct keyed_item *v, uint32_t n, uint32_t key)
{
  return (struct keyed_items){v + seek (v, n, key), v + seek (v, n, key + 1)};
}

/* Numbers for the edges that come from a block, and those that go there. */
static uint32_t edges_from (uint32_t block)
{
  return 2 * block;
}

static uint32_t edges_to (uint32_t block)
{
  return 2 * block + 1;
}

static void sort (struct keyed_item *v, uint32_t n)
{
  if (n > 1)
    qsort (v, n, sizeof *v, by_key);
}

expr_id element_of (const struct summaries *s, const struct item *fork, uint32_t *header)
{
  const struct loop_shape *shape = fork->shape ? &s->shapes.v[fork->shape - 1] : NULL;
  const struct list_loop *list = fork->list ? &s->lists.v[fork->list - 1] : NULL;
  if (!fork->loops_here || (!shape && !list))
    return 0;
  *header = shape ? shape->header : list->header;
  return shape ? shape->counter : list->handle;
}

void edges_find (struct alive_walk *w, struct arena *arena)
{
  const struct summaries *s = w->d->s;
  for (uint32_t n = 0; n < w->shaped.n; n++) {
    const struct item *i = &s->items.v[w->shaped.v[n]];
    if (i->kind == ITEM_JOIN && (!i->inner || s->items.v[i->inner].certain))
      vec_push (&w->at_edges, (struct keyed_item){edges_from (i->loop_test), n});
    if (i->kind == ITEM_FORK)
      vec_push (&w->at_edges, (struct keyed_item){edges_to (i->loop_test), n});
    uint32_t header;
    if (i->kind == ITEM_FORK && element_of (s, i, &header))
      vec_push (&w->by_counter, (struct keyed_item){element_of (s, i, &header), n});
  }
  w->loop_of = w->looped.n ? flow_loops (arena, &w->flow) : NULL;
  for (uint32_t n = 0; n < w->looped.n; n++)
    for (uint32_t h = w->loop_of[w->flow.block_of[s->items.v[w->looped.v[n]].record]];
         h != NODE_NONE; h = w->loop_of[h])
      vec_push (&w->in_loop, (struct keyed_item){h, w->looped.v[n]});
  sort (w->at_edges.v, w->at_edges.n);
  sort (w->by_counter.v, w->by_counter.n);
  sort (w->in_loop.v, w->in_loop.n);
}

void edges_free (struct alive_walk *w)
{
  vec_free (&w->at_edges);
  vec_free (&w->by_counter);
  vec_free (&w->in_loop);
}

/* The outermost loop that the edge leaves; NODE_NONE: it leaves none. */
static uint32_t loop_left (const struct alive_walk *w, uint32_t from, uint32_t to)
{
  uint32_t left = NODE_NONE;
  for (uint32_t h = from; h != NODE_NONE; h = w->loop_of[h]) {
    for (uint32_t b = to; b != NODE_NONE; b = w->loop_of[b])
      if (b == h)
        return left;
    left = h;
  }
  return left;
}

/* Joins in loops that it leaves have waited. */
static void leave_loops (const struct alive_walk *w, uint32_t from, uint32_t to, struct children *c)
{
  uint32_t loop = w->looped.n ? loop_left (w, from, to) : NODE_NONE;
  struct keyed_items joins = {0};
  if (loop != NODE_NONE)
    joins = keyed_find (w->in_loop.v, w->in_loop.n, loop);
  for (const struct keyed_item *i = joins.first; i < joins.end; i++)
    c->waited = sets_union (&w->d->t->sets, c->waited, looped_for (w, i->at));
}

static int by_edge (const void *a, const void *b, void *gates)
{
  const struct running_gate *v = gates;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (v[x].function != v[y].function)
    return v[x].function < v[y].function ? -1 : 1;
  if (v[x].from != v[y].from)
    return v[x].from < v[y].from ? -1 : 1;
  return (x > y) - (x < y);
}

void edges_sort_gates (struct thread_finder *d)
{
  if (d->gates_by_edge.n == d->gates.n)
    return;
  vec_resize (&d->gates_by_edge, d->gates.n);
  for (uint32_t i = 0; i < d->gates.n; i++)
    d->gates_by_edge.v[i] = i;
  qsort_r (d->gates_by_edge.v, d->gates.n, sizeof *d->gates_by_edge.v, by_edge, d->gates.v);
}

/* The first gate of the function whose edge is from that block, or behind it. */
static uint32_t first_gate (const struct thread_finder *d, funid f, uint32_t from)
{
  uint32_t low = 0, high = d->gates_by_edge.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const struct running_gate *g = &d->gates.v[d->gates_by_edge.v[middle]];
    if (g->function < f || (g->function == f && g->from < from))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void pass_gates (struct alive_walk *w, uint32_t from, uint32_t to, struct children *c)
{
  const struct thread_finder *d = w->d;
  struct threads *t = d->t;
  for (uint32_t n = first_gate (d, w->f, from); n < d->gates_by_edge.n; n++) {
    const struct running_gate *g = &d->gates.v[d->gates_by_edge.v[n]];
    if (g->function != w->f || g->from != from)
      return;
    if (g->to != to)
      continue;
    if (!g->item)
      alive_join (w, c, g->threads, true);
    else if (g->proved)
      alive_join (w, c, t->joins[g->item], d->joins_all[g->item]);
    else
      c->waited = sets_union (&t->sets, c->waited,
                              sets_union (&t->sets, t->joins[g->item], t->perhaps[g->item]));
  }
}

/* One of w->shaped, at an edge that it belongs to. */
static void take_shaped (struct alive_walk *w, uint32_t from, uint32_t to, uint32_t k,
                         struct children *c)
{
  struct threads *t = w->d->t;
  const struct item *i = &w->d->s->items.v[k];
  if (i->kind == ITEM_JOIN && i->loop_exit == to && i->shape)
    alive_join (w, c, t->joins[k], w->d->joins_all[k]);
  if (i->kind == ITEM_JOIN && i->loop_exit == to)
    alive_sweep (w, c, k);
  if (i->kind == ITEM_FORK && i->shape && !dominates (&w->flow.dominators, to, from))
    for (struct set_iter j = sets_each (&t->sets, t->of_item.v[k]); set_next (&j);)
      if (sets_has (&t->sets, c->born, j.x))
        alive_lose (w->d, j.x); /* the loop runs again before its threads are joined */
}

void edges_take (struct alive_walk *w, uint32_t from, uint32_t to, struct children *c)
{
  leave_loops (w, from, to, c);
  pass_gates (w, from, to, c);
  struct keyed_items out = keyed_find (w->at_edges.v, w->at_edges.n, edges_from (from));
  struct keyed_items in = keyed_find (w->at_edges.v, w->at_edges.n, edges_to (to));
  while (out.first < out.end || in.first < in.end) {
    bool first = in.first == in.end || (out.first < out.end && out.first->at < in.first->at);
    take_shaped (w, from, to, w->shaped.v[first ? out.first++->at : in.first++->at], c);
  }
}
