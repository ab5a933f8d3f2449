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

/* Dominators.  A node is its number in preorder; see the paper for the names. */
struct lengauer {
  uint32_t n;
  uint32_t *node;     /* by number */
  uint32_t *number;   /* by node */
  uint32_t *parent;   /* in the tree of the search */
  uint32_t *ancestor; /* in the forest of those that are done; NODE_NONE: a root */
  uint32_t *label, *semi;
  uint32_t *bucket, *next; /* those whose semidominator it is: the first, and the next one */
  uint32_t *dominator;
  vec_u32 path;
};

static void search (struct lengauer *d, const struct csr *g, uint32_t entry)
{
  vec_u32 stack = {0}, edge = {0};
  vec_push (&stack, entry);
  vec_push (&edge, g->first[entry]);
  d->number[entry] = 0;
  d->node[d->n++] = entry;
  while (stack.n) {
    uint32_t v = vec_last (&stack), *e = &edge.v[edge.n - 1];
    if (*e == g->first[v + 1]) {
      vec_pop (&stack);
      vec_pop (&edge);
      continue;
    }
    uint32_t to = g->targets[(*e)++];
    if (d->number[to] != NODE_NONE)
      continue;
    d->number[to] = d->n;
    d->parent[d->n] = d->number[v];
    d->node[d->n++] = to;
    vec_push (&stack, to);
    vec_push (&edge, g->first[to]);
  }
  vec_free (&stack);
  vec_free (&edge);
}

/* Of the ancestors that are done, the one with the least semidominator. */
static uint32_t least (struct lengauer *d, uint32_t v)
{
  if (d->ancestor[v] == NODE_NONE)
    return v;
  vec_clear (&d->path);
  for (; d->ancestor[d->ancestor[v]] != NODE_NONE; v = d->ancestor[v])
    vec_push (&d->path, v);
  uint32_t top = v;
  while (d->path.n) { /* the way is made short, from above */
    uint32_t u = vec_pop (&d->path), above = d->ancestor[u];
    if (d->semi[d->label[above]] < d->semi[d->label[u]])
      d->label[u] = d->label[above];
    d->ancestor[u] = d->ancestor[top];
    v = u;
  }
  return d->label[v];
}

/* By node: its immediate dominator. */
static void find_parents (const struct csr *g, const struct rpo *r, uint32_t *parent)
{
  struct arena work = {0};
  struct csr preds = csr_reverse (&work, g);
  struct lengauer d = {0};
  uint32_t n = r->n;
  d.node = ARENA_ARRAY (&work, n, uint32_t);
  d.number = ARENA_ARRAY (&work, g->n, uint32_t);
  d.parent = ARENA_ARRAY (&work, n, uint32_t);
  d.ancestor = ARENA_ARRAY (&work, n, uint32_t);
  d.label = ARENA_ARRAY (&work, n, uint32_t);
  d.semi = ARENA_ARRAY (&work, n, uint32_t);
  d.bucket = ARENA_ARRAY (&work, n, uint32_t);
  d.next = ARENA_ARRAY (&work, n, uint32_t);
  d.dominator = ARENA_ARRAY (&work, n, uint32_t);
  memset (d.number, 0xff, g->n * sizeof *d.number);
  memset (d.ancestor, 0xff, n * sizeof *d.ancestor);
  memset (d.bucket, 0xff, n * sizeof *d.bucket);
  search (&d, g, r->nodes[0]);
  for (uint32_t i = 0; i < n; i++)
    d.label[i] = d.semi[i] = i;
  for (uint32_t w = n; w-- > 1;) {
    for (uint32_t e = preds.first[d.node[w]]; e < preds.first[d.node[w] + 1]; e++) {
      uint32_t v = d.number[preds.targets[e]];
      uint32_t semi = v == NODE_NONE ? w : d.semi[least (&d, v)];
      if (semi < d.semi[w])
        d.semi[w] = semi;
    }
    d.next[w] = d.bucket[d.semi[w]];
    d.bucket[d.semi[w]] = w;
    d.ancestor[w] = d.parent[w];
    for (uint32_t v = d.bucket[d.parent[w]]; v != NODE_NONE; v = d.next[v]) {
      uint32_t u = least (&d, v);
      d.dominator[v] = d.semi[u] < d.semi[v] ? u : d.parent[w];
    }
    d.bucket[d.parent[w]] = NODE_NONE;
  }
  for (uint32_t w = 1; w < n; w++) {
    if (d.dominator[w] != d.semi[w])
      d.dominator[w] = d.dominator[d.dominator[w]];
    parent[d.node[w]] = d.node[d.dominator[w]];
  }
  vec_free (&d.path);
  arena_free (&work);
}

/* Numbers the tree in preorder, children in reverse postorder. */
static void find_ranges (const struct rpo *r, struct dominators *d)
{
  uint32_t *parent = XNEWVEC (uint32_t, r->n); /* by place in reverse postorder: less than that */
  for (uint32_t i = 1; i < r->n; i++)
    parent[i] = r->place[d->parent[r->nodes[i]]];
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
  free (parent);
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
  if (r->n) {
    find_parents (g, r, d.parent);
    find_ranges (r, &d);
  }
  return d;
}
