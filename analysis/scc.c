/* Graphs as arrays: depth-first searches with stacks of their own. */

#include "scc.h"
#include "vec.h"

struct frame {
  uint32_t node, edge; /* the next of its edges to follow */
  uint32_t low;        /* Tarjan: the least number of an open node known to be reached */
};

typedef VEC (struct frame) frames;

/* Counting sort: the values, or the numbers 0 .. M-1 themselves, by their keys, all below N. */
static struct csr sort_by_key (struct arena *arena, uint32_t n, const uint32_t *key,
                               const uint32_t *value, uint32_t m)
{
  uint32_t *first = ARENA_ARRAY (arena, (size_t)n + 2, uint32_t);
  uint32_t *targets = ARENA_ARRAY (arena, m, uint32_t);
  /* first[k + 2] counts key k; summed up, first[k + 1] is where k begins, and once the values are
     in their places, where it ends. */
  for (uint32_t i = 0; i < m; i++)
    first[(size_t)key[i] + 2]++;
  for (size_t k = 2; k <= n; k++)
    first[k] += first[k - 1];
  for (uint32_t i = 0; i < m; i++)
    targets[first[(size_t)key[i] + 1]++] = value ? value[i] : i;
  return (struct csr){n, first, targets};
}

struct csr csr_from_edges (struct arena *arena, uint32_t n, const uint32_t *from,
                           const uint32_t *to, uint32_t m)
{
  for (uint32_t i = 0; i < m; i++)
    assert (from[i] < n && to[i] < n);
  return sort_by_key (arena, n, from, to, m);
}

struct csr csr_reverse (struct arena *arena, const struct csr *g)
{
  uint32_t m = g->first[g->n];
  uint32_t *from = XNEWVEC (uint32_t, m);
  for (uint32_t v = 0; v < g->n; v++)
    for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
      from[e] = v;
  struct csr reverse = sort_by_key (arena, g->n, g->targets, from, m);
  free (from);
  return reverse;
}

/* Numbers of nodes: 0 before the search has come to it.  Open: of no component yet. */
struct tarjan {
  const struct csr *g;
  uint32_t *number, last;
  uint32_t *of, components;
  vec_u32 open;
  frames stack;
};

static void open_node (struct tarjan *t, uint32_t v)
{
  t->number[v] = ++t->last;
  vec_push (&t->open, v);
  vec_push (&t->stack, (struct frame){v, t->g->first[v], t->last});
}

static void close_component (struct tarjan *t, uint32_t root)
{
  uint32_t v;
  do {
    v = vec_pop (&t->open);
    t->of[v] = t->components;
  } while (v != root);
  t->components++;
}

static void search_from (struct tarjan *t, uint32_t root)
{
  open_node (t, root);
  while (t->stack.n) {
    struct frame *f = &vec_last (&t->stack);
    if (f->edge < t->g->first[f->node + 1]) {
      uint32_t w = t->g->targets[f->edge++];
      if (!t->number[w])
        open_node (t, w);
      else if (t->of[w] == NODE_NONE && t->number[w] < f->low)
        f->low = t->number[w];
      continue;
    }
    struct frame done = vec_pop (&t->stack);
    if (done.low == t->number[done.node])
      close_component (t, done.node);
    else if (done.low < vec_last (&t->stack).low)
      vec_last (&t->stack).low = done.low;
  }
}

struct scc scc_find (struct arena *arena, const struct csr *g)
{
  struct tarjan t = {.g = g, .number = XCNEWVEC (uint32_t, g->n)};
  t.of = ARENA_ARRAY (arena, g->n, uint32_t);
  memset (t.of, 0xff, g->n * sizeof *t.of);
  for (uint32_t v = 0; v < g->n; v++)
    if (!t.number[v])
      search_from (&t, v);
  free (t.number);
  vec_free (&t.open);
  vec_free (&t.stack);
  struct csr members = sort_by_key (arena, t.components, t.of, NULL, g->n);
  return (struct scc){t.components, t.of, members.first, members.targets};
}

struct rpo rpo_from (struct arena *arena, const struct csr *g, uint32_t entry)
{
  frames stack = {0};
  vec_u32 postorder = {0};
  uint32_t *place = ARENA_ARRAY (arena, g->n, uint32_t);
  assert (entry < g->n);
  memset (place, 0xff, g->n * sizeof *place);
  place[entry] = 0; /* seen; where it is comes later */
  vec_push (&stack, (struct frame){entry, g->first[entry], 0});
  while (stack.n) {
    struct frame *f = &vec_last (&stack);
    if (f->edge == g->first[f->node + 1]) {
      vec_push (&postorder, f->node);
      stack.n--;
      continue;
    }
    uint32_t w = g->targets[f->edge++];
    if (place[w] == NODE_NONE) {
      place[w] = 0;
      vec_push (&stack, (struct frame){w, g->first[w], 0});
    }
  }
  uint32_t *nodes = ARENA_ARRAY (arena, postorder.n, uint32_t);
  for (uint32_t i = 0; i < postorder.n; i++) {
    nodes[i] = postorder.v[postorder.n - 1 - i];
    place[nodes[i]] = i;
  }
  struct rpo r = {postorder.n, nodes, place};
  vec_free (&stack);
  vec_free (&postorder);
  return r;
}

/* From here on a node is its place in reverse postorder: a parent is less than its children. */

/* The predecessors of each place, the largest first.  The way up from one ends where that from the
   next begins or above it, so that all together cost one way up: a chain of `if (...) goto out' is
   linear. */
static struct csr predecessors (struct arena *arena, const struct csr *g, const struct rpo *r)
{
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = r->n; i-- > 0;) {
    uint32_t v = r->nodes[i];
    for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
      vec_push (&from, i);
      vec_push (&to, r->place[g->targets[e]]);
    }
  }
  struct csr p = sort_by_key (arena, r->n, to.v, from.v, to.n);
  vec_free (&from);
  vec_free (&to);
  return p;
}

static uint32_t common_ancestor (const uint32_t *parent, uint32_t a, uint32_t b)
{
  while (a != b)
    if (a > b)
      a = parent[a];
    else
      b = parent[b];
  return a;
}

static uint32_t *find_parents (struct arena *arena, const struct csr *preds)
{
  uint32_t *parent = ARENA_ARRAY (arena, preds->n, uint32_t);
  memset (parent, 0xff, preds->n * sizeof *parent);
  parent[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < preds->n; i++) {
      uint32_t best = NODE_NONE;
      for (uint32_t e = preds->first[i]; e < preds->first[i + 1]; e++) {
        uint32_t p = preds->targets[e];
        if (parent[p] != NODE_NONE)
          best = best == NODE_NONE ? p : common_ancestor (parent, p, best);
      }
      changed |= parent[i] != best;
      parent[i] = best;
    }
  }
  return parent;
}

/* Numbers the tree in preorder, children in reverse postorder. */
static void find_ranges (const uint32_t *parent, const struct rpo *r, struct dominators *d)
{
  uint32_t *size = XCNEWVEC (uint32_t, r->n), *next = XNEWVEC (uint32_t, r->n);
  for (uint32_t i = r->n; i-- > 0;) {
    size[i]++;
    if (i > 0)
      size[parent[i]] += size[i];
  }
  for (uint32_t i = 0; i < r->n; i++) {
    uint32_t begin = i > 0 ? next[parent[i]] : 0, v = r->nodes[i];
    if (i > 0)
      next[parent[i]] += size[i];
    next[i] = begin + 1;
    d->begin[v] = begin;
    d->end[v] = begin + size[i];
  }
  free (size);
  free (next);
}

struct dominators dominators_find (struct arena *arena, const struct csr *g, const struct rpo *r)
{
  struct dominators d = {ARENA_ARRAY (arena, g->n, uint32_t), ARENA_ARRAY (arena, g->n, uint32_t),
                         ARENA_ARRAY (arena, g->n, uint32_t)};
  memset (d.parent, 0xff, g->n * sizeof *d.parent);
  memset (d.begin, 0xff, g->n * sizeof *d.begin);
  memset (d.end, 0xff, g->n * sizeof *d.end);
  struct arena work = {0};
  struct csr preds = predecessors (&work, g, r);
  uint32_t *parent = find_parents (&work, &preds);
  for (uint32_t i = 1; i < r->n; i++)
    d.parent[r->nodes[i]] = r->nodes[parent[i]];
  find_ranges (parent, r, &d);
  arena_free (&work);
  return d;
}
